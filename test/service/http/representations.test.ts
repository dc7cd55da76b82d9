import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse as parseDisposition } from 'content-disposition';
import { beforeAll, describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { DocumentSplitting } from '../../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { ApiCall } from '../harness/test-api.ts';

const TEXTS = ['', '/ocr', '/hocr', '/extractions', '/document-splitting'];
const FILES = ['/pdf', '/split-pdfs/0', '/sub-pdfs/0', '/page-images/1', '/thumbnail'];
const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };
const CODINGS = ['gzip', 'br'] as const;
/** Enough for every text to have more than a kilobyte. */
const PAGES = 30;

const start = async (fileName?: string) => {
  const api = await startTestApi();
  const post = (headers: Readonly<Record<string, string>> = {}) =>
    api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}`,
      headers: { ...MULTIPART, ...headers },
      body: uploadBody(
        writeFakeDocument({ pages: PAGES, starts: Array.from({ length: PAGES - 1 }, (_, index) => index + 2) }),
        undefined,
        fileName,
      ),
    });
  const { processing_id } = (await post()).json<ProcessingResult>();
  const call = (name: string, headers: Readonly<Record<string, string>> = {}, more: Partial<ApiCall> = {}) =>
    api.call({
      url: name === '/openapi.json' ? name : `/processing/results/${processing_id}${name}`,
      headers,
      ...more,
    });
  return { api, post, call };
};

type Started = Awaited<ReturnType<typeof start>>;

/** One result, which the tests only read. */
let shared: Started;
beforeAll(async () => {
  shared = await start();
});

describe('HEAD', () => {
  it.each(
    [...TEXTS, ...FILES, '/page-images', '/openapi.json'].flatMap((name) =>
      ['', 'gzip', 'br'].map((coding) => [name, coding] as const),
    ),
  )('at %s with Accept-Encoding "%s" has the headers of GET, Content-Length included', async (name, coding) => {
    const { call } = shared;
    const accept = coding === '' ? {} : { 'Accept-Encoding': coding };
    const whole = await call(name, accept);
    const head = await call(name, accept, { method: 'HEAD' });
    expect(head.body).toHaveLength(0);
    expect(head.headers).toEqual({ ...whole.headers, 'content-length': String(whole.body.length) });
  });

  it('of an error has the Content-Length of the problem', async () => {
    const { call } = shared;
    const [whole, head] = [await call('/split-pdfs/999'), await call('/split-pdfs/999', {}, { method: 'HEAD' })];
    expect([head.status, head.headers['content-length']]).toEqual([404, String(whole.body.length)]);
  });

  it('that is not modified has no Content-Length', async () => {
    const { call } = shared;
    const etag = (await call('/ocr')).headers['etag'] ?? '';
    const head = await call('/ocr', { 'If-None-Match': etag }, { method: 'HEAD' });
    expect([head.status, head.headers['content-length']]).toEqual([304, undefined]);
  });

  it('ignores Range', async () => {
    const { call } = shared;
    const head = await call('/pdf', { Range: 'bytes=0-1' }, { method: 'HEAD' });
    expect([head.status, head.headers['content-range']]).toEqual([200, undefined]);
  });
});

describe('A range', () => {
  it.each(
    FILES.flatMap((name) =>
      (
        [
          ['bytes=1-3', 1, 3],
          ['bytes=2-', 2, undefined],
          ['bytes=-4', -4, undefined],
          ['bytes=0-999999', 0, undefined],
          ['Bytes=0-0', 0, 0],
        ] as const
      ).map((range) => [name, ...range] as const),
    ),
  )('of %s, %s, is those bytes', async (name, range, from, to) => {
    const { call } = shared;
    const whole = await call(name);
    const part = await call(name, { Range: range });
    const size = whole.body.length;
    const first = from < 0 ? size + from : from;
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${first}-${to ?? size - 1}/${size}`]);
    expect(part.body).toEqual(whole.body.subarray(first, to === undefined ? size : to + 1));
    for (const header of ['etag', 'content-type', 'content-disposition', 'cache-control', 'accept-ranges'])
      expect([header, part.headers[header]]).toEqual([header, whole.headers[header]]);
    expect(whole.headers['accept-ranges']).toBe('bytes');
  });

  it.each(['bytes=99999-', 'bytes=-0', 'bytes=99999-100000,200000-'])(
    'that nothing of the file is in, %s, is 416',
    async (range) => {
      const { call } = shared;
      const size = (await call('/pdf')).body.length;
      const answer = await call('/pdf', { Range: range });
      expect([answer.status, answer.json<Problem>().code, answer.headers['content-range']]).toEqual([
        416,
        'range_not_satisfiable',
        `bytes */${size}`,
      ]);
    },
  );

  it.each(['bytes=0-1,4-5', 'bytes=5-1', 'bytes=a-b', 'bytes=', 'bytes', 'pages=1-2', '', 'bytes=1-2,x'])(
    'that is several, invalid or of another unit, %j, is ignored',
    async (range) => {
      const { call } = shared;
      const answer = await call('/pdf', { Range: range });
      expect([answer.status, answer.headers['content-range']]).toEqual([200, undefined]);
      expect(answer.body).toEqual((await call('/pdf')).body);
    },
  );

  it('of a text is ignored', async () => {
    const { call } = shared;
    const answer = await call('/ocr', { Range: 'bytes=0-1' });
    expect([answer.status, answer.headers['accept-ranges']]).toEqual([200, undefined]);
  });

  it('is answered if If-Range names the ETag, and the whole file if it does not', async () => {
    const { call } = shared;
    const etag = (await call('/pdf')).headers['etag'] ?? '';
    const statusFor = async (ifRange: string) =>
      (await call('/pdf', { Range: 'bytes=0-1', 'If-Range': ifRange })).status;
    expect([
      await statusFor(etag),
      await statusFor('"other"'),
      await statusFor(`W/${etag}`),
      await statusFor(new Date().toUTCString()),
    ]).toEqual([206, 200, 200, 200]);
  });

  it('past the end is the whole file if If-Range does not name the ETag', async () => {
    const { call } = shared;
    expect((await call('/pdf', { Range: 'bytes=99999-', 'If-Range': '"other"' })).status).toBe(200);
  });

  it('of an unmodified file is 304', async () => {
    const { call } = shared;
    const etag = (await call('/pdf')).headers['etag'] ?? '';
    expect((await call('/pdf', { Range: 'bytes=0-1', 'If-None-Match': etag })).status).toBe(304);
  });
});

