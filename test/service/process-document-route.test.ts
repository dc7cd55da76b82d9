import { describe, expect, it } from 'vitest';
import { StorageFullError } from '../../core/errors.ts';
import {
  AVAILABLE_RESULTS,
  GENERIC_WORKFLOW_ID,
  GENERIC_WORKFLOW_NAME,
} from '../../core/requests/processing-request.ts';
import { readProcessingRequest } from '../../core/requests/processing-requests.ts';
import type { ProcessingResult } from '../../core/results/processing-result.ts';
import type { Problem } from '../../lambdas/api/routes/api-schemas.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import { multipartBody, MULTIPART, uploadBody } from './harness/multipart-body.ts';
import { startTestApi } from './harness/test-api.ts';
import type { TestApi } from './harness/test-api.ts';

const URL = `/processing/${GENERIC_WORKFLOW_ID}`;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const threePages = writeFakeDocument({ pages: 3, starts: [3] });

const post = (
  api: TestApi,
  {
    url = URL,
    body = uploadBody(threePages),
    headers = {},
  }: { url?: string; body?: Uint8Array | string; headers?: Record<string, string> } = {},
) => api.call({ method: 'POST', url, body, headers: { ...MULTIPART, ...headers } });

const requestOf = ({ accountId, service }: TestApi, id = '') =>
  readProcessingRequest(service, { account_id: accountId, processing_id: id });

const pathFrom = (id: string, name: string) => `/processing/results/${id}/${name}`;

