import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { BOUNDARY, MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';

const PROCESS = `/processing/${GENERIC_WORKFLOW_ID}`;
const document = writeFakeDocument({ pages: 3, starts: [2] });

const post = (api: TestApi, headers: Readonly<Record<string, string>> = {}, body = uploadBody(document)) =>
  api.call({ method: 'POST', url: PROCESS, headers: { ...MULTIPART, ...headers }, body });

/** The API with one result. */
const withResult = async (): Promise<{ api: TestApi; path: string }> => {
  const api = await startTestApi();
  const { processing_id: id } = (await post(api)).json<{ processing_id: string }>();
  return { api, path: `/processing/results/${id}` };
};

const codeAndDetail = (answer: Answer): readonly [number, string, string] => {
  const { code, detail } = answer.json<Problem>();
  return [answer.status, code, detail];
};

describe('Accept', () => {
  it.each([
    ['/ocr', 'application/xml', 'application/json'],
    ['/ocr', 'application/json;q=0', 'application/json'],
    ['/ocr', 'application/json; charset=utf-8 ; q=0', 'application/json'],
    ['/ocr', 'application/json;q=0, */*;q=0', 'application/json'],
    ['/hocr', 'application/json', 'text/html'],
    ['/pdf', 'image/png', 'application/pdf'],
    ['/page-images/1', 'application/pdf', 'image/jpeg'],
  ])('of %s that excludes every type of the path (%s) is a 406 that lists them', async (part, accept, type) => {
    const { api, path } = await withResult();
    const answer = await api.call({ url: `${path}${part}`, headers: { Accept: accept } });
    expect(codeAndDetail(answer)).toEqual([406, 'not_acceptable', expect.stringContaining(type)]);
  });

  it.each([
    ['/ocr', 'application/xml, */*;q=0.1'],
    ['/ocr', 'application/*'],
    ['/ocr', 'application/json; charset=utf-8'],
    ['/ocr', 'application/json;profile="a;b,c";q=0.5, */*;q=0'],
    ['/hocr', 'text/*'],
    ['/hocr', 'text/html; charset=utf-8'],
    ['/page-images/1', 'image/avif,image/webp,image/*,*/*;q=0.8'],
    ['/page-images/1', 'IMAGE/JPEG'],
    ['/ocr', ''],
    ['/ocr', 'not a media type'],
  ])('of %s is met by %j', async (part, accept) => {
    const { api, path } = await withResult();
    expect((await api.call({ url: `${path}${part}`, headers: { Accept: accept } })).status).toBe(200);
  });

  it('that a POST cannot meet is refused before the document is stored', async () => {
    const api = await startTestApi();
    expect((await post(api, { Accept: 'text/csv' })).status).toBe(406);
    expect(await api.service.blobs.list('')).toEqual([]);
  });

  it('is not looked at before the credentials', async () => {
    const { api, path } = await withResult();
    expect((await api.call({ url: `${path}/ocr`, headers: { Accept: 'text/csv' }, key: null })).status).toBe(401);
  });
});

describe('The Content-Encoding of a request', () => {
  it.each(['gzip', 'snappy', 'identity, br'])('%s is a 415 that names the one that is taken', async (coding) => {
    const answer = await post(await startTestApi(), { 'Content-Encoding': coding });
    expect(codeAndDetail(answer)).toEqual([415, 'unsupported_content_encoding', expect.stringContaining('identity')]);
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  it.each(['identity', 'Identity', ''])('%j is taken', async (coding) => {
    expect((await post(await startTestApi(), { 'Content-Encoding': coding })).status).toBe(201);
  });
});

describe('A method', () => {
  it.each(['BREW', 'PROPFIND', 'constructor'])('%s, which HTTP does not define, is a 501', async (method) => {
    const answer = await (await startTestApi()).call({ method, url: '/health' });
    expect(codeAndDetail(answer)).toEqual([501, 'method_not_implemented', expect.stringContaining(method)]);
  });
});

describe('A path with a malformed percent-encoding', () => {
  it.each([
    '/processing/results/%zz',
    `/processing/results/${GENERIC_WORKFLOW_ID}/page-images/%`,
    '/processing/results/%c3%28/ocr',
  ])('is a 400 that says what may follow a percent sign: %s', async (url) => {
    const answer = await (await startTestApi()).call({ url });
    expect(codeAndDetail(answer)).toEqual([400, 'malformed_request', expect.stringMatching(/hexadecimal.*"%25"/)]);
  });
});

describe('A part `parameters` of a form', () => {
  it.each(['', '  \r\n'])('that is empty (%j) is an absent one', async (parameters) => {
    expect((await post(await startTestApi(), {}, uploadBody(document, parameters))).status).toBe(201);
  });

  it('whose boundary has a space after it is a 422 and not an absent one', async () => {
    const body = Buffer.from(uploadBody(document, { mode: 'none' })).toString('latin1');
    const parameters = body.lastIndexOf(`--${BOUNDARY}\r\n`) + `--${BOUNDARY}`.length;
    const padded = Buffer.from(`${body.slice(0, parameters)} ${body.slice(parameters)}`, 'latin1');
    const answer = await post(await startTestApi(), {}, padded);
    expect(codeAndDetail(answer)).toEqual([422, 'validation_error', expect.any(String)]);
    expect(answer.json<Problem>().errors).toMatchObject([{ type: 'malformed_multipart' }]);
  });
});

describe('A request with very many problems', () => {
  it('is answered with the first hundred, and their number', async () => {
    const api = await startTestApi();
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, 1])));
    const answer = await api.call({
      method: 'POST',
      url: '/workflows',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const { errors = [], detail } = answer.json<Problem>();
    expect([answer.status, errors.length, detail.length < 10_000]).toEqual([422, 100, true]);
    expect(detail).toMatch(/; and 99901 more$/);
  });
});
