import { beforeEach, describe, expect, it } from 'vitest';
import { DocumentUnreadableError, StorageFullError } from '../../../core/errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { multipartBody, MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import type { FormPart } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { createWorkflow, send } from './training-data-client.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
const post = (body: unknown, headers = {}) => send(api, 'POST', '/workflows', body, headers);
const postForm = (parts: readonly FormPart[]) =>
  api.call({ method: 'POST', url: '/workflows', headers: MULTIPART, body: multipartBody(parts) });
const image = (bytes: Uint8Array | string): FormPart => ({
  name: 'thumbnail',
  value: bytes,
  disposition: 'filename="logo.png"',
  type: 'image/png',
});
const png = writeFakeDocument({ pages: 1 }, 'png');
const list = async (query = '') =>
  (await api.call({ url: `/workflows${query}` })).json<{ items: WorkflowView[]; next: string | null }>();

describe('POST /workflows', () => {
  it('creates a workflow with a thumbnail from a form', async () => {
    const answer = await postForm([
      { name: 'workflow_name', value: 'Incoming mail' },
      { name: 'description', value: '' },
      { name: 'document_specification', value: '{"script":"japanese"}' },
      image(png),
    ]);
    expect(answer.status).toBe(201);
    const workflow = answer.json<WorkflowView>();
    expect(workflow).toMatchObject({
      description: null,
      document_specification: { script: 'japanese', cropping: false },
      thumbnail: `/workflows/${workflow.workflow_id}/thumbnail`,
    });
    const thumbnail = await api.call({ url: workflow.thumbnail ?? '' });
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(thumbnail.headers['content-disposition']).toContain('Incoming mail-thumbnail.jpg');
  });

  it('creates nothing while storage is full, and does not speak of a document', async () => {
    api.service.blobs.failWrites = new StorageFullError();
    const answer = await postForm([{ name: 'workflow_name', value: 'Incoming mail' }, image(png)]);
    expect(answer.status).toBe(503);
    expect(answer.json<Problem>()).toMatchObject({
      code: 'storage_full',
      detail: 'The service has no room left. Nothing was kept; try again later.',
    });
    expect((await list()).items.map(({ workflow_name }) => workflow_name)).not.toContain('Incoming mail');
  });

  it('may be sent without a thumbnail, also by a browser that leaves it empty', async () => {
    const answer = await postForm([{ name: 'workflow_name', value: 'Mail' }, image('')]);
    expect(answer.json<WorkflowView>().thumbnail).toBeNull();
    expect((await api.call({ url: `/workflows/${answer.json<WorkflowView>().workflow_id}/thumbnail` })).status).toBe(
      404,
    );
  });

  it.each<[string, string | Uint8Array]>([
    ['is no image', 'hello'],
    ['is an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['is a PDF', writeFakeDocument({ pages: 1 })],
    ['cannot be decoded', Buffer.from('89504e470d0a1a0a00', 'hex')],
  ])('is refused where the thumbnail %s, and nothing is stored', async (_, bytes) => {
    Object.assign(api.service, {
      parsers: new BlobParsers(
        new FakeParsers({ makeThumbnail: () => Promise.reject(new DocumentUnreadableError('damaged')) }),
        api.service.blobs,
      ),
    });
    const answer = await postForm([{ name: 'workflow_name', value: 'Mail' }, image(bytes)]);
    expect(answer.status).toBe(422);
    expect(answer.json()['errors']).toEqual([
      expect.objectContaining({ loc: ['body', 'thumbnail'], type: 'no_image' }),
    ]);
    expect((await list()).items).toHaveLength(1);
    expect(await api.service.blobs.list('')).toEqual([]);
  });

  it.each<[object, (string | number)[], string]>([
    [{}, ['workflow_name'], 'missing'],
    [{ workflow_name: '' }, ['workflow_name'], 'custom'],
    [{ workflow_name: '  ' }, ['workflow_name'], 'custom'],
    [{ workflow_name: 7 }, ['workflow_name'], 'invalid_type'],
    [{ workflow_name: 'n'.repeat(201) }, ['workflow_name'], 'too_big'],
    [{ workflow_name: 'a\ud800' }, ['workflow_name'], 'custom'],
    [{ workflow_name: 'a', description: 'd'.repeat(2001) }, ['description'], 'too_big'],
    [{ workflow_name: 'a', description: null }, ['description'], 'invalid_type'],
    [{ workflow_name: 'a', colour: 'red' }, ['colour'], 'unrecognized_keys'],
    [{ workflow_name: 'a', document_specification: [] }, ['document_specification'], 'invalid_type'],
    [
      { workflow_name: 'a', document_specification: { script: 'greek' } },
      ['document_specification', 'script'],
      'invalid_value',
    ],
    [
      { workflow_name: 'a', document_specification: { cropping: 'yes' } },
      ['document_specification', 'cropping'],
      'invalid_type',
    ],
    [
      { workflow_name: 'a', document_specification: { dpi: 1 } },
      ['document_specification', 'dpi'],
      'unrecognized_keys',
    ],
    [{ workflow_name: 'a\u001b[2Jb' }, ['workflow_name'], 'custom'],
    [{ workflow_name: 'a', thumbnail: 'x' }, ['thumbnail'], 'unrecognized_keys'],
  ])('refuses %j', async (body, loc, type) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(answer.json()['errors']).toEqual([expect.objectContaining({ loc: ['body', ...loc], type })]);
  });

  it('creates one workflow for a request that is repeated with its key', async () => {
    const key = { 'Idempotency-Key': 'one' };
    const [first, again] = [await post({ workflow_name: 'a' }, key), await post({ workflow_name: 'a' }, key)];
    expect(again.json()).toEqual(first.json());
    expect((await list()).items).toHaveLength(2);
    expect((await post({ workflow_name: 'b' }, key)).json()['code']).toBe('idempotency_key_reused');
  });
});