describe('POST /processing/{workflow_key}', () => {
  it('answers 201 with the complete result of a file that was split', async () => {
    const answer = await post(await startTestApi());
    expect(answer.status).toBe(201);
    const result = answer.json<ProcessingResult>();
    const id = result.processing_id;
    expect(answer.headers['location']).toBe(`/processing/results/${id}`);
    expect(result).toMatchObject({
      workflow_id: GENERIC_WORKFLOW_ID,
      workflow_name: GENERIC_WORKFLOW_NAME,
      available_results: AVAILABLE_RESULTS,
      page_images: [1, 2, 3].map((page) => pathFrom(id, `page-images/${page}`)),
      thumbnail: pathFrom(id, 'thumbnail'),
      pdf: pathFrom(id, 'pdf'),
      hocr: pathFrom(id, 'hocr'),
      sub_pdfs: [0, 1].map((index) => pathFrom(id, `sub-pdfs/${index}`)),
      split_pdfs: [0, 1].map((index) => pathFrom(id, `split-pdfs/${index}`)),
    });
    expect(result.extractions?.sub_documents.map(({ index }) => index)).toEqual([0, 1]);
    expect(result.document_splitting?.sub_documents.map(({ pages }) => pages)).toEqual([[1, 2], [3]]);
    expect(result.document_splitting?.split_point_confidences).toHaveLength(2);
    expect(result.ocr?.pages.map(({ fulltext }) => fulltext.trim())).toEqual(['Rechnung', 'Übertrag', 'Rechnung']);
  });

  it.each([
    ['repeated', 'include=ocr&include=pdf'],
    ['separated by commas', 'include=pdf,ocr'],
  ])('returns only the results named in include, %s', async (_, query) => {
    const result = (await post(await startTestApi(), { url: `${URL}?${query}` })).json();
    expect(Object.keys(result)).toEqual([
      'processing_id',
      'workflow_id',
      'workflow_name',
      'available_results',
      'model',
      'release',
      'ocr',
      'pdf',
    ]);
    expect(result['available_results']).toEqual(AVAILABLE_RESULTS);
  });

  it('applies the parameters', async () => {
    const answer = await post(await startTestApi(), { body: uploadBody(threePages, { mode: 'per_page' }) });
    expect(answer.json<ProcessingResult>().document_splitting).toMatchObject({
      sub_documents: [{ pages: [1] }, { pages: [2] }, { pages: [3] }],
      split_point_confidences: [1, 1],
    });
  });

  it('accepts parameters that are sent as a JSON file', async () => {
    const body = multipartBody([
      { name: 'parameters', value: '{"mode":"none"}', disposition: 'filename="blob"', type: 'application/json' },
      { name: 'file', value: threePages, disposition: 'filename="a.pdf"' },
    ]);
    const answer = await post(await startTestApi(), { body });
    expect(answer.json<ProcessingResult>().document_splitting?.sub_documents).toHaveLength(1);
  });

  it('accepts parameters that begin with a byte-order mark, as files of Windows do', async () => {
    const body = uploadBody(threePages, '\uFEFF{"mode":"none"}');
    const answer = await post(await startTestApi(), { body });
    expect(answer.json<ProcessingResult>().document_splitting?.sub_documents).toHaveLength(1);
  });

  it('accepts a file part without a file name', async () => {
    expect(
      (await post(await startTestApi(), { body: multipartBody([{ name: 'file', value: threePages }]) })).status,
    ).toBe(201);
  });

  it.each([
    ['in UTF-8', 'filename="Übersicht 注文.pdf"'],
    ['encoded by RFC 5987', "filename*=UTF-8''%C3%9Cbersicht%20%E6%B3%A8%E6%96%87.pdf"],
    ['without its folders', 'filename="C:\\\\scans\\\\Übersicht 注文.pdf"'],
  ])('keeps a file name %s', async (_, disposition) => {
    const api = await startTestApi();
    const answer = await post(api, { body: multipartBody([{ name: 'file', value: threePages, disposition }]) });
    const request = await requestOf(api, answer.json<ProcessingResult>().processing_id);
    expect(request?.file_name).toBe('Übersicht 注文.pdf');
  });

  it('answers 202 with the address of the result where processing takes longer than the wait', async () => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const answer = await post(api, { url: `${URL}?wait_for=1` });
    expect(answer.status).toBe(202);
    const { processing_id, url } = answer.json<{ processing_id: string; url: string }>();
    expect(url).toBe(`/processing/results/${processing_id}`);
    expect(answer.headers['location']).toBe(url);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('asks the clients of a document that is not started less often the longer it has waited', async () => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const { url } = (await post(api, { url: `${URL}?wait_for=0` })).json<{ url: string }>();
    const retryAfter = async (): Promise<number> =>
      Number((await api.call({ url: `${url}?wait_for=0` })).headers['retry-after']);
    const asked: number[] = [];
    for (const seconds of [0, 600, 36_000]) {
      await api.service.clock.sleep(seconds * 1000);
      asked.push(await retryAfter());
    }
    expect(asked).toEqual([2, 60, 300]);
  });

  it.each([
    ['wait_for', '?wait_for=7', {}, 7, undefined],
    ['25 seconds by default', '', {}, 25, undefined],
    ['Prefer: wait', '', { Prefer: 'wait=3' }, 3, 'wait=3'],
    ['Prefer: respond-async', '', { Prefer: 'respond-async' }, 0, 'respond-async'],
    ['both preferences', '', { prefer: 'respond-async, wait=4' }, 4, 'respond-async, wait=4'],
    ['wait_for before Prefer', '?wait_for=2', { Prefer: 'wait=9' }, 2, undefined],
    ['no longer than the host can hold open', '?wait_for=120', {}, 30, undefined],
    ['no longer than the host can hold open, with Prefer', '', { Prefer: 'wait=900' }, 30, 'wait=30'],
    ['25 seconds where the preference is invalid', '', { Prefer: 'wait=soon, handling=lenient' }, 25, undefined],
  ])('waits for the requested time: %s', async (_, query, headers, seconds, applied) => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const before = api.service.clock.now().getTime();
    const answer = await post(api, { url: `${URL}${query}`, headers });
    expect(answer.status).toBe(202);
    expect(Math.round((api.service.clock.now().getTime() - before) / 1000)).toBe(seconds);
    expect(answer.headers['preference-applied']).toBe(applied);
  });

  it('waits no longer than the remaining time of the invocation, less the time to send the result', async () => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const before = api.service.clock.now().getTime();
    const answer = await api.call({
      method: 'POST',
      url: URL,
      body: uploadBody(threePages),
      headers: { ...MULTIPART, Prefer: 'wait=25' },
      remainingMs: 12_500,
    });
    expect(answer.status).toBe(202);
    expect(answer.headers['preference-applied']).toBe('wait=8');
    expect(api.service.clock.now().getTime() - before).toBe(8_000);
    const later = await api.call({
      url: `/processing/results/${answer.json()['processing_id'] as string}`,
      remainingMs: 3_000,
    });
    expect([later.status, api.service.clock.now().getTime() - before]).toEqual([202, 8_000]);
  });

  it('waits no longer than the gateway, whose time began before an authorizer and a function that started cold', async () => {
    const api = await startTestApi({}, { gatewayLimitMs: 29_000 });
    api.service.stateMachines.runsAtOnce = false;
    const before = api.service.clock.now().getTime();
    const answer = await api.call({
      method: 'POST',
      url: `${URL}?wait_for=25`,
      body: uploadBody(threePages),
      headers: MULTIPART,
      receivedAt: before - 3_000,
    });
    expect([answer.status, api.service.clock.now().getTime() - before]).toEqual([202, 22_000]);
  });

  it('repeats the first response for the same Idempotency-Key and body, and refuses another body', async () => {
    const api = await startTestApi();
    const headers = { 'Idempotency-Key': 'order 7' };
    const first = await post(api, { headers });
    const again = await post(api, { headers });
    const other = await post(api, { headers, body: uploadBody(threePages, { mode: 'none' }) });
    expect(again.status).toBe(201);
    expect(again.text()).toBe(first.text());
    expect(other.status).toBe(422);
    expect(other.json<Problem>().code).toBe('idempotency_key_reused');
  });

  it('processes a file that was sent to the address of POST /uploads', async () => {
    const api = await startTestApi();
    const upload = await api.call({
      method: 'POST',
      url: '/uploads',
      headers: JSON_TYPE,
      body: JSON.stringify({ file_name: 'big.pdf', content_type: 'application/pdf', size: threePages.length }),
    });
    expect(upload.status).toBe(201);
    const { upload_id, url } = upload.json<{ upload_id: string; url: string }>();
    expect(await api.service.blobs.receive(url, 'application/pdf', threePages)).toBe(200);
    const answer = await post(api, {
      headers: JSON_TYPE,
      body: JSON.stringify({ upload_id, parameters: { mode: 'none' } }),
    });
    expect(answer.status).toBe(201);
    expect(answer.json<ProcessingResult>().document_splitting?.sub_documents).toHaveLength(1);
  });

  it('refuses an unknown upload_id', async () => {
    const answer = await post(await startTestApi(), {
      headers: JSON_TYPE,
      body: JSON.stringify({ upload_id: '3b241101-e2bb-4255-8caf-4136c566a962' }),
    });
    expect(answer.status).toBe(422);
    expect(answer.json<Problem>().errors).toMatchObject([{ loc: ['body', 'upload_id'], type: 'unknown_upload' }]);
  });

  it('answers 404 for an unknown workflow and 422 for a key that is not a UUID', async () => {
    const api = await startTestApi();
    const unknown = await post(api, { url: '/processing/3b241101-e2bb-4255-8caf-4136c566a962' });
    const withoutVersion = await post(api, { url: '/processing/00000000-0000-0000-0000-000000000009' });
    const malformed = await post(api, { url: '/processing/generic' });
    expect([unknown.status, unknown.json<Problem>().code]).toEqual([404, 'workflow_not_found']);
    expect([withoutVersion.status, withoutVersion.json<Problem>().code]).toEqual([404, 'workflow_not_found']);
    expect([malformed.status, malformed.json<Problem>().errors?.[0]?.loc]).toEqual([422, ['path', 'workflow_key']]);
  });
});