describe('A content coding', () => {
  const texts = [...TEXTS, '/page-images', '/split-pdfs', '/openapi.json'];

  it.each(texts.flatMap((name) => CODINGS.map((coding) => [coding, name] as const)))(
    '%s of %s has the same content and an ETag of its own',
    async (coding, name) => {
      const { call } = shared;
      const plain = await call(name);
      const coded = await call(name, { 'Accept-Encoding': coding });
      expect([plain.headers['content-encoding'], coded.headers['content-encoding']]).toEqual([undefined, coding]);
      expect(DECODERS[coding](coded.body).equals(plain.body)).toBe(true);
      expect(coded.body.length).toBeLessThan(plain.body.length);
      expect([plain.headers['vary'], coded.headers['vary']]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
      const tags = [plain, coded, await call(name, { 'Accept-Encoding': coding === 'br' ? 'gzip' : 'br' })].map(
        ({ headers }) => headers['etag'],
      );
      expect(new Set(tags).size).toBe(3);
      expect(tags.every((tag) => /^"[\w-]+"$/.test(tag ?? ''))).toBe(true);
    },
  );

  it.each(CODINGS)('%s makes 304 possible with its ETag', async (coding) => {
    const { call } = shared;
    const { etag = '' } = (await call('/ocr', { 'Accept-Encoding': coding })).headers;
    const again = await call('/ocr', { 'Accept-Encoding': 'gzip, br', 'If-None-Match': etag });
    expect([again.status, again.headers['etag'], again.headers['vary'], again.headers['content-encoding']]).toEqual([
      304,
      etag,
      'Accept-Encoding',
      undefined,
    ]);
  });

  it('that the client no longer accepts does not match', async () => {
    const { call } = shared;
    const { etag = '' } = (await call('/ocr', { 'Accept-Encoding': 'gzip' })).headers;
    expect((await call('/ocr', { 'If-None-Match': etag })).status).toBe(200);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['deflate, zstd', undefined],
    ['identity', undefined],
    ['', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['GZIP', 'gzip'],
    ['gzip;q=nonsense', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
  ])('for Accept-Encoding %j is %s', async (accept, coding) => {
    const { call } = shared;
    const answer = await call('/ocr', { 'Accept-Encoding': accept });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding]);
  });

  it('is not used for less than a kilobyte, unless the client refuses identity', async () => {
    const { call, api } = shared;
    const coded = async (accept: string) =>
      (await api.call({ url: '/health', headers: { 'Accept-Encoding': accept }, key: null })).headers[
        'content-encoding'
      ];
    expect([await coded('gzip'), await coded('gzip, identity;q=0')]).toEqual([undefined, 'gzip']);
    expect((await call('/page-images/1')).headers['vary']).toBeUndefined();
  });

  it.each(FILES)('is never used for %s', async (name) => {
    const { call } = shared;
    const answer = await call(name, { 'Accept-Encoding': 'gzip, br, identity;q=0' });
    expect([answer.status, answer.headers['content-encoding'], answer.headers['vary']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  it('is of the present content, although coded bodies are kept', async () => {
    const { call, api } = await start();
    const first = await call('/ocr', { 'Accept-Encoding': 'gzip' });
    expect((await call('/ocr', { 'Accept-Encoding': 'gzip' })).body).toEqual(first.body);
    const [key = ''] = (await api.service.blobs.list('accounts/')).filter((one) => one.endsWith('/ocr.json'));
    const pages = Array.from({ length: 50 }, () => ({ width: 1, height: 1, bboxes: [], fulltext: 'new' }));
    await api.service.blobs.put(key, JSON.stringify({ pages }), 'application/json');
    const second = await call('/ocr', { 'Accept-Encoding': 'gzip' });
    expect(JSON.parse(gunzipSync(second.body).toString())).toEqual({ pages });
    expect(second.headers['etag']).not.toBe(first.headers['etag']);
  });

  it('is used for the response to the POST too', async () => {
    const { post } = shared;
    const answer = await post({ 'Accept-Encoding': 'gzip' });
    expect([answer.status, answer.headers['content-encoding'], answer.headers['vary']]).toEqual([
      201,
      'gzip',
      'Accept-Encoding',
    ]);
    expect(JSON.parse(gunzipSync(answer.body).toString())).toHaveProperty('ocr');
  });
});

describe('A file name', () => {
  const namesAt = async (call: Started['call'], name: string) => {
    const header = (await call(name)).headers['content-disposition'] ?? '';
    const { type, parameters } = parseDisposition(header);
    return { type, name: parameters['filename'], header };
  };

  it.each([
    ['/pdf', 'Pošta 1.pdf'],
    ['/page-images/2', 'Pošta 1-page-2.jpg'],
    ['/page-images/2?width=100', 'Pošta 1-page-2.jpg'],
    ['/thumbnail', 'Pošta 1-thumbnail.jpg'],
  ])('at %s is made of the name of the upload', async (path, expected) => {
    const { call } = await start('Pošta 1.tiff');
    const { type, name, header } = await namesAt(call, path);
    expect([type, name]).toEqual(['inline', expected]);
    expect(header).toContain(`filename="${expected.replace('š', 's')}"`);
    expect(header).toContain("filename*=UTF-8''Po%C5%A1ta%201");
  });

  it.each(['/split-pdfs/1', '/sub-pdfs/1'])("at %s is the sub-document's name", async (path) => {
    const { call } = shared;
    const documents = (await call('/document-splitting')).json<DocumentSplitting>().sub_documents;
    expect((await namesAt(call, path)).name).toBe(`${documents[1]?.name ?? ''}.pdf`);
  });

  it('is not in the response to a text', async () => {
    const { call } = shared;
    expect((await call('/ocr')).headers['content-disposition']).toBeUndefined();
  });
});
