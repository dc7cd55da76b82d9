import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import { apiHandler } from '../../../lambdas/api/api-handler.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import type { ApiCall } from '../harness/test-api.ts';
import { contextOf, eventOf } from '../harness/test-api.ts';

/** The handler of a host that sends blobs itself. */
const startHandler = async () => {
  const service = fakeService();
  const { key } = await addAccount(service, 'first');
  const handler = apiHandler(service, { sendsBlobs: true, logError: () => undefined });
  return { service, ask: (call: ApiCall) => handler(eventOf(call, key), contextOf()) };
};

/** The same with a result. */
const start = async () => {
  const { service, ask } = await startHandler();
  const posted = await ask({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW_ID}`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument({ pages: 3 })),
  });
  // The handler's own response to a POST.
  const { processing_id } = JSON.parse(posted.body) as ProcessingResult;
  return {
    service,
    ask: (name: string, call: Partial<ApiCall> = {}) =>
      ask({ url: `/processing/results/${processing_id}${name}`, ...call }),
  };
};

describe('For a host that sends blobs itself', () => {
  it.each(['/ocr', '/hocr', '/document-splitting', '/extractions', '/thumbnail', '/page-images/1'])(
    'the result at %s names its blob, which the handler does not read',
    async (name) => {
      const { service, ask } = await start();
      await ask(name);
      const unread: string[] = [];
      service.blobs.get = (key) => Promise.reject(new Error(`${unread.push(key)} read`));
      const { statusCode, body, stored } = await ask(name);
      expect([statusCode, body, unread]).toEqual([200, '', []]);
      expect(stored).toMatchObject({ offset: 0, length: stored?.blob.size });
      expect(stored?.length).toBeGreaterThan(0);
    },
  );

  it(
    'a whole result whose text is very long is a blob too, which is written once and never read',
    { tags: 'slow' },
    async () => {
      const { service, ask } = await start();
      const small = await ask('');
      expect([small.statusCode, small.stored]).toEqual([200, undefined]);
      const [ocr = ''] = (await service.blobs.list('accounts/')).filter((key) => key.endsWith('/ocr.json'));
      const { pages } = JSON.parse(new TextDecoder().decode(await service.blobs.get(ocr))) as { pages: unknown };
      const long = { schema_version: 1, pages, filling: 'x'.repeat(17 * 1024 * 1024) };
      await service.blobs.put(ocr, JSON.stringify(long), 'application/json');
      const get = service.blobs.get.bind(service.blobs);
      service.blobs.get = () => Promise.reject(new Error('read'));
      const [first, second] = [await ask(''), await ask('')];
      service.blobs.get = get;
      expect([first.statusCode, first.body, first.headers?.['Content-Type']]).toEqual([200, '', 'application/json']);
      expect(second.stored).toEqual(first.stored);
      const text = new TextDecoder().decode(await service.blobs.get(first.stored?.blob.key ?? ''));
      expect(JSON.parse(text)).toEqual({ ...(JSON.parse(small.body) as object), ocr: long });
    },
  );

  it('the answer to a retry whose text is very long is the blob that was kept, which is never read', async () => {
    const { service, ask } = await startHandler();
    const call: ApiCall = {
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}`,
      headers: { ...MULTIPART, 'Idempotency-Key': 'long' },
      body: uploadBody(writeFakeDocument({ pages: 60 })),
    };
    expect((await ask(call)).statusCode).toBe(201);
    const [kept = ''] = (await service.blobs.list('accounts/')).filter((key) => key.includes('/result-'));
    await service.blobs.put(kept, JSON.stringify('x'.repeat(17 * 1024 * 1024)), 'application/json');
    service.blobs.get = () => Promise.reject(new Error('read'));
    const { statusCode, headers, body, stored } = await ask(call);
    expect([statusCode, headers?.['Idempotency-Replayed'], headers?.['Content-Type']]).toEqual([
      201,
      'true',
      'application/json',
    ]);
    expect([body, stored?.blob.key, stored?.length]).toEqual(['', kept, stored?.blob.size]);
  });

  it('a range names the bytes of the blob', async () => {
    const { ask } = await start();
    const { statusCode, stored } = await ask('/thumbnail', { headers: { Range: 'bytes=3-6' } });
    expect([statusCode, stored?.offset, stored?.length]).toEqual([206, 3, 4]);
  });

  it.each<[string, number, Partial<ApiCall>]>([
    ['HEAD', 200, { method: 'HEAD' }],
    ['304', 304, { headers: { 'If-None-Match': '*' } }],
    ['a coded text', 200, { headers: { 'Accept-Encoding': 'gzip, identity;q=0' } }],
  ])('%s names no blob', async (_, status, call) => {
    const { ask } = await start();
    const answer = await ask('/ocr', call);
    expect([answer.statusCode, answer.stored]).toEqual([status, undefined]);
  });
});

describe('On one machine, a file that was sent through POST /uploads with its type', () => {
  const pdf = writeFakeDocument({ pages: 3 });
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  let http: HttpService;
  beforeAll(async () => {
    http = await startHttpService();
  });
  afterAll(() => http.close());

  const post = async <Made>(path: string, body: unknown): Promise<Made> => {
    const answer = await http.call(path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
    return (await answer.json()) as Made;
  };
  /** @returns the id of the upload */
  const sendFile = async (): Promise<string> => {
    const announced = { file_name: 'letter.pdf', content_type: 'application/pdf', size: pdf.length };
    type Announced = { readonly upload_id: string; readonly url: string; readonly headers: Record<string, string> };
    const { upload_id: id, url, headers } = await post<Announced>('/uploads', announced);
    const { pathname, search } = new URL(url);
    const sent = await http.call(`${pathname}${search}`, { method: 'PUT', headers, body: Buffer.from(pdf) });
    expect(sent.status).toBe(200);
    return id;
  };
  const uploadOf = async (): Promise<string> => {
    const upload_id = await sendFile();
    const { processing_id: id } = await post<ProcessingResult>(`/processing/${GENERIC_WORKFLOW_ID}`, { upload_id });
    return `/processing/results/${id}/upload`;
  };
  const trainingFileOf = async (): Promise<string> => {
    const { workflow_id: workflow } = await post<{ readonly workflow_id: string }>('/workflows', {
      workflow_name: 'letters',
    });
    const body = { upload_ids: [await sendFile()], upload_mode: 'already_split' };
    const path = `/workflows/${workflow}/training-documents`;
    const { items } = await post<{ readonly items: readonly { readonly document_id: string }[] }>(path, body);
    return `${path}/${items[0]?.document_id}/file`;
  };

  it.each([
    ['as the upload of a result', uploadOf],
    ['as the file of a training document', trainingFileOf],
  ])('is returned %s, as a whole, as a range and to a HEAD, with the type of an unchecked file', async (_, pathOf) => {
    const path = await pathOf();
    const [whole, range, head] = await Promise.all([
      http.call(path),
      http.call(path, { headers: { Range: 'bytes=1-4' } }),
      http.call(path, { method: 'HEAD' }),
    ]);
    expect([whole.status, range.status, head.status]).toEqual([200, 206, 200]);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(Buffer.from(pdf));
    expect(Buffer.from(await range.arrayBuffer())).toEqual(Buffer.from(pdf.slice(1, 5)));
    for (const { headers } of [whole, range, head])
      expect(headers.get('Content-Type')).toBe('application/octet-stream');
    expect(head.headers.get('Content-Length')).toBe(String(pdf.length));
    expect(http.failures).toEqual([]);
  });
});
