import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import type { DownloadAddresses } from '../../core/ports.ts';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import { carriable } from '../../lambdas/api/middleware/large-answers.ts';
import { drawFakeDocument } from '../fakes/fake-document.ts';
import { JumpingClock } from '../fakes/fake-world.ts';
import { MULTIPART, uploadBody } from './multipart-body.ts';
import { startTestApi } from './test-api.ts';

const ADDRESS = 'https://storage.test/';
const downloads: DownloadAddresses = {
  presignDownload: (key, expiresAt) => Promise.resolve(`${ADDRESS}${key}?expires=${expiresAt.toISOString()}`),
};

/** A host that carries a small answer only, from the moment that `shrink` says so. */
const start = async () => {
  const largeAnswers = { maxBytes: 1_000_000, downloads, clock: new JumpingClock() };
  const api = await startTestApi({}, { largeAnswers });
  const shrink = (): void => {
    largeAnswers.maxBytes = 300;
  };
  const post = (query: string) =>
    api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}${query}`,
      headers: MULTIPART,
      body: uploadBody(drawFakeDocument({ pages: 3 })),
    });
  /** What lies at an address that was given out. */
  const fetched = async (location: string): Promise<string> =>
    new TextDecoder().decode(await api.service.blobs.get(location.slice(ADDRESS.length).split('?')[0] ?? ''));
  return { api, post, shrink, fetched };
};

describe('An answer larger than the host can carry', () => {
  it('to a GET is a redirect to the same bytes in storage, with when it ends and how large they are', async () => {
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

  it('to the POST itself is 303, so that a client fetches it with GET, and holds the whole result', async () => {
    const { post, shrink, fetched } = await start();
    shrink();
    const answer = await post('');
    expect(answer.status).toBe(303);
    expect(JSON.parse(await fetched(answer.headers['location'] ?? ''))).toMatchObject({
      workflow_id: GENERIC_WORKFLOW_ID,
      document_splitting: { schema_version: 1 },
    });
  });

  it('is addressed, like all that is done for a request, as the tenant whose request it is; what needs no key as nobody', async () => {
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
        asTenant: (tenant, work) => now.run(tenant, work),
      },
    );
    const { headers } = await api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}`,
      headers: MULTIPART,
      body: uploadBody(drawFakeDocument({ pages: 3 })),
    });
    expect(headers['location']).toBe(ADDRESS);
    expect((await api.call({ url: '/health', key: null })).status).toBe(200);
    expect(signedFor).toEqual([api.accountId]);
  });

  it.each([
    ['bytes in base64: three become four', new Uint8Array(3), 4],
    ['text as JSON: a quote becomes two characters, and there are quotes around it', '"a"', 7],
  ])('counts %s', async (_, body, carried) => {
    const answer = { status: 200, headers: {}, body, blobKey: () => Promise.resolve('key') };
    const statusAt = async (maxBytes: number) =>
      (await carriable('GET', answer, { maxBytes, downloads, clock: new JumpingClock() })).status;
    expect([await statusAt(carried), await statusAt(carried - 1)]).toEqual([200, 307]);
  });

  it('is answered to a HEAD as ever: it has no body to carry', async () => {
    const { api, post, shrink } = await start();
    const id = (await post('?include=thumbnail')).json<{ processing_id: string }>().processing_id;
    shrink();
    const answer = await api.call({ method: 'HEAD', url: `/processing/results/${id}/ocr` });
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
  });
});
