import { beforeEach, describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { createWorkflow, listDocuments, readDocument, send } from '../workflows/training-data-client.ts';

const threePages = writeFakeDocument({ pages: 3, starts: [3] });
const RIGHT = [
  { name: 'Letter', pages: [1] },
  { name: 'Invoice', pages: [2, 3] },
];

interface Feedback {
  readonly feedback_id: string;
  readonly training_document_id: string;
  readonly status: string;
  readonly collection: string;
}

let api: TestApi;
let workflow: WorkflowView;
let id: string;
const process = async (key: string, file = threePages): Promise<string> =>
  (await api.call({ method: 'POST', url: `/processing/${key}`, headers: MULTIPART, body: uploadBody(file) })).json<{
    processing_id: string;
  }>().processing_id;
const feedback = (body: unknown, processingId = id, headers = {}) =>
  send(api, 'POST', `/processing/feedback/${processingId}`, body, headers);

beforeEach(async () => {
  api = await startTestApi();
  workflow = await createWorkflow(api);
  id = await process(workflow.workflow_id);
});

describe('Feedback on a result', () => {
  it('with the expected sub-documents is annotated training data at once', async () => {
    const answer = await feedback({
      description: 'Page 2 belongs to page 3',
      tag: 'corrected',
      expected_sub_documents: RIGHT,
    });
    expect(answer.status).toBe(201);
    const { training_document_id: document, feedback_id, ...rest } = answer.json<Feedback>();
    expect(rest).toEqual({ status: 'annotated', collection: 'corrected' });
    expect(feedback_id).not.toBe(document);
    expect(await readDocument(api, { workflow_id: workflow.workflow_id, document_id: document })).toMatchObject({
      status: 'annotated',
      upload_mode: 'merged',
      collection: 'corrected',
      sub_documents: RIGHT,
      page_count: 3,
      description: 'Page 2 belongs to page 3',
      processing_id: id,
    });
  });

  it('without them awaits its annotation', async () => {
    const answer = await api.call({ method: 'POST', url: `/processing/feedback/${id}` });
    expect(answer.json()).toMatchObject({ status: 'awaiting_annotation', collection: 'unknown' });
    const [document] = (await listDocuments(api, workflow, '?status=awaiting_annotation')).items;
    expect(document?.document_id).toBe(answer.json<Feedback>().training_document_id);
  });

  it('reads no page again, and keeps its pages where the result is deleted', async () => {
    const parsers = new FakeParsers();
    Object.assign(api.service, { parsers: new BlobParsers(parsers, api.service.blobs) });
    id = await process(workflow.workflow_id, threePages);
    const read = parsers.count('readPageRange');
    const { training_document_id: document_id } = (await feedback({ expected_sub_documents: RIGHT })).json<Feedback>();
    expect(parsers.count('readPageRange')).toBe(read);
    await api.service.blobs.deleteAll(`accounts/${api.accountId}/processings/${id}/`);
    const document = await readDocument(api, { workflow_id: workflow.workflow_id, document_id });
    for (const url of [...document.page_images, document.thumbnail ?? ''])
      expect((await api.call({ url })).status).toBe(200);
    const [first] = await api.service.blobs.list(`accounts/${api.accountId}/processings/${document_id}/records/`);
    expect(new TextDecoder().decode(await api.service.blobs.get(first ?? ''))).toContain('"page":1');
    expect((await api.call({ url: `/processing/results/${document_id}` })).status).toBe(403);
  });

  it('on a result of the generic workflow needs a workflow of the account', async () => {
    id = await process(GENERIC_WORKFLOW_ID);
    const refused = await feedback({});
    expect([refused.status, refused.json()['code']]).toEqual([422, 'workflow_not_trainable']);
    expect(refused.json()['errors']).toMatchObject([{ loc: ['body', 'workflow_id'] }]);
    expect((await feedback({ workflow_id: GENERIC_WORKFLOW_ID })).json()['code']).toBe('workflow_not_trainable');
    const foreign = await createWorkflowOfOther();
    expect((await feedback({ workflow_id: foreign })).json()['code']).toBe('workflow_not_found');
    expect((await feedback({ workflow_id: workflow.workflow_id.toUpperCase() })).status).toBe(201);
    expect((await listDocuments(api, workflow)).items).toHaveLength(1);
  });

  it('that expects a class is refused with 400', async () => {
    const refused = await feedback({ expected_class: 'invoice' });
    expect([refused.status, refused.json()['code']]).toEqual([400, 'class_not_supported']);
    expect((await feedback({ expected_class: null })).status).toBe(201);
  });

  it('takes a member that is null for one that is absent', async () => {
    const answer = await feedback({ description: null, tag: null, expected_sub_documents: null, workflow_id: null });
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({ status: 'awaiting_annotation', collection: 'unknown' });
    await feedback({ tag: 'corrected' });
    expect((await feedback({ tag: null })).json()).toMatchObject({ collection: 'corrected' });
  });

  it.each<[string, object, (string | number)[]]>([
    [
      'leave a gap',
      {
        expected_sub_documents: [
          { name: 'a', pages: [1] },
          { name: 'b', pages: [3] },
        ],
      },
      ['expected_sub_documents', 1, 'pages', 0],
    ],
    [
      'overlap',
      { expected_sub_documents: [{ pages: [1, 2] }, { pages: [2, 3] }] },
      ['expected_sub_documents', 1, 'pages', 0],
    ],
    [
      'run past the end',
      { expected_sub_documents: [{ pages: [1, 2, 3, 4] }] },
      ['expected_sub_documents', 0, 'pages', 3],
    ],
    ['are no list', { expected_sub_documents: 'a' }, ['expected_sub_documents']],
    ['have a bad tag', { tag: 'a/b' }, ['tag']],
    ['have a description that is too long', { description: 'a'.repeat(2001) }, ['description']],
    ['have a workflow that is no UUID', { workflow_id: 'mine' }, ['workflow_id']],
    ['have unknown members', { expected: 1 }, ['expected']],
  ])('whose contents %s is refused, and nothing is added', async (_, body, loc) => {
    const before = api.service.table.all().length;
    const refused = await feedback(body);
    expect(refused.status).toBe(422);
    expect(refused.json()['errors']).toEqual([expect.objectContaining({ loc: ['body', ...loc] })]);
    expect((await listDocuments(api, workflow)).items).toEqual([]);
    expect(api.service.table.all().length).toBe(before);
  });

  it('is refused for an unknown id, and where the document could not be processed', async () => {
    expect((await feedback({}, workflow.workflow_id)).status).toBe(403);
    const broken = writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'DocumentUnreadableError' } });
    const failed = await process(workflow.workflow_id, broken);
    expect((await feedback({}, failed)).status).toBe(500);
  });

  it('is added once by a request that is repeated with its key', async () => {
    const key = { 'Idempotency-Key': 'one' };
    const first = await feedback({ expected_sub_documents: RIGHT }, id, key);
    const again = await feedback({ expected_sub_documents: RIGHT }, id, key);
    expect(again.json()).toEqual(first.json());
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await listDocuments(api, workflow)).items).toHaveLength(1);
  });

  it('replaces earlier feedback on the same result', async () => {
    const first = (
      await feedback({ description: 'wrong', tag: 'letters', expected_sub_documents: RIGHT })
    ).json<Feedback>();
    const other = [{ name: 'All', pages: [1, 2, 3] }];
    const second = (await feedback({ expected_sub_documents: other })).json<Feedback>();
    expect(second).toMatchObject({
      training_document_id: first.training_document_id,
      status: 'annotated',
      collection: 'letters',
    });
    expect(second.feedback_id).not.toBe(first.feedback_id);
    expect((await listDocuments(api, workflow)).items).toMatchObject([
      { sub_documents: other, collection: 'letters', description: 'wrong', annotated_by: 'test' },
    ]);
    expect((await api.service.blobs.list('')).filter((key) => key.endsWith('/upload'))).toHaveLength(2);
  });

  it('moves to another collection, and awaits its annotation again where it says nothing of the sub-documents', async () => {
    await feedback({ tag: 'letters', expected_sub_documents: RIGHT });
    const again = await feedback({ tag: 'unknown' });
    expect(again.json()).toMatchObject({ status: 'awaiting_annotation', collection: 'unknown' });
    const { items } = await listDocuments(api, workflow);
    expect(items).toMatchObject([{ status: 'awaiting_annotation', sub_documents: RIGHT, annotated_at: null }]);
    await api.call({ method: 'DELETE', url: `/workflows/${workflow.workflow_id}/collections/letters` });
    expect((await listDocuments(api, workflow)).items).toHaveLength(1);
  });

  it('is put into the collection whose name differs in its Unicode normalization form only', async () => {
    const [name, other] = ['B\u00fccher', 'Bu\u0308cher'];
    expect((await feedback({ tag: name })).json()['collection']).toBe(name);
    expect((await feedback({ tag: other })).json()['collection']).toBe(name);
    expect((await feedback({ tag: other }, await process(workflow.workflow_id))).json()['collection']).toBe(name);
    expect((await listDocuments(api, workflow)).items).toMatchObject([{ collection: name }, { collection: name }]);
  });

  it('is one training document, also where many requests come at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((count) => feedback({ description: `${count}` })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { items } = await listDocuments(api, workflow);
    expect(items).toHaveLength(1);
    await api.service.clock.sleep(24 * 3_600_000);
    await deleteExpired(api.service);
    const folders = (await api.service.blobs.list('')).map((key) => key.split('/')[3]);
    expect(new Set(folders)).toEqual(new Set([id, items[0]?.document_id]));
  });

  it('is a new training document where the earlier one was deleted, and of each workflow its own', async () => {
    const { training_document_id: first } = (await feedback({})).json<Feedback>();
    const url = `/workflows/${workflow.workflow_id}/training-documents/${first}`;
    expect((await api.call({ method: 'DELETE', url })).status).toBe(204);
    expect(JSON.stringify(api.service.table.everything())).not.toContain(first);
    const { training_document_id: second } = (await feedback({})).json<Feedback>();
    const other = await createWorkflow(api);
    const { training_document_id: third } = (await feedback({ workflow_id: other.workflow_id })).json<Feedback>();
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('leaves no copies where the disk is full', async () => {
    const before = await api.service.blobs.list('');
    const { blobs } = api.service;
    const putFile = blobs.putFile.bind(blobs);
    let written = 0;
    blobs.putFile = (...given) => {
      written += 1;
      return written === 3 ? Promise.reject(new Error('killed')) : putFile(...given);
    };
    expect((await feedback({})).status).toBe(500);
    blobs.putFile = putFile;
    await api.service.clock.sleep(24 * 3_600_000);
    await deleteExpired(api.service);
    expect(await api.service.blobs.list('')).toEqual(before);
    expect((await listDocuments(api, workflow)).items).toEqual([]);
  });
});

const createWorkflowOfOther = async (): Promise<string> => {
  const answer = await api.call({
    method: 'POST',
    url: '/workflows',
    key: api.otherKey,
    headers: { 'Content-Type': 'application/json' },
    body: '{"workflow_name":"Other"}',
  });
  return answer.json<WorkflowView>().workflow_id;
};