describe('POST /processing/{workflow_key} refuses', () => {
  const file = { name: 'file', value: threePages, disposition: 'filename="a.pdf"' };

  it.each([
    ['no file', multipartBody([]), ['body', 'file'], 'missing'],
    ['two files', multipartBody([file, file]), ['body', 'file'], 'repeated'],
    [
      'parameters given twice',
      multipartBody([file, { name: 'parameters', value: '{}' }, { name: 'parameters', value: '{}' }]),
      ['body', 'parameters'],
      'repeated',
    ],
    [
      'an unknown field',
      multipartBody([file, { name: 'language', value: 'de' }]),
      ['body', 'language'],
      'unrecognized_keys',
    ],
    ['parameters that are not JSON', uploadBody(threePages, '{mode:'), ['body', 'parameters'], 'malformed_json'],
    ['parameters that are not an object', uploadBody(threePages, '[]'), ['body', 'parameters'], 'invalid_type'],
    [
      'an unknown parameter',
      uploadBody(threePages, { modus: 'none' }),
      ['body', 'parameters', 'modus'],
      'unrecognized_keys',
    ],
    [
      'a parameter out of range',
      uploadBody(threePages, { threshold: 2 }),
      ['body', 'parameters', 'threshold'],
      'too_big',
    ],
    ['a truncated body', uploadBody(threePages).subarray(0, 150), ['body'], 'malformed_multipart'],
    ['a body without a boundary', Buffer.from('hello'), ['body'], 'malformed_multipart'],
    ['an empty body', Buffer.alloc(0), ['body'], 'malformed_multipart'],
    [
      'a hundred parts',
      multipartBody(Array.from({ length: 100 }, (_, index) => ({ name: `n${index}`, value: '' }))),
      ['body'],
      'too_big',
    ],
    ['parameters of two megabytes', uploadBody(threePages, ' '.repeat(2 ** 21)), ['body', 'parameters'], 'too_big'],
  ])('%s', async (_, body, loc, type) => {
    const answer = await post(await startTestApi(), { body });
    expect(answer.status).toBe(422);
    expect(answer.json<Problem>().errors).toContainEqual(expect.objectContaining({ loc, type }));
  });

  it.each([
    ['no boundary', 'multipart/form-data', 422, 'validation_error'],
    ['text', 'text/plain', 415, 'unsupported_media_type'],
    ['a form of another type', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['an empty value', '', 415, 'unsupported_media_type'],
  ])('a Content-Type with %s', async (_, type, status, code) => {
    const answer = await post(await startTestApi(), { headers: { 'Content-Type': type } });
    expect([answer.status, answer.json<Problem>().code]).toEqual([status, code]);
  });

  it.each([
    ['malformed', '{"upload_id":', ['body'], 'malformed_json'],
    ['empty', '', ['body'], 'missing'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), ['body'], 'malformed_json'],
    ['null', 'null', ['body'], 'invalid_type'],
    ['without an upload', '{}', ['body', 'upload_id'], 'missing'],
  ])('JSON that is %s', async (_, body, loc, type) => {
    const answer = await post(await startTestApi(), { headers: JSON_TYPE, body });
    expect(answer.status).toBe(422);
    expect(answer.json<Problem>().errors).toContainEqual(expect.objectContaining({ loc, type }));
  });

  it.each([
    ['an unknown result', 'include=pages', ['query', 'include', 0]],
    ['a wait below 0', 'wait_for=-1', ['query', 'wait_for']],
    ['a wait above 120', 'wait_for=121', ['query', 'wait_for']],
    ['a wait that is not a number', 'wait_for=soon', ['query', 'wait_for']],
    ['a wait given twice', 'wait_for=1&wait_for=2', ['query', 'wait_for']],
    ['an unknown query parameter', 'waitfor=1', ['query', 'waitfor']],
  ])('%s', async (_, query, loc) => {
    const answer = await post(await startTestApi(), { url: `${URL}?${query}` });
    expect(answer.status).toBe(422);
    expect(answer.json<Problem>().errors?.map((error) => error.loc)).toContainEqual(loc);
  });

  it('an Idempotency-Key that is longer than 255 characters', async () => {
    const answer = await post(await startTestApi(), { headers: { 'Idempotency-Key': 'x'.repeat(256) } });
    expect(answer.json<Problem>().errors?.[0]?.loc).toEqual(['header', 'idempotency-key']);
  });

  it('a file that is too large with 413', async () => {
    const api = await startTestApi({ maxUploadBytes: 100 });
    const answer = await post(api, { body: uploadBody(Buffer.concat([threePages, Buffer.alloc(200)])) });
    expect([answer.status, answer.json<Problem>().code]).toEqual([413, 'document_too_large']);
  });

  it('no file of exactly the maximum size', async () => {
    const api = await startTestApi({ maxUploadBytes: threePages.length });
    expect((await post(api)).status).toBe(201);
  });

  it.each([
    ['DocumentEncryptedError', 422, 'document_encrypted'],
    ['DocumentUnreadableError', 422, 'document_unreadable'],
    ['TooManyPagesError', 413, 'too_many_pages'],
    ['DocumentTooLargeError', 413, 'document_too_large'],
  ])(
    "a document that fails with %s within the wait, with the failure's own status and id",
    async (error, status, code) => {
      const api = await startTestApi();
      const answer = await post(api, {
        body: uploadBody(writeFakeDocument({ pages: 1, fails: { job: 'inspect', error } })),
      });
      const id = answer.json<Problem>().processing_id ?? '';
      expect((await requestOf(api, id))?.failure?.code).toBe(code);
      expect([answer.status, answer.json<Problem>().code]).toEqual([status, code]);
      expect(answer.json<Problem>().detail).toContain(error);
      expect(answer.json<Problem>().errors?.map(({ loc, type }) => [loc, type])).toEqual(
        status === 422 ? [[['body', 'file'], code]] : undefined,
      );
    },
  );

  it('a file of an unsupported format with 422', async () => {
    const answer = await post(await startTestApi(), { body: uploadBody(Buffer.from('hello')) });
    expect([answer.status, answer.json<Problem>().code]).toEqual([422, 'unsupported_format']);
  });

  it('a document that fails by an internal error with 500 and without details', async () => {
    const api = await startTestApi();
    const answer = await post(api, {
      body: uploadBody(writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'segmentation fault' } })),
    });
    expect([answer.status, answer.json<Problem>().code]).toEqual([500, 'processing_failed']);
    expect(answer.text()).not.toContain('segmentation');
    expect((await requestOf(api, answer.json<Problem>().processing_id))?.state).toBe('failed');
  });

  it('every document with 503 and Retry-After while storage is full, and stores nothing', async () => {
    const api = await startTestApi();
    api.service.blobs.failWrites = new StorageFullError();
    const answer = await post(api);
    expect([answer.status, answer.json<Problem>().code]).toEqual([503, 'storage_full']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await api.service.blobs.list('')).toEqual([]);
  });
});

