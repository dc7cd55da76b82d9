/** The estimated cost in the usage of a workflow: what it counts, and who sees it. */
import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { UsageSeries } from '../../../core/accounts/usage/usage-series.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const UNIT_COSTS = { currency: 'EUR', perDocument: 1, perPage: 0.01, perOcrPage: 0.0001, pricesOf: '2026-11-25' };
const URL = `/processing/${GENERIC_WORKFLOW_ID}/usage/daily`;

const usageOf = async (api: TestApi, key?: string): Promise<UsageSeries> =>
  (await api.call({ url: URL, ...(key === undefined ? {} : { key }) })).json<UsageSeries>();
const costOf = async (api: TestApi, key?: string) => (await usageOf(api, key)).total.estimated_cost;

describe('The estimated cost of a workflow', () => {
  it('is that of its documents, their pages, and their pages without a text layer', async () => {
    const api = await startTestApi({ estimatedCost: UNIT_COSTS });
    await processSample(api, { pages: 5, textLayers: [2, 3] });
    await processSample(api, { pages: 2, textLayers: [1, 2] });
    const { items, total } = await usageOf(api);
    expect(total.estimated_cost).toEqual({ amount: 2.0703, currency: 'EUR', prices_of: '2026-11-25' });
    expect(items.at(-1)?.estimated_cost).toEqual(total.estimated_cost);
    expect(items[0]?.estimated_cost?.amount).toBe(0);
  });

  it('does not count a document that failed', async () => {
    const api = await startTestApi({ estimatedCost: UNIT_COSTS });
    await processSample(api, { pages: 3, fails: { job: 'readPageRange', error: 'DocumentUnreadableError' } });
    const { total } = await usageOf(api);
    expect([total.failures, total.estimated_cost?.amount]).toEqual([1, 0]);
  });

  it('is absent where the deployment has no unit costs', async () => {
    const api = await startTestApi();
    await processSample(api, { pages: 1 });
    const { items, total } = await usageOf(api);
    expect([total, ...items].filter((figures) => 'estimated_cost' in figures)).toEqual([]);
    expect((await api.call({ url: URL, headers: { Accept: 'text/csv' } })).text()).not.toContain('cost');
  });

  it.each(['member', 'reviewer'] as const)('is not shown to a %s, as JSON or CSV', async (role) => {
    const api = await startTestApi({ estimatedCost: UNIT_COSTS });
    await processSample(api, { pages: 1 });
    const key = await addKey(api.service, api.accountId, role);
    for (const Accept of ['application/json', 'text/csv']) {
      const answer = await api.call({ url: URL, key, headers: { Accept } });
      expect(answer.status).toBe(200);
      expect(answer.text()).not.toContain('estimated_cost');
    }
  });

  it("is that of the account's own documents", async () => {
    const api = await startTestApi({ estimatedCost: UNIT_COSTS });
    await processSample(api, { pages: 4 });
    expect((await costOf(api, api.otherKey))?.amount).toBe(0);
    await processSample(api, { pages: 1 }, undefined, { key: api.otherKey });
    expect((await costOf(api, api.otherKey))?.amount).toBe(1.0101);
    expect((await costOf(api))?.amount).toBe(1.0404);
  });

  it('is a column of the CSV, named after the currency', async () => {
    const api = await startTestApi({ estimatedCost: UNIT_COSTS });
    await processSample(api, { pages: 1 });
    const [header, ...lines] = (await api.call({ url: URL, headers: { Accept: 'text/csv' } }))
      .text()
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = header?.indexOf('estimated_cost_eur') ?? -1;
    expect(header?.[column - 1]).toBe('latency_p95_ms');
    expect([lines[0]?.[column], lines.at(-1)?.[column]]).toEqual(['0', '1.0101']);
    expect(lines.every(({ length }) => length === header?.length)).toBe(true);
  });
});
