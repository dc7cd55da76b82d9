/** A result is deleted while another request, or a step, is at work on it: nothing of it is left, nothing comes back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { buildResults } from '../../../core/processing/build-results.ts';
import { complete } from '../../../core/processing/complete.ts';
import { atEveryPlace } from '../harness/interleave.ts';
import { JSON_TYPE, processSample, VERIFICATION } from '../harness/process-sample.ts';
import { copyTestApi, startTestApi } from '../harness/test-api.ts';
import type { ApiCall, TestApi } from '../harness/test-api.ts';

const SAMPLE = { pages: 3, starts: [3] };
const IN_A_DAY = '2026-11-22T08:00:00Z';

interface WithResult {
  readonly api: TestApi;
  readonly id: string;
}
let processed: WithResult;
beforeAll(async () => {
  const api = await startTestApi();
  await api.service.table.write([{ update: accountKey(api.accountId), set: { error_reports: true } }]);
  processed = { api, id: await processSample(api, SAMPLE) };
});
const openWithResult = (): WithResult => ({ api: copyTestApi(processed.api), id: processed.id });

/** Everything in the live stores that names the result. */
const leftOf = async ({ service }: TestApi, id: string): Promise<string[]> => [
  ...service.table
    .everything()
    .filter((row) => JSON.stringify(row).includes(id))
    .map(({ pk, sk }) => `${pk} ${sk}`),
  ...(await service.blobs.list('')),
];

const at = (id: string, path: string): ApiCall => ({ url: `/processing/results/${id}${path}` });
const post = (url: string, body: object, headers = {}): ApiCall => ({
  method: 'POST',
  url,
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
});
const correction = (id: string, headers = {}): ApiCall =>
  post(`/processing/results/${id}${VERIFICATION}`, { sub_documents: [{ name: 'All', pages: [1, 2, 3] }] }, headers);

/** Deletes the result at every place of another call. @param statuses  that the call may have */
const deleteDuring = async (
  open: () => WithResult,
  statuses: readonly number[],
  callOf: (id: string) => ApiCall,
): Promise<void> => {
  const places = await atEveryPlace(() => {
    const { api, id } = open();
    const seen: number[] = [];
    return {
      api,
      first: async () => {
        seen.push((await api.call({ ...at(id, ''), method: 'DELETE' })).status);
      },
      second: async () => {
        const { status } = await api.call(callOf(id));
        expect(statuses).toContain(status);
      },
      check: async (place) => {
        expect([204, 403], place).toContain(seen[0]);
        expect(await leftOf(api, id), place).toEqual([]);
        expect(api.logged, place).toEqual([]);
      },
    };
  });
  expect(places).toBeGreaterThan(8);
};

describe('A result that is deleted', () => {
  it.each<readonly [string, readonly number[], (id: string) => ApiCall]>([
    ['it is deleted by another request', [204, 403], (id) => ({ ...at(id, ''), method: 'DELETE' })],
    ['its archive is made', [200, 403], (id) => at(id, '/archive')],
    ['a page image is scaled', [200, 403], (id) => at(id, '/page-images/1?width=10')],
    ['a PDF is rendered', [200, 403], (id) => at(id, '/split-pdfs/0?return_pages_with_ocr_data=true')],
    ['its result is read', [200, 403], (id) => at(id, '')],
    ['it is verified', [200, 403], (id) => ({ ...at(id, VERIFICATION), method: 'POST' })],
    ['it is corrected', [200, 403], (id) => correction(id)],
    ['it is corrected with a key', [200, 403, 410], (id) => correction(id, { 'Idempotency-Key': 'one' })],
    ['it is shared', [201, 403], (id) => post('/share-tokens', { processing_id: id, expires_at: IN_A_DAY })],
    [
      'it is shared with a key',
      [201, 403, 410],
      (id) => post('/share-tokens', { processing_id: id, expires_at: IN_A_DAY }, { 'Idempotency-Key': 'one' }),
    ],
    [
      'an error in it is reported',
      [201, 403],
      (id) => post('/processing/error-reports/extractions', { processing_id: id, description: 'wrong' }),
    ],
    [
      'it is cancelled with a key',
      [403, 409],
      (id) => ({ ...at(id, '/cancel'), method: 'POST', headers: { 'Idempotency-Key': 'one' } }),
    ],
  ])('leaves nothing where at the same time %s', async (_, statuses, callOf) => {
    await deleteDuring(openWithResult, statuses, callOf);
  });

  it('leaves nothing where at the same time a correction that is there is sent again with a key', async () => {
    const { api, id } = openWithResult();
    await api.call(correction(id));
    await deleteDuring(
      () => ({ api: copyTestApi(api), id }),
      [200, 403, 410],
      () => correction(id, { 'Idempotency-Key': 'one' }),
    );
  });

  it('leaves nothing where a step that timed out is still at work on it', async () => {
    for (const step of [buildResults, complete])
      await atEveryPlace(async () => {
        const { api, id } = openWithResult();
        const key = { account_id: api.accountId, processing_id: id };
        // The step has results to write again.
        await api.service.blobs.deleteAll(`accounts/${api.accountId}/processings/${id}/thumbnail`);
        return {
          api,
          first: () => api.call({ ...at(id, ''), method: 'DELETE' }),
          second: () =>
            // The step may fail: there is nobody who waits for its request.
            step(api.service, key).catch(() => undefined),
          check: async (place) => {
            expect(await leftOf(api, id), `${step.name}, ${place}`).toEqual([]);
          },
        };
      });
  });

  it('leaves nothing once its steps have ended, where it is being processed', { tags: 'slow' }, async () => {
    await atEveryPlace(async () => {
      const api = await startTestApi();
      api.service.stateMachines.runsAtOnce = false;
      const id = await processSample(api, SAMPLE);
      return {
        api,
        first: async () => {
          expect((await api.call({ ...at(id, ''), method: 'DELETE' })).status).toBe(204);
        },
        second: () => api.service.stateMachines.runWaiting(),
        check: async (place) => {
          expect((await api.call(at(id, ''))).status, place).toBe(403);
          await api.service.clock.sleep(2 * 3_600_000);
          await deleteExpired(api.service);
          expect(await leftOf(api, id), place).toEqual([]);
        },
      };
    });
  });
});