describe('POST /uploads', () => {
  const upload = { file_name: 'a.pdf', content_type: 'application/pdf', size: 10 };
  const create = async (body: unknown, settings = {}) =>
    (await startTestApi(settings)).call({
      method: 'POST',
      url: '/uploads',
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    });

  it('returns an address with its method and headers', async () => {
    const created = (await create(upload)).json();
    expect(created).toMatchObject({ method: 'PUT', headers: { 'Content-Type': 'application/pdf' } });
    expect(created['url']).toMatch(/^https:/);
  });

  it.each([
    ['no size', { ...upload, size: undefined }, ['body', 'size']],
    ['a size of 0', { ...upload, size: 0 }, ['body', 'size']],
    ['a size that is not an integer', { ...upload, size: 0.5 }, ['body', 'size']],
    ['an unsupported type', { ...upload, content_type: 'text/html' }, ['body', 'content_type']],
    ['no name', { ...upload, file_name: '' }, ['body', 'file_name']],
    ['an unknown member', { ...upload, pages: 3 }, ['body', 'pages']],
  ])('refuses %s', async (_, body, loc) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.json<Problem>().errors?.map((error) => error.loc)).toContainEqual(loc);
  });

  it('answers 413 for a file that is too large', async () => {
    expect((await create({ ...upload, size: 101 }, { maxUploadBytes: 100 })).status).toBe(413);
  });

  it('answers 415 for a form', async () => {
    const api = await startTestApi();
    expect(
      (await api.call({ method: 'POST', url: '/uploads', headers: MULTIPART, body: uploadBody(threePages) })).status,
    ).toBe(415);
  });
});
