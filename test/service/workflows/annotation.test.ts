import { beforeEach, describe, expect, it } from 'vitest';
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath, readDocument, send } from './training-data-client.ts';

const threePages = writeFakeDocument({ pages: 3, starts: [3] });
const TWO_DOCUMENTS = [
  { name: 'Letter', pages: [1, 2] },
  { name: 'Invoice', pages: [3] },
];

let api: TestApi;
let workflow: WorkflowView;
let merged: TrainingDocumentView;
const urlOf = (document: TrainingDocumentView): string =>
  `${documentsPath(document)}/${document.document_id}/annotation`;
const annotate = (
  subDocuments: unknown,
  headers: Readonly<Record<string, string>> = {},
  document = merged,
): Promise<Answer> => send(api, 'PUT', urlOf(document), { sub_documents: subDocuments }, headers);

beforeEach(async () => {
  api = await startTestApi();
  workflow = await createWorkflow(api);
  [merged] = (await addFiles(api, workflow, [threePages], { upload_mode: 'merged' })) as [TrainingDocumentView];
});

describe('The annotation of a merged file', () => {
  it('names the documents of the file, which training then uses', async () => {
    const answer = await annotate(TWO_DOCUMENTS);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'annotated', sub_documents: TWO_DOCUMENTS, annotated_by: 'test' });
    expect(await readDocument(api, merged)).toEqual(answer.json());
  });

  it('may address each page by its crop, of which there is one', async () => {
    const answer = await annotate([
      { pages: [1, 2], crops: [1, 1] },
      { pages: [3], crops: [1] },
    ]);
    expect(answer.json()['sub_documents']).toEqual([
      { name: 'Document 1', pages: [1, 2] },
      { name: 'Document 2', pages: [3] },
    ]);
  });

  it.each<[string, unknown, (string | number)[], string]>([
    ['leaves a gap', [{ pages: [1] }, { pages: [3] }], ['sub_documents', 1, 'pages', 0], 'gap'],
    ['stops before the end', [{ pages: [1, 2] }], ['sub_documents'], 'gap'],
    ['overlaps', [{ pages: [1, 2] }, { pages: [2, 3] }], ['sub_documents', 1, 'pages', 0], 'overlap'],
    ['is out of order', [{ pages: [2, 1] }, { pages: [3] }], ['sub_documents', 0, 'pages', 0], 'out_of_order'],
    ['runs past the end', [{ pages: [1, 2, 3, 4] }], ['sub_documents', 0, 'pages', 3], 'past_the_end'],
    [
      'names a crop that the page lacks',
      [{ pages: [1, 2, 3], crops: [1, 2, 1] }],
      ['sub_documents', 0, 'crops', 1],
      'past_the_end',
    ],
    [
      'has fewer crops than pages',
      [{ pages: [1, 2, 3], crops: [1] }],
      ['sub_documents', 0, 'crops'],
      'crops_do_not_fit',
    ],
    ['is empty', [], ['sub_documents'], 'too_small'],
    ['has a document without pages', [{ pages: [] }], ['sub_documents', 0, 'pages'], 'too_small'],
    ['is no list', 'all', ['sub_documents'], 'invalid_type'],
    ['has unknown members', [{ pages: [1, 2, 3], colour: 'red' }], ['sub_documents', 0, 'colour'], 'unrecognized_keys'],
    ['has a page 0', [{ pages: [0, 1, 2, 3] }], ['sub_documents', 0, 'pages', 0], 'too_small'],
    ['has text for a page', [{ pages: ['1', 2, 3] }], ['sub_documents', 0, 'pages', 0], 'invalid_type'],
    [
      'has a name that is too long',
      [{ name: 'n'.repeat(201), pages: [1, 2, 3] }],
      ['sub_documents', 0, 'name'],
      'too_big',
    ],
    ['is missing', undefined, ['sub_documents'], 'missing'],
  ])('is refused where it %s, and nothing changes', async (_, subDocuments, loc, type) => {
    const before = await readDocument(api, merged);
    const answer = await annotate(subDocuments);
    expect(answer.status).toBe(422);
    expect(answer.json<Problem>().errors).toEqual([expect.objectContaining({ loc: ['body', ...loc], type })]);
    expect(await readDocument(api, merged)).toEqual(before);
  });

  it('replaces an earlier one, unless If-Match names an earlier state', async () => {
    const before = await api.call({ url: urlOf(merged).replace('/annotation', '') });
    const etag = { 'If-Match': before.headers['etag'] ?? '' };
    expect((await annotate(TWO_DOCUMENTS, etag)).status).toBe(200);
    const late = await annotate([{ pages: [1, 2, 3] }], etag);
    expect([late.status, late.json()['code']]).toEqual([412, 'training_document_changed']);
    expect((await readDocument(api, merged)).sub_documents).toEqual(TWO_DOCUMENTS);
    expect((await annotate([{ name: 'One', pages: [1, 2, 3] }])).status).toBe(200);
    expect((await readDocument(api, merged)).sub_documents).toEqual([{ name: 'One', pages: [1, 2, 3] }]);
  });

  it('is one of two that come at the same time; the other is refused', async () => {
    const answers = await Promise.all([annotate(TWO_DOCUMENTS), annotate([{ name: 'One', pages: [1, 2, 3] }])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const kept = answers.find(({ status }) => status === 200)?.json();
    expect(await readDocument(api, merged)).toEqual(kept);
  });

  it('is refused before the document has been read, and where it could not be read', async () => {
    api.service.stateMachines.runsAtOnce = false;
    const [reading] = (await addFiles(api, workflow, [threePages], { upload_mode: 'merged' })) as [
      TrainingDocumentView,
    ];
    expect((await annotate(TWO_DOCUMENTS, {}, reading)).json()['code']).toBe('training_document_state');
    api.service.stateMachines.runsAtOnce = true;
    const broken = writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'DocumentUnreadableError' } });
    const [failed] = (await addFiles(api, workflow, [broken], { upload_mode: 'merged' })) as [TrainingDocumentView];
    expect((await annotate([{ pages: [1] }], {}, failed)).status).toBe(409);
  });

  it('makes a merged file of one that was sent as one document', async () => {
    const [several] = (await addFiles(api, workflow, [threePages])) as [TrainingDocumentView];
    expect((await readDocument(api, several)).warning).toBe('several_documents');
    expect((await annotate(TWO_DOCUMENTS, {}, several)).json()).toMatchObject({
      upload_mode: 'merged',
      warning: null,
      sub_documents: TWO_DOCUMENTS,
    });
  });
});

describe('The images of a training document', () => {
  it('are its pages, and a thumbnail of the first', async () => {
    const { page_images: images, thumbnail } = await readDocument(api, merged);
    expect(images).toHaveLength(3);
    for (const url of [...images, thumbnail ?? '']) {
      const answer = await api.call({ url });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    }
    expect((await api.call({ url: `${images[1] ?? ''}?width=100` })).text()).toBe('JPEG of page 2, 100 by 141');
    expect((await api.call({ url: `${documentsPath(merged)}/${merged.document_id}/page-images/4` })).status).toBe(404);
  });

  it('do not exist before the document has been read', async () => {
    api.service.stateMachines.runsAtOnce = false;
    const [reading] = (await addFiles(api, workflow, [threePages])) as [TrainingDocumentView];
    expect(await readDocument(api, reading)).toMatchObject({ page_images: [], thumbnail: null });
    for (const path of ['page-images/1', 'thumbnail']) {
      const answer = await api.call({ url: `${documentsPath(reading)}/${reading.document_id}/${path}` });
      expect(answer.status).toBe(409);
    }
  });
});
