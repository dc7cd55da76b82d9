import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import type { DownloadAddresses } from '../../../core/ports.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { withinSizeLimit } from '../../../lambdas/api/representation/large-answers.ts';
import { asTenantOfFunction } from '../../fakes/access/current-function.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { JumpingClock } from '../../fakes/fake-world.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';

const ADDRESS = 'https://storage.test/';
const downloads: DownloadAddresses = {
  presignDownload: (key, expiresAt) => Promise.resolve(`${ADDRESS}${key}?expires=${expiresAt.toISOString()}`),
};

/** A host whose size limit for responses becomes small when `shrink` is called. */
const start = async (pages = 3) => {
  const dispositions: (string | undefined)[] = [];
  const recorded: DownloadAddresses = {
    presignDownload: (key, expiresAt, contentDisposition) => {
      dispositions.push(contentDisposition);
      return downloads.presignDownload(key, expiresAt);
    },
  };
  const largeAnswers = { maxBytes: 1_000_000, downloads: recorded, clock: new JumpingClock() };
  const api = await startTestApi({}, { largeAnswers });
  const shrink = (): void => {
    largeAnswers.maxBytes = 300;
  };
  const post = (query: string) =>
    api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}${query}`,
      headers: MULTIPART,
      body: uploadBody(writeFakeDocument({ pages })),
    });
  /** Fetches a presigned URL. */
  const fetched = async (location: string): Promise<string> =>
    new TextDecoder().decode(await api.service.blobs.get(location.slice(ADDRESS.length).split('?')[0] ?? ''));
  return { api, post, shrink, fetched, dispositions };
};

describe("An answer above the host's size limit", () => {
  it('to a GET is a presigned redirect to the same bytes, with expiry and size', async () => {
    const { api, post, shrink, fetched } = await start();
    const id = (await post('?include=thumbnail')).json<{ processing_id: string }>().processing_id;
    shrink();
    const answer = await api.call({ url: `/processing/results/${id}/ocr` });
    expect([answer.status, answer.headers['cache-control']]).toEqual([307, 'no-store']);
    const text = await fetched(answer.headers['location'] ?? '');
    expect(JSON.parse(text)).toHaveProperty('pages');
    expect(answer.json()).toEqual({
      url: answer.headers['location'],
      expires_at: expect.any(String) as string,
      size: Buffer.byteLength(text),
    });
  });

  it('to the POST is 303, so that a client fetches it with GET, and has the whole result', async () => {
    const { post, shrink, fetched } = await start();
    shrink();
    const answer = await post('');
    expect(answer.status).toBe(303);
    expect(JSON.parse(await fetched(answer.headers['location'] ?? ''))).toMatchObject({
      workflow_id: GENERIC_WORKFLOW_ID,
      document_splitting: { schema_version: 1 },
    });
  });

  it("is signed as the request's tenant; routes without a key run without a tenant", async () => {
    const now = new AsyncLocalStorage<string>();
    const signedFor: (string | undefined)[] = [];
    const api = await startTestApi(
      {},
      {
        largeAnswers: {
          maxBytes: 300,
          clock: new JumpingClock(),
          downloads: {
            presignDownload: () => {
              signedFor.push(now.getStore());
              return Promise.resolve(ADDRESS);
            },
          },
        },
        asTenant: (tenant, work) => now.run(tenant, () => asTenantOfFunction(tenant, work)),
      },
    );
    const { headers } = await api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}`,
      headers: MULTIPART,
      body: uploadBody(writeFakeDocument({ pages: 3 })),
    });
    expect(headers['location']).toBe(ADDRESS);
    expect((await api.call({ url: '/health', key: null })).status).toBe(200);
    expect(signedFor).toEqual([api.accountId]);
  });

  it.each([
    ['bytes in base64: 3 become 4', new Uint8Array(3), 4],
    ['text as JSON: a quote becomes two characters, and the text is quoted', '"a"', 7],
  ])('counts %s', async (_, body, carried) => {
    const answer = { status: 200, headers: {}, body, blobKey: () => Promise.resolve('key') };
    const statusAt = async (maxBytes: number) =>
      (await withinSizeLimit('GET', answer, { maxBytes, downloads, clock: new JumpingClock() })).status;
    expect([await statusAt(carried), await statusAt(carried - 1)]).toEqual([200, 307]);
  });

  it('is not redirected where its content coding or the requested range fits', async () => {
    const { api, post, shrink } = await start(60);
    const id = (await post('?include=thumbnail')).json<{ processing_id: string }>().processing_id;
    const statusOf = async (name: string, headers: Readonly<Record<string, string>> = {}) =>
      (await api.call({ url: `/processing/results/${id}${name}`, headers })).status;
    expect(await statusOf('/pdf?dpi=100')).toBe(200);
    shrink();
    expect(await statusOf('/ocr')).toBe(307);
    expect(await statusOf('/ocr', { 'Accept-Encoding': 'br' })).toBe(200);
    expect(await statusOf('/pdf?dpi=100')).toBe(307);
    expect(await statusOf('/pdf?dpi=100', { Range: 'bytes=0-99' })).toBe(206);
    expect(await statusOf('/pdf?dpi=100', { Range: 'bytes=1-' })).toBe(307);
  });

  it('keeps the name of a file, and is not read before the redirect', async () => {
    const { api, post, shrink, dispositions } = await start(60);
    const id = (await post('?include=thumbnail')).json<{ processing_id: string }>().processing_id;
    await api.call({ url: `/processing/results/${id}/pdf?dpi=100` });
    shrink();
    const read: string[] = [];
    const get = api.service.blobs.get.bind(api.service.blobs);
    api.service.blobs.get = (key, range) => {
      read.push(key.split('/').at(-1) ?? '');
      return get(key, range);
    };
    const answer = await api.call({ url: `/processing/results/${id}/pdf?dpi=100` });
    const size = (await api.call({ method: 'HEAD', url: `/processing/results/${id}/pdf?dpi=100` })).headers[
      'content-length'
    ];
    expect([answer.status, answer.json()['size']]).toEqual([307, Number(size)]);
    expect(dispositions).toEqual([`inline; filename=inbox.pdf; filename*=UTF-8''inbox.pdf`]);
    expect(new Set(read)).toEqual(new Set(['page-geometry.json']));
  });

  it('to a HEAD is not redirected, because it has no body', async () => {
    const { api, post, shrink } = await start();
    const id = (await post('?include=thumbnail')).json<{ processing_id: string }>().processing_id;
    shrink();
    const answer = await api.call({ method: 'HEAD', url: `/processing/results/${id}/ocr` });
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
  });
});