describe('The workflows of an account', () => {
  it('are the generic one and its own, page by page, also for processing', async () => {
    const own = [];
    for (const workflow_name of ['a', 'b', 'c']) own.push((await createWorkflow(api, { workflow_name })).workflow_id);
    const seen: string[] = [];
    let query = '?limit=2';
    for (let page = 0; page < 9; page += 1) {
      const { items, next } = await list(query);
      seen.push(...items.map(({ workflow_id }) => workflow_id));
      if (next === null) break;
      query = `?limit=2&cursor=${encodeURIComponent(next)}`;
    }
    expect(seen).toEqual([GENERIC_WORKFLOW_ID, ...own.sort()]);
    expect((await api.call({ url: '/processing/workflows' })).json()).toEqual(await list());
    expect((await api.call({ url: `/workflows/${GENERIC_WORKFLOW_ID}` })).json()).toMatchObject({
      training_state: null,
      document_specification: null,
    });
  });

  it('are not those of another account', async () => {
    const { workflow_id: id } = await createWorkflow(api);
    for (const url of [`/workflows/${id}`, `/workflows/${id}/thumbnail`, `/workflows/${id}/training-documents`]) {
      const answer = await api.call({ url, key: api.otherKey });
      expect([answer.status, answer.json()['code']]).toEqual([404, 'workflow_not_found']);
    }
    expect((await api.call({ url: '/workflows', key: api.otherKey })).json<{ items: unknown[] }>().items).toHaveLength(
      1,
    );
  });

  it('cannot be changed: other methods are refused', async () => {
    const { workflow_id: id } = await createWorkflow(api);
    for (const method of ['PUT', 'PATCH', 'POST']) {
      const answer = await send(api, method, `/workflows/${id}`, { workflow_name: 'b' });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, DELETE']);
    }
  });
});

describe('The script of a workflow', () => {
  const process = (key: string, parameters?: object) =>
    api.call({
      method: 'POST',
      url: `/processing/${key}`,
      headers: MULTIPART,
      body: uploadBody(writeFakeDocument({ pages: 1 }), parameters),
    });
  const readIn = async (key: string, parameters?: object) => {
    const seen: (readonly string[])[] = [];
    const fake = new FakeParsers();
    const run = fake.run.bind(fake);
    fake.run = (name, input) => {
      if (input !== null && 'languages' in input) seen.push(input.languages);
      return run(name, input);
    };
    Object.assign(api.service, { parsers: new BlobParsers(fake, api.service.blobs) });
    expect((await process(key, parameters)).status).toBe(201);
    return seen[0];
  };

  it('decides the languages that OCR reads; the generic workflow reads all', async () => {
    const latin = await createWorkflow(api);
    const japanese = await createWorkflow(api, { document_specification: { script: 'japanese' } });
    expect(await readIn(latin.workflow_id)).toEqual(['en', 'de', 'fr', 'es', 'sk', 'cs', 'pl', 'it', 'nl']);
    expect(await readIn(latin.workflow_id, { languages: ['de'] })).toEqual(['de']);
    expect(await readIn(japanese.workflow_id)).toEqual(['ja', 'en']);
    expect(await readIn(GENERIC_WORKFLOW_ID)).toEqual([]);
    expect(await readIn(GENERIC_WORKFLOW_ID, { languages: ['ja', 'de'] })).toEqual(['ja', 'de']);
  });

  it('refuses languages of another script', async () => {
    const { workflow_id: id } = await createWorkflow(api);
    const answer = await process(id, { languages: ['de', 'ja'] });
    expect(answer.status).toBe(422);
    expect(answer.json()['errors']).toEqual([
      expect.objectContaining({ loc: ['body', 'parameters', 'languages', 1], type: 'invalid_value' }),
    ]);
  });
});
