/** Documents that wait for their account's turn, as a client of the API sees them. */
import { describe, expect, it } from 'vitest';
import { release } from '../../../core/requests/admission/admission.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const send = (api: TestApi, wait: number, key?: string) =>
  api.call({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW_ID}?wait_for=${wait}`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument({ pages: 2, starts: [2] })),
    ...(key === undefined ? {} : { key }),
  });

interface Accepted {
  readonly processing_id: string;
}

/** One document runs until the test lets it end. */
const openFull = async (settings = {}) => {
  const api = await startTestApi({ maxExecutions: 1, ...settings });
  api.service.stateMachines.runsAtOnce = false;
  const running = (await send(api, 0)).json<Accepted>().processing_id;
  return { api, running };
};

const secondsSince = (api: TestApi, start: Date): number =>
  (api.service.clock.now().getTime() - start.getTime()) / 1000;

describe('A document that waits for its turn', () => {
  it('is answered with 202 at once where a call that waits is costly, by the POST and by the GET', async () => {
    const { api } = await openFull({ waitingIsCostly: true });
    const start = api.service.clock.now();
    const answer = await send(api, 20);
    expect(answer.status).toBe(202);
    expect(answer.headers['retry-after']).toBe('2');
    const { processing_id: id } = answer.json<Accepted>();
    expect((await api.call({ url: `/processing/results/${id}?wait_for=20` })).status).toBe(202);
    expect(secondsSince(api, start)).toBeLessThan(1);
    const progress = await api.call({ url: `/processing/results/${id}/progress` });
    expect(progress.json()).toMatchObject({ state: 'queued' });
  });

  it('is waited for where a call that waits is not', async () => {
    const { api } = await openFull();
    const start = api.service.clock.now();
    expect((await send(api, 20)).status).toBe(202);
    expect(secondsSince(api, start)).toBeGreaterThanOrEqual(20);
  });

  it('is waited for as before once it is admitted, although the host says that waiting is costly', async () => {
    const { api, running } = await openFull({ waitingIsCostly: true });
    const start = api.service.clock.now();
    expect((await api.call({ url: `/processing/results/${running}?wait_for=20` })).status).toBe(202);
    expect(secondsSince(api, start)).toBeGreaterThanOrEqual(20);
  });

  it('is processed when it is its turn', async () => {
    const { api } = await openFull({ waitingIsCostly: true });
    const ids = [await send(api, 0), await send(api, 0, api.otherKey), await send(api, 0)].map(
      (answer) => answer.json<Accepted>().processing_id,
    );
    for (let turn = 0; turn <= ids.length; turn += 1) await api.service.stateMachines.runWaiting();
    const keys = [api.key, api.otherKey, api.key];
    for (const [at, id] of ids.entries())
      expect((await api.call({ url: `/processing/results/${id}`, key: keys[at] ?? null })).status).toBe(200);
  });

  it('gives nothing back for another account', async () => {
    const { api, running } = await openFull();
    await send(api, 0);
    await release(api.service, { account_id: api.accountId, processing_id: api.service.ids.uuid() });
    const { items } = await api.service.table.query({ pk: 'ADMISSION#SLOTS' });
    expect(items.map((item) => item['processing_id'])).toEqual([running]);
  });
});
