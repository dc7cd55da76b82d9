import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import { processingBlobs } from '../../core/requests/processing-blobs.ts';
import type { ProcessingResult } from '../../core/results/processing-result.ts';
import type { Problem } from '../../lambdas/api/routes/api-schemas.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import type { FakeDocument } from '../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from './harness/multipart-body.ts';
import { secondProcessOf, startTestApi } from './harness/test-api.ts';
import type { TestApi } from './harness/test-api.ts';

const NAMES = [
  '',
  '/ocr',
  '/hocr',
  '/extractions',
  '/page-images',
  '/page-images/1',
  '/thumbnail',
  '/document-splitting',
  '/split-pdfs',
  '/split-pdfs/0',
  '/pdf',
  '/sub-pdfs',
  '/sub-pdfs/0',
];

const process = async (
  api: TestApi,
  document: FakeDocument = { pages: 3, starts: [3] },
  kind: 'pdf' | 'png' = 'pdf',
): Promise<string> => {
  const answer = await api.call({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW_ID}?include=pdf`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument(document, kind)),
  });
  return answer.json<ProcessingResult>().processing_id;
};

const startWithResult = async (document?: FakeDocument, kind?: 'pdf' | 'png') => {
  const api = await startTestApi();
  const path = `/processing/results/${await process(api, document, kind)}`;
  return {
    api,
    path,
    get: (rest: string, more: { headers?: Record<string, string>; method?: string; key?: string } = {}) =>
      api.call({ url: `${path}${rest}`, ...more }),
  };
};

describe('An available result', () => {
  it('is the same as in the response to the POST', async () => {
    const api = await startTestApi();
    const posted = await api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}`,
      headers: MULTIPART,
      body: uploadBody(writeFakeDocument({ pages: 2 })),
    });
    const again = await api.call({ url: posted.headers['location'] ?? '' });
    expect(again.status).toBe(200);
    expect(again.text()).toBe(posted.text());
  });

  it('is found by its id in upper case too', async () => {
    const { api, path } = await startWithResult();
    const id = path.split('/').at(-1) ?? '';
    expect((await api.call({ url: `/processing/results/${id.toUpperCase()}/thumbnail` })).status).toBe(200);
  });

  it('contains the parts in include', async () => {
    const { get } = await startWithResult();
    expect(Object.keys((await get('?include=thumbnail')).json())).toEqual([
      'processing_id',
      'workflow_id',
      'workflow_name',
      'available_results',
      'model',
      'release',
      'thumbnail',
    ]);
  });

  it('has the same splitting and text separately as in the processing result', async () => {
    const { get } = await startWithResult();
    const whole = (await get('')).json<ProcessingResult>();
    expect((await get('/document-splitting')).json()).toEqual(whole.document_splitting);
    expect((await get('/ocr')).json()).toEqual(whole.ocr);
    expect((await get('/page-images')).json()).toEqual(whole.page_images);
    expect((await get('/sub-pdfs')).json()).toEqual(whole.sub_pdfs);
  });

  it('has extractions of every sub-document, separately as in the processing result', async () => {
    const { get } = await startWithResult();
    const extractions = (await get('/extractions')).json<{ sub_documents: unknown[] }>();
    expect(extractions.sub_documents).toHaveLength(2);
    expect((await get('')).json<ProcessingResult>().extractions).toEqual(extractions);
  });

  it.each([
    ['extractions', 'extractions'],
    ['split-pdfs', 'split_pdfs'],
  ])('is named %s in include and available_results, and is the member %s', async (name, member) => {
    const { get } = await startWithResult();
    const result = (await get(`?include=${name}`)).json<ProcessingResult>();
    expect(Object.keys(result).slice(6)).toEqual([member]);
    expect(result.available_results).toContain(name);
  });

  it('lists the split PDFs under their new paths', async () => {
    const { get, path } = await startWithResult();
    const listed = (await get('/split-pdfs')).json();
    expect(listed).toEqual([`${path}/split-pdfs/0`, `${path}/split-pdfs/1`]);
    expect((await get('')).json<ProcessingResult>().split_pdfs).toEqual(listed);
  });

  it('has hOCR as a page that cannot execute scripts', async () => {
    const { get } = await startWithResult();
    const answer = await get('/hocr');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text()).toContain('ocr_page');
  });

  it.each([
    ['', '1819x2573'],
    ['?width=182', '182x257'],
    ['?height=257', '182x257'],
    ['?width=182&height=100', '182x257'],
    ['?width=9000', '1819x2573'],
  ])('has a page image in the size requested by %s, never larger than the page', async (query, size) => {
    const { get } = await startWithResult();
    const answer = await get(`/page-images/2${query}`);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(answer.text()).toBe(`JPEG of page 2, ${size.replace('x', ' by ')}`);
  });

  it('has the original pages as split PDF, and rendered ones on request', async () => {
    const { get } = await startWithResult();
    expect((await get('/split-pdfs/1')).text()).toBe('%PDF-1.7 original pages 3');
    const rendered = await get(
      '/split-pdfs/0?return_pages_with_ocr_data=true&jpeg_quality=60&pdfa_compliant=true&page_width=210&page_height=297.5',
    );
    expect(rendered.text()).toContain('rendered pages 1,2');
    expect(rendered.text()).toContain('{"jpeg_quality":60,"pdfa_compliant":true,"page_height":297.5,"page_width":210}');
  });

  it('has the whole document rendered, and its original pages on request', async () => {
    const { get } = await startWithResult();
    expect((await get('/pdf?dpi=100')).text()).toContain('rendered pages 1,2,3');
    expect((await get('/pdf?return_pages_with_ocr_data=false')).text()).toBe('%PDF-1.7 original pages 1,2,3');
  });

  it('has the opposite meaning of return_pages_with_ocr_data for sub-pdfs, where other parameters do not depend on it', async () => {
    const { get } = await startWithResult();
    expect((await get('/sub-pdfs/0?jpeg_quality=60')).text()).toBe('%PDF-1.7 original pages 1,2');
    expect((await get('/sub-pdfs/0?return_pages_with_ocr_data=false&jpeg_quality=60')).text()).toContain(
      'rendered pages 1,2 {"options":{"jpeg_quality":60}',
    );
  });

  it(
    'keeps a limited number of files that differ in their parameters only, and makes each again',
    { tags: 'slow' },
    async () => {
      const { api, get, path } = await startWithResult();
      const ways = Array.from({ length: 60 }, (_, index) => index + 1);
      const queries = [
        ...ways.map((number) => `/pdf?dpi=${100 + number}`),
        ...ways.map((number) => `/split-pdfs/0?return_pages_with_ocr_data=true&jpeg_quality=${number}`),
        ...ways.map((number) => `/page-images/2?width=${100 + number}`),
      ];
      const texts: string[] = [];
      for (const query of queries) texts.push((await get(query)).text());
      const { rendered } = processingBlobs(api.accountId, path.split('/').at(-1) ?? '');
      expect(await api.service.blobs.list(rendered(''))).toHaveLength(3 * 50);
      for (const [at, query] of queries.entries()) expect((await get(query)).text()).toBe(texts[at]);
    },
  );

  it('has each of more files that differ in their parameters than are kept, asked for at the same time', async () => {
    const { api, get, path } = await startWithResult();
    const ways = Array.from({ length: 60 }, (_, index) => 100 + index);
    const answers = await Promise.all(ways.map((number) => get(`/page-images/2?width=${number}`)));
    expect(answers.map(({ status }) => status)).toEqual(ways.map(() => 200));
    await get('/page-images/2?width=99');
    const { rendered } = processingBlobs(api.accountId, path.split('/').at(-1) ?? '');
    expect(await api.service.blobs.list(rendered(''))).toHaveLength(50);
  });

  it('is answered with 503 where others that differ in their parameters only take its room at once', async () => {
    const { api, get } = await startWithResult();
    const { parsers, blobs } = api.service;
    const run = parsers.run.bind(parsers);
    parsers.run = async (name, job, options) => {
      const output = await run(name, job, options);
      await blobs.deleteAll(job.writes[0]?.key ?? '');
      return output;
    };
    const answer = await get('/pdf?dpi=150');
    expect([answer.status, answer.json<Problem>().code]).toEqual([503, 'temporarily_unavailable']);
  });

  it('makes a file once for all who ask for it at the same time, and again after it could not be made', async () => {
    const { api, get } = await startWithResult();
    const { parsers } = api.service;
    const begun: string[] = [];
    const run = parsers.run.bind(parsers);
    parsers.run = (name, job, options) => {
      begun.push(name);
      return begun.length === 1 ? Promise.reject(new TemporarilyUnavailableError('busy')) : run(name, job, options);
    };
    const ask = () => Promise.all(Array.from({ length: 3 }, async () => (await get('/pdf?dpi=150')).status));
    expect(await ask()).toEqual([503, 503, 503]);
    expect(await ask()).toEqual([200, 200, 200]);
    expect(begun).toEqual(['writeRenderedPdf', 'writeRenderedPdf']);
  });

  it('rejects direct cuts of an upload that is an image', async () => {
    const { get } = await startWithResult({ pages: 1 }, 'png');
    const answer = await get('/sub-pdfs/0?return_pages_with_ocr_data=true');
    expect([answer.status, answer.json<Problem>().code]).toEqual([422, 'result_not_available']);
    expect((await get('/sub-pdfs/0')).status).toBe(200);
  });

  it.each(['/sub-pdfs', '/sub-pdfs/1'])('marks %s as deprecated, with dates and successor', async (name) => {
    const { get, path } = await startWithResult();
    const { headers } = await get(name);
    expect(headers['deprecation']).toMatch(/^@\d+$/);
    expect(Date.parse(headers['sunset'] ?? '')).toBeGreaterThan(Date.parse('2027-01-01'));
    expect(headers['link']).toBe(`<${path}${name.replace('sub-pdfs', 'split-pdfs')}>; rel="successor-version"`);
    expect((await get('/split-pdfs')).headers['deprecation']).toBeUndefined();
  });

  it('marks errors of a deprecated endpoint too', async () => {
    const { get } = await startWithResult();
    const answer = await get('/sub-pdfs/99');
    expect(answer.status).toBe(404);
    expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
  });

  it.each(NAMES)('has an ETag at %s and supports conditional requests', async (name) => {
    const { get } = await startWithResult();
    const first = await get(name);
    const etag = first.headers['etag'] ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await get(name, { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag]);
    expect((await get(name, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it.each(NAMES)('answers HEAD at %s like GET, without the body', async (name) => {
    const { get } = await startWithResult();
    const head = await get(name, { method: 'HEAD' });
    const whole = await get(name);
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect([head.headers['etag'], head.headers['content-type']]).toEqual([
      whole.headers['etag'],
      whole.headers['content-type'],
    ]);
  });

  it.each(['/page-images/4', '/split-pdfs/2', '/sub-pdfs/2'])(
    'answers 404 at %s, which does not exist',
    async (name) => {
      const { get } = await startWithResult();
      const answer = await get(name);
      expect([answer.status, answer.json<Problem>().code]).toEqual([404, 'not_found']);
    },
  );

  it.each([
    ['/page-images/0', ['path', 'page_num']],
    ['/page-images/one', ['path', 'page_num']],
    ['/page-images/1?width=0', ['query', 'width']],
    ['/page-images/1?height=1.5', ['query', 'height']],
    ['/page-images/1?widht=10', ['query', 'widht']],
    ['/split-pdfs/-1', ['path', 'index']],
    ['/split-pdfs/0?jpeg_quality=101&return_pages_with_ocr_data=true', ['query', 'jpeg_quality']],
    ['/split-pdfs/0?jpeg_quality=50', ['query', 'jpeg_quality']],
    ['/split-pdfs/0?return_pages_with_ocr_data=maybe', ['query', 'return_pages_with_ocr_data']],
    ['/sub-pdfs/0?page_width=100', ['query', 'page_height']],
    ['/pdf?page_height=100', ['query', 'page_width']],
    ['/pdf?quality=1', ['query', 'quality']],
    ['/ocr?page=1', ['query', 'page']],
    ['?include=everything', ['query', 'include', 0]],
  ])('answers %s with 422', async (rest, loc) => {
    const { get } = await startWithResult();
    const answer = await get(rest);
    expect(answer.status).toBe(422);
    expect(answer.json<Problem>().errors?.map((error) => error.loc)).toContainEqual(loc);
  });
});

describe('A file that one process is rendering, asked for in another one', () => {
  const FIVE_MINUTES_MS = 300_000;

  /** The first process stays at its first job until `finish`. */
  const startRendering = async (path: string) => {
    const { api, path: result } = await startWithResult();
    const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const { parsers } = api.service;
    const run = parsers.run.bind(parsers);
    const rendered: (string | undefined)[] = [];
    parsers.run = async (name, job, options) => {
      begin(undefined);
      if (rendered.push(job.writes[0]?.key) === 1) await finished;
      return run(name, job, options);
    };
    const first = api.call({ url: `${result}${path}` });
    await begun;
    const second = secondProcessOf(api);
    return { api, result, rendered, first, ask: () => second.call({ url: `${result}${path}` }), finish };
  };

  it.each([
    '/pdf?dpi=150',
    '/split-pdfs/0?return_pages_with_ocr_data=true',
    '/pdf?return_pages_with_ocr_data=false',
    '/page-images/1',
    '/page-images/1?width=100',
    '/archive?return_pages_with_ocr_data=true',
  ])('is not rendered again at %s, and answered with 503 where it takes long', async (path) => {
    const { rendered, first, ask, finish } = await startRendering(path);
    const answer = await ask();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30']);
    finish(undefined);
    const { body } = await first;
    expect((await ask()).body).toEqual(body);
    expect(new Set(rendered).size).toBe(rendered.length);
  });

  it('is answered as soon as it is there', async () => {
    const { api, rendered, first, ask, finish } = await startRendering('/pdf?dpi=150');
    const { clock } = api.service;
    const sleep = clock.sleep.bind(clock);
    clock.sleep = async (ms) => {
      finish(undefined);
      await first;
      await sleep(ms);
    };
    const answer = await ask();
    expect([answer.status, answer.text()]).toEqual([200, (await first).text()]);
    expect(rendered).toHaveLength(1);
  });

  it('is rendered by the other one where the first could not', async () => {
    const { api, path } = await startWithResult();
    const { parsers } = api.service;
    const run = parsers.run.bind(parsers);
    parsers.run = () => Promise.reject(new TemporarilyUnavailableError('busy'));
    expect((await api.call({ url: `${path}/pdf` })).status).toBe(503);
    parsers.run = run;
    expect((await secondProcessOf(api).call({ url: `${path}/pdf` })).status).toBe(200);
  });

  it('is rendered by the other one after five minutes, when the first has no time left', async () => {
    const { api, rendered, ask } = await startRendering('/pdf?dpi=150');
    await api.service.clock.sleep(FIVE_MINUTES_MS);
    expect((await ask()).status).toBe(200);
    expect(rendered).toHaveLength(2);
  });

  it('leaves no row of the document that is deleted meanwhile', async () => {
    const { api, result, first, ask, finish } = await startRendering('/pdf?dpi=150');
    expect((await api.call({ method: 'DELETE', url: result })).status).toBe(204);
    expect((await ask()).status).toBe(403);
    finish(undefined);
    expect((await first).status).toBe(403);
    const id = result.split('/').at(-1) ?? '';
    expect(api.service.table.everything().filter(({ pk }) => pk.endsWith(`#PROCESSING#${id}`))).toEqual([]);
  });

  it('has no claim in the table once it is there, nor where one process alone serves the data', async () => {
    const { api, path } = await startWithResult();
    const rows = () => api.service.table.everything().filter(({ sk }) => sk.startsWith('RENDERING#'));
    await api.call({ url: `${path}/pdf` });
    expect(rows()).toEqual([]);
    Object.assign(api.service.settings, { soleProcessId: 'alone' });
    const { parsers } = api.service;
    const run = parsers.run.bind(parsers);
    parsers.run = (name, job, options) => {
      expect(rows()).toEqual([]);
      return run(name, job, options);
    };
    expect((await api.call({ url: `${path}/page-images/1` })).status).toBe(200);
  });
});

describe('Every result endpoint', () => {
  it.each(NAMES)('answers 202 at %s while the request is in progress, and 200 afterwards', async (name) => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const path = `/processing/results/${await process(api)}`;
    const early = await api.call({ url: `${path}${name}` });
    expect([early.status, early.headers['location'], early.json()['url']]).toEqual([202, path, path]);
    await api.service.stateMachines.runWaiting();
    expect((await api.call({ url: `${path}${name}` })).status).toBe(200);
  });

  it.each(NAMES)(
    'answers 500 at %s if the request failed, with the reason if the document is the cause',
    async (name) => {
      const api = await startTestApi();
      api.service.stateMachines.runsAtOnce = false;
      const encrypted = await process(api, { pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } });
      const ours = await process(api, { pages: 1, fails: { job: 'inspect', error: 'segmentation fault' } });
      await api.service.stateMachines.runWaiting();
      const [first, second] = [
        await api.call({ url: `/processing/results/${encrypted}${name}` }),
        await api.call({ url: `/processing/results/${ours}${name}` }),
      ];
      expect([first.status, first.json<Problem>().code]).toEqual([500, 'document_encrypted']);
      expect([second.status, second.json<Problem>().code]).toEqual([500, 'processing_failed']);
      expect(second.text()).not.toContain('segmentation');
      expect([first, second].map((answer) => answer.json<Problem>().processing_id)).toEqual([encrypted, ours]);
    },
  );

  it.each(NAMES)('has the same answer at %s for an unknown id and for one of another account', async (name) => {
    const { api, get } = await startWithResult();
    const foreign = await get(name, { key: api.otherKey });
    const unknown = await api.call({ url: `/processing/results/3b241101-e2bb-4255-8caf-4136c566a962${name}` });
    expect([foreign.status, unknown.status]).toEqual([403, 403]);
    expect(foreign.json<Problem>()).toEqual(unknown.json());
  });

  it.each(NAMES)('answers 422 at %s for an id that is not a UUID', async (name) => {
    const answer = await (await startTestApi()).call({ url: `/processing/results/latest${name}` });
    expect([answer.status, answer.json<Problem>().errors?.[0]?.loc]).toEqual([422, ['path', 'processing_id']]);
  });

  it.each(NAMES)('answers 401 at %s without a key', async (name) => {
    const { path, api } = await startWithResult();
    const { status, headers } = await api.call({ url: `${path}${name}`, key: null });
    expect([status, headers['www-authenticate']]).toEqual([401, 'ApiKey']);
  });

  it.each(['/ocr', '/thumbnail', '/hocr', '/document-splitting'])(
    'answers 500 at %s without storage keys if a blob is lost, and logs it',
    async (name) => {
      const { api, get } = await startWithResult();
      const [row] = await api.service.blobs.list('accounts/');
      await api.service.blobs.deleteAll(row?.split('/').slice(0, 4).join('/') ?? '');
      const answer = await get(name);
      expect([answer.status, answer.json<Problem>().code]).toEqual([500, 'internal_error']);
      expect(answer.text()).not.toContain('accounts/');
      expect(api.logged).toHaveLength(1);
      expect(api.logged[0]?.request_id).toBe(answer.json<Problem>().request_id);
    },
  );
});

/** Stores a result as version 0.1.0 did. */
const storeOldResult = async (api: TestApi): Promise<string> => {
  const id = '3b241101-e2bb-4255-8caf-4136c566a962';
  const prefix = `accounts/${api.accountId}/processings/${id}/`;
  const row = {
    pk: `ACCOUNT#${api.accountId}#PROCESSING#${id}`,
    sk: 'REQUEST',
    processing_id: id,
    account_id: api.accountId,
    workflow_id: GENERIC_WORKFLOW_ID,
    workflow_name: 'Generic document splitting',
    state: 'succeeded',
    file_name: 'inbox.pdf',
    size: 9,
    parameters: { mode: 'auto', split_before: [], keep_together: [], languages: [], threshold: 0.5 },
    upload_key: `${prefix}upload`,
    created_at: '2026-11-20T08:00:00.000Z',
    started_at: '2026-11-20T08:00:01.000Z',
    finished_at: '2026-11-20T08:00:02.000Z',
    max_pages: null,
    kind: 'pdf',
    page_count: 1,
    sub_document_count: 1,
  };
  await api.service.table.write([{ put: row }]);
  const pages = [{ name: 'Letter', pages: [1] }];
  for (const [name, value] of Object.entries({
    'document-splitting': { schema_version: 1, sub_documents: pages, split_point_confidences: [] },
    ocr: { pages: [{ width: 9, height: 9, bboxes: [], fulltext: '' }] },
    extractions: {
      schema_version: 1,
      sub_documents: [{ index: 0, title: 'Letter', document_date: null, page_numbering: [], identifiers: [] }],
    },
  }))
    await api.service.blobs.put(`${prefix}${name}.json`, JSON.stringify(value), 'application/json');
  return id;
};

describe('GET /processing/results/{processing_id}', () => {
  it('answers a result that version 0.1.0 stored, with the results that it did not list', async () => {
    const api = await startTestApi();
    const id = await storeOldResult(api);
    const result = (await api.call({ url: `/processing/results/${id}` })).json<ProcessingResult>();
    expect(result.available_results).toEqual(expect.arrayContaining(['extractions', 'split-pdfs']));
    expect(result.extractions?.sub_documents.map(({ title }) => title)).toEqual(['Letter']);
    expect(result.split_pdfs).toEqual([`/processing/results/${id}/split-pdfs/0`]);
  });

  it('waits for the requested time', async () => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const path = `/processing/results/${await process(api)}`;
    const before = api.service.clock.now().getTime();
    const answer = await api.call({ url: path, headers: { Prefer: 'wait=6' } });
    expect([answer.status, answer.headers['preference-applied']]).toEqual([202, 'wait=6']);
    expect(api.service.clock.now().getTime() - before).toBe(6000);
    await api.call({ url: `${path}?wait_for=0` });
    expect(api.service.clock.now().getTime() - before).toBe(6000);
  });

  it('says which preferences were kept where the result is there, and where the client has it', async () => {
    const api = await startTestApi();
    const url = `/processing/results/${await process(api)}`;
    // Each answer is compared with the OpenAPI document.
    const found = await api.call({ url, headers: { Prefer: 'wait=6' } });
    expect([found.status, found.headers['preference-applied']]).toEqual([200, 'wait=6']);
    const headers = { Prefer: 'respond-async', 'If-None-Match': found.headers['etag'] ?? '' };
    const held = await api.call({ url, headers });
    expect([held.status, held.headers['preference-applied']]).toEqual([304, 'respond-async']);
  });

  it('stores the blobs of two requests separately', async () => {
    const api = await startTestApi();
    const [one, two] = [await process(api, { pages: 1 }), await process(api, { pages: 2 })];
    expect(processingBlobs('a', one).prefix).not.toBe(processingBlobs('a', two).prefix);
    expect((await api.call({ url: `/processing/results/${one}/page-images` })).json<string[]>()).toHaveLength(1);
    expect((await api.call({ url: `/processing/results/${two}/page-images` })).json<string[]>()).toHaveLength(2);
  });
});
