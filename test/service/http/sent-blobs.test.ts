import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import { apiHandler } from '../../../lambdas/api/api-handler.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import type { ApiCall } from '../harness/test-api.ts';
import { contextOf, eventOf } from '../harness/test-api.ts';

/** The handler of a host that sends blobs itself. */
const start = async () => {
  const service = fakeService();
  const { key } = await addAccount(service, 'first');
  const handler = apiHandler(service, { sendsBlobs: true, logError: () => undefined });
  const ask = (call: ApiCall) => handler(eventOf(call, key), contextOf());
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

  it('a range names the bytes of the blob', async () => {
    const { ask } = await start();
    const { statusCode, stored } = await ask('/thumbnail', { headers: { Range: 'bytes=3-6' } });
    expect([statusCode, stored?.offset, stored?.length]).toEqual([206, 3, 4]);
  });

  it.each<[string, Partial<ApiCall>]>([
    ['HEAD', { method: 'HEAD' }],
    ['304', { headers: { 'If-None-Match': '*' } }],
    ['a coded text', { headers: { 'Accept-Encoding': 'gzip, identity;q=0' } }],
  ])('%s names no blob', async (_, call) => {
    const { ask } = await start();
    expect((await ask('/ocr', call)).stored).toBeUndefined();
  });
});
