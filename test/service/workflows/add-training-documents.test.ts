import { beforeEach, describe, expect, it } from 'vitest';
import { StorageFullError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { multipartBody, MULTIPART } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import {
  addFiles,
  createWorkflow,
  documentsPath,
  filePart,
  listDocuments,
  readDocument,
  send,
  sendFiles,
} from './training-data-client.ts';

const onePage = writeFakeDocument({ pages: 1 });
const ID = '3b241101-e2bb-4255-8caf-4136c566a962';

let api: TestApi;
let workflow: WorkflowView;
beforeEach(async () => {
  api = await startTestApi();
  workflow = await createWorkflow(api);
});

/** Announces an upload and stores its file, as the client's PUT does. */
const upload = async (isSent = true): Promise<string> => {
  const body = { file_name: 'large.pdf', content_type: 'application/pdf', size: onePage.length };
  const { upload_id: id } = (await send(api, 'POST', '/uploads', body)).json<{ upload_id: string }>();
  if (isSent) await api.service.blobs.put(`accounts/${api.accountId}/uploads/${id}`, onePage, 'application/pdf');
  return id;
};
const addUploads = (ids: readonly string[], more: object = {}, headers = {}) =>
  send(api, 'POST', documentsPath(workflow), { upload_ids: ids, upload_mode: 'already_split', ...more }, headers);
const nothingIsAdded = async (): Promise<void> => {
  expect((await listDocuments(api, workflow)).items).toEqual([]);
};

describe('Files sent in a form', () => {
  it('are added together, up to 25', async () => {
    expect(await addFiles(api, workflow, new Array<Uint8Array>(25).fill(onePage))).toHaveLength(25);
    const tooMany = await sendFiles(api, workflow, new Array<Uint8Array>(26).fill(onePage));
    expect(tooMany.json()['errors']).toEqual([expect.objectContaining({ loc: ['body', 'file'], type: 'too_big' })]);
    expect((await listDocuments(api, workflow)).items).toHaveLength(25);
  });

  it('are none of them added where one cannot be', async () => {
    const answer = await sendFiles(api, workflow, [onePage, Buffer.from('hello')]);
    expect([answer.status, answer.json()['code']]).toEqual([422, 'unsupported_format']);
    expect(answer.json()['detail']).toMatch(/^File 2 of 2: /);
    expect((await sendFiles(api, workflow, [onePage, Buffer.alloc(0)])).json()['code']).toBe('document_empty');
    const large = Buffer.concat([onePage, Buffer.alloc(64 * 1024)]);
    expect((await sendFiles(api, workflow, [onePage, large])).status).toBe(413);
    await nothingIsAdded();
    expect(await api.service.blobs.list('')).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>, (string | number)[], string]>([
    ['no upload_mode', {}, ['upload_mode'], 'missing'],
    ['an unknown upload_mode', { upload_mode: 'mixed' }, ['upload_mode'], 'invalid_value'],
    ['a bad collection', { upload_mode: 'merged', collection: 'a/b' }, ['collection'], 'custom'],
    ['an unknown part', { upload_mode: 'merged', colour: 'red' }, ['colour'], 'unrecognized_keys'],
    ['an upload_id', { upload_mode: 'merged', upload_ids: ID }, ['upload_ids'], 'unrecognized_keys'],
  ])('are refused with %s', async (_, fields, loc, type) => {
    const answer = await sendFiles(api, workflow, [onePage], fields);
    expect(answer.status).toBe(422);
    expect(answer.json()['errors']).toEqual([expect.objectContaining({ loc: ['body', ...loc], type })]);
    await nothingIsAdded();
  });

  it('are refused where there are none, or where the file is text', async () => {
    const none = await sendFiles(api, workflow, []);
    expect(none.json()['errors']).toEqual([expect.objectContaining({ loc: ['body', 'file'], type: 'missing' })]);
    const json = await send(api, 'POST', documentsPath(workflow), { file: 'x', upload_mode: 'merged' });
    expect(json.status).toBe(422);
  });

  it('may leave the collection empty, as a browser does', async () => {
    const [document] = await addFiles(api, workflow, [onePage], { upload_mode: 'already_split', collection: '' });
    expect(document?.collection).toBe('unknown');
  });

  it('are not kept where the disk is full', async () => {
    api.service.blobs.failWrites = new StorageFullError();
    expect((await sendFiles(api, workflow, [onePage])).status).toBe(503);
    api.service.blobs.failWrites = undefined;
    await nothingIsAdded();
  });
});

describe('Files sent through POST /uploads', () => {
  it('are added by their ids', async () => {
    const ids = [await upload(), await upload()];
    const answer = await addUploads(ids, { collection: 'large' });
    expect(answer.status).toBe(201);
    for (const document of answer.json<{ items: TrainingDocumentView[] }>().items)
      expect(await readDocument(api, document)).toMatchObject({
        file_name: 'large.pdf',
        collection: 'large',
        status: 'annotated',
      });
  });

  it.each<[string, () => Promise<unknown>, (string | number)[], string]>([
    ['unknown', async () => [await upload(), ID], ['upload_ids', 1], 'unknown_upload'],
    ['not sent yet', async () => [await upload(false)], ['upload_ids', 0], 'upload_not_sent'],
    ['no UUID', () => Promise.resolve(['x']), ['upload_ids', 0], 'invalid_format'],
    ['named twice', () => Promise.resolve([ID, ID.toUpperCase()]), ['upload_ids'], 'custom'],
    ['none', () => Promise.resolve([]), ['upload_ids'], 'too_small'],
    ['more than 25', () => Promise.resolve(new Array(26).fill(ID)), ['upload_ids'], 'too_big'],
    ['no list', () => Promise.resolve(ID), ['upload_ids'], 'invalid_type'],
  ])('are refused where they are %s', async (_, ids, loc, type) => {
    const answer = await send(api, 'POST', documentsPath(workflow), {
      upload_ids: await ids(),
      upload_mode: 'already_split',
    });
    expect(answer.status).toBe(422);
    expect(answer.json()['errors']).toContainEqual(expect.objectContaining({ loc: ['body', ...loc], type }));
    await nothingIsAdded();
  });

  it('belong to one of two requests that name them at the same time', async () => {
    const id = await upload();
    const answers = await Promise.all([addUploads([id]), addUploads([id])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await listDocuments(api, workflow)).items).toHaveLength(1);
  });
});

describe('Training documents', () => {
  it('are added to workflows of the account only', async () => {
    expect((await sendFiles(api, { workflow_id: GENERIC_WORKFLOW_ID }, [onePage])).json()['code']).toBe(
      'workflow_not_trainable',
    );
    expect((await sendFiles(api, { workflow_id: ID }, [onePage])).json()['code']).toBe('workflow_not_found');
    const foreign = await api.call({
      method: 'POST',
      url: documentsPath(workflow),
      key: api.otherKey,
      headers: MULTIPART,
      body: multipartBody([filePart(onePage), { name: 'upload_mode', value: 'merged' }]),
    });
    expect(foreign.json()['code']).toBe('workflow_not_found');
    await nothingIsAdded();
  });

  it('are no processing requests to callers', async () => {
    const [document] = (await addFiles(api, workflow, [onePage])) as [TrainingDocumentView];
    for (const path of ['', '/ocr', '/thumbnail', '/page-images/1'])
      expect((await api.call({ url: `/processing/results/${document.document_id}${path}` })).status).toBe(403);
    const feedback = await send(api, 'POST', `/processing/feedback/${document.document_id}`, {});
    expect(feedback.status).toBe(403);
  });

  it('are listed by collection, status and part of the name, page by page', async () => {
    await addFiles(api, workflow, [onePage, onePage], { upload_mode: 'merged', collection: 'a' });
    await addFiles(api, workflow, [onePage, onePage, onePage], { upload_mode: 'already_split', collection: 'a' });
    await addFiles(api, workflow, [onePage]);
    const all = async (query: string) => {
      const seen: TrainingDocumentView[] = [];
      let cursor = '';
      for (let page = 0; page < 20; page += 1) {
        const { items, next } = await listDocuments(api, workflow, `?limit=2&${query}${cursor}`);
        expect(items.length).toBeLessThanOrEqual(2);
        seen.push(...items);
        if (next === null) break;
        cursor = `&cursor=${encodeURIComponent(next)}`;
      }
      return seen;
    };
    expect(await all('')).toHaveLength(6);
    expect(new Set((await all('')).map(({ document_id }) => document_id)).size).toBe(6);
    expect(await all('collection=a')).toHaveLength(5);
    expect(await all('collection=unknown')).toHaveLength(1);
    expect(await all('collection=a&status=awaiting_annotation')).toHaveLength(2);
    expect(await all('status=failed')).toEqual([]);
    // The name of a file is its position in the upload.
    expect(await all('name=LETTER-1')).toHaveLength(3);
    expect(await all('name=-2.pdf&collection=a&status=awaiting_annotation')).toHaveLength(1);
    expect(await all('name=letter.1')).toEqual([]);
  });

  it.each(['limit=0', 'limit=x', 'status=done', 'name=', 'collection=a%2Fb', 'cursor=x', 'colour=red'])(
    'are not listed by %s',
    async (query) => {
      const answer = await api.call({ url: `${documentsPath(workflow)}?${query}` });
      expect([answer.status, answer.json()['code']]).toEqual([422, 'validation_error']);
    },
  );

  it('are read after a restart where the state machines were down', async () => {
    const { stateMachines } = api.service;
    const down = () => Promise.reject(new TemporarilyUnavailableError('down'));
    Object.assign(api.service, { stateMachines: { start: down, resume: down } });
    const [document] = (await addFiles(api, workflow, [onePage])) as [TrainingDocumentView];
    expect((await readDocument(api, document)).status).toBe('reading');
    Object.assign(api.service, { stateMachines });
    await resumeUnfinished(api.service);
    expect((await readDocument(api, document)).status).toBe('annotated');
  });

  it('are added once by a request that is repeated with its key, also where the first died before its answer', async () => {
    const key = { 'Idempotency-Key': 'one' };
    const fields = { upload_mode: 'already_split' };
    const { table, stateMachines } = api.service;
    const dies = () => Promise.reject(new Error('killed'));
    Object.assign(api.service, { stateMachines: { start: dies, resume: dies } });
    expect((await sendFiles(api, workflow, [onePage, onePage], fields, key)).status).toBe(500);
    Object.assign(api.service, { stateMachines });
    await api.service.clock.sleep(3_600_000);
    const again = await sendFiles(api, workflow, [onePage, onePage], fields, key);
    expect(again.status).toBe(201);
    const { items } = await listDocuments(api, workflow);
    expect(items.map(({ status }) => status)).toEqual(['annotated', 'annotated']);
    expect(table.all().filter(({ pk }) => pk.includes('#PROCESSING#'))).toHaveLength(2);
  });
});
