import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionView } from '../../../core/workflows/documents/collections.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, listDocuments, send } from './training-data-client.ts';

let api: TestApi;
let workflow: WorkflowView;
let url: string;
beforeEach(async () => {
  api = await startTestApi();
  workflow = await createWorkflow(api);
  url = `/workflows/${workflow.workflow_id}/collections`;
});
const create = (name: unknown) => send(api, 'POST', url, { name });
const list = async (query = '') =>
  (await api.call({ url: url + query })).json<{ items: CollectionView[]; next: string | null }>();

describe('The collections of a workflow', () => {
  it('are counted, with the unnamed one first', async () => {
    expect((await create('letters')).status).toBe(201);
    await addFiles(api, workflow, [writeFakeDocument({ pages: 2 }), writeFakeDocument({ pages: 3 })], {
      upload_mode: 'already_split',
      collection: 'letters',
    });
    const [bills] = await addFiles(api, workflow, [writeFakeDocument({ pages: 4 })], {
      upload_mode: 'merged',
      collection: 'bills',
    });
    await addFiles(api, workflow, [writeFakeDocument({ pages: 2 })], { upload_mode: 'merged', collection: 'bills' });
    const annotation = { sub_documents: [{ pages: [1] }, { pages: [2, 3] }, { pages: [4] }] };
    await send(
      api,
      'PUT',
      `/workflows/${workflow.workflow_id}/training-documents/${bills?.document_id}/annotation`,
      annotation,
    );
    await addFiles(api, workflow, [writeFakeDocument({ pages: 1 })]);
    const { items } = await list();
    expect(items.map(({ created_at, ...counts }) => ({ ...counts, known: created_at !== null }))).toEqual([
      { name: 'unknown', document_count: 1, page_count: 1, annotated_count: 1, sub_document_count: 1, known: false },
      { name: 'bills', document_count: 2, page_count: 6, annotated_count: 1, sub_document_count: 3, known: true },
      { name: 'letters', document_count: 2, page_count: 5, annotated_count: 2, sub_document_count: 2, known: true },
    ]);
  });

  describe('have one name in every Unicode normalization form', () => {
    const [composed, decomposed] = ['B\u00fccher', 'Bu\u0308cher'];
    const twoPages = writeFakeDocument({ pages: 2 });
    const addTo = (collection: string) =>
      addFiles(api, workflow, [twoPages], { upload_mode: 'already_split', collection });

    it.each([
      [composed, decomposed],
      [decomposed, composed],
    ])('so that %j takes documents that are sent to %j, and keeps its own', async (name, other) => {
      await create(name);
      const refused = await create(other);
      expect([refused.status, refused.json()['code']]).toEqual([409, 'collection_exists']);
      const added = [...(await addTo(name)), ...(await addTo(other))];
      expect(added.map(({ collection }) => collection)).toEqual([name, name]);
      expect((await list()).items).toMatchObject([{ name: 'unknown' }, { name, document_count: 2 }]);
      for (const form of [name, other]) {
        const { items } = await listDocuments(api, workflow, `?collection=${encodeURIComponent(form)}`);
        expect(items.map(({ collection }) => collection)).toEqual([name, name]);
      }
      expect((await api.call({ method: 'DELETE', url: `${url}/${encodeURIComponent(other)}` })).status).toBe(204);
      expect((await list()).items).toMatchObject([{ name: 'unknown', document_count: 0 }]);
      expect((await listDocuments(api, workflow, '')).items).toEqual([]);
    });

    it('also where they are made at the same time', async () => {
      const answers = await Promise.all([create(composed), create(decomposed)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const { name } = answers.find(({ status }) => status === 201)?.json() ?? {};
      expect((await list()).items.map((collection) => collection.name)).toEqual(['unknown', name]);
    });

    it('also where documents are sent to both at the same time', async () => {
      const added = (await Promise.all([addTo(composed), addTo(decomposed)])).flat();
      expect(new Set(added.map(({ collection }) => collection)).size).toBe(1);
      expect((await list()).items).toMatchObject([{ name: 'unknown' }, { document_count: 2 }]);
    });

    it('so that trainings find the documents of both', async () => {
      for (let number = 0; number < 3; number += 1) {
        await addTo(composed);
        await addTo(decomposed);
      }
      const path = `/workflows/${workflow.workflow_id}`;
      const training = await send(api, 'POST', `${path}/trainings`, { collections: [decomposed] });
      expect(training.status).toBe(202);
      await addTo(composed);
      const data = (await api.call({ url: `${path}/training-data` })).json();
      expect(data).toMatchObject({ documents: 7, computed_from: { documents: 6, added_documents: 1 } });
    });
  });

  it('are listed page by page', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    const names: string[] = [];
    let query = '?limit=1';
    for (let page = 0; page < 10; page += 1) {
      const { items, next } = await list(query);
      names.push(...items.map(({ name }) => name));
      if (next === null) break;
      query = `?limit=1&cursor=${encodeURIComponent(next)}`;
    }
    expect(names).toEqual(['unknown', 'a', 'b', 'c']);
  });

  it('have one name each', async () => {
    expect((await create('letters')).status).toBe(201);
    for (const name of ['letters', 'unknown']) {
      const again = await create(name);
      expect([again.status, again.json()['code']]).toEqual([409, 'collection_exists']);
    }
    const answers = await Promise.all([create('bills'), create('bills')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it.each([
    ['', 'too_small'],
    ['a/b', 'custom'],
    ['..', 'custom'],
    [' a', 'custom'],
    ['a\nb', 'custom'],
    ['a\ud800', 'custom'],
    ['n'.repeat(101), 'too_big'],
    [7, 'invalid_type'],
    [undefined, 'missing'],
  ])('have no name %j', async (name, type) => {
    const answer = await create(name);
    expect(answer.status).toBe(422);
    expect(answer.json()['errors']).toEqual([expect.objectContaining({ loc: ['body', 'name'], type })]);
  });

  it('keep names with spaces and letters of any script', async () => {
    const name = 'Rechnungen ü 日本 50 %';
    await create(name);
    await addFiles(api, workflow, [writeFakeDocument({ pages: 1 })], {
      upload_mode: 'already_split',
      collection: name,
    });
    expect((await listDocuments(api, workflow, `?collection=${encodeURIComponent(name)}`)).items).toHaveLength(1);
    expect((await api.call({ method: 'DELETE', url: `${url}/${encodeURIComponent(name)}` })).status).toBe(204);
    expect((await listDocuments(api, workflow)).items).toEqual([]);
  });
});
