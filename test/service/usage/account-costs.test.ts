/** The sum of costs of each account, which the operator reads. */
import { describe, expect, it } from 'vitest';
import type { AccountCosts } from '../../../core/workflows/account/account-costs.ts';
import type { Page } from '../../../core/storage/lists/list-page.ts';
import { manageAccounts } from '../../../lambdas/manage-accounts.ts';
import { asFunction } from '../../fakes/access/current-function.ts';
import { addWorkflow } from '../../fakes/fake-workflows.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const UNIT_COSTS = { currency: 'EUR', perDocument: 1, perPage: 0.01, perOcrPage: 0.0001, pricesOf: '2026-11-25' };

interface Created {
  readonly account_id: string;
  readonly api_key: string;
}

/** As the operator invokes the function, with its permissions. */
const manage = <Value>(api: TestApi, command: object): Promise<Value> =>
  // The test knows what each command returns.
  asFunction('OperationsManageAccounts', () => manageAccounts(api.service)(command)) as Promise<Value>;

const listCosts = (api: TestApi, month: string, more: object = {}): Promise<Page<AccountCosts>> =>
  manage(api, { action: 'list_costs', month, ...more });

const monthOf = (api: TestApi): string => api.service.clock.now().toISOString().slice(0, 7);

/** A deployment with two accounts. */
const start = async (settings: Parameters<typeof startTestApi>[0] = { estimatedCost: UNIT_COSTS }) => {
  const api = await startTestApi(settings);
  const create = (name: string): Promise<Created> =>
    manage<Created>(api, { action: 'create_account', name, plan: 'unlimited' });
  const one = await create('One');
  await api.service.clock.sleep(1000);
  return { api, one, two: await create('Two') };
};

describe('The costs of all accounts', () => {
  it('are for each the sum over its workflows, of which one is deleted and has documents', async () => {
    const { api, one, two } = await start();
    const own = await addWorkflow(api.service, one.account_id);
    const url = `/processing/${own.workflow_id}`;
    await processSample(api, { pages: 5, textLayers: [2, 3] }, undefined, { key: one.api_key });
    await processSample(api, { pages: 2, textLayers: [1, 2] }, undefined, { key: one.api_key, url });
    await processSample(api, { pages: 1 }, undefined, { key: two.api_key });
    const deleted = { method: 'DELETE', url: `/workflows/${own.workflow_id}`, key: one.api_key };
    expect((await api.call(deleted)).status).toBe(204);
    const cost = (amount: number) => ({ amount, currency: 'EUR', prices_of: '2026-11-25' });
    expect(await listCosts(api, monthOf(api))).toEqual({
      items: [
        { account_id: one.account_id, name: 'One', documents: 2, pages: 7, ocr_pages: 3, estimated_cost: cost(2.0703) },
        { account_id: two.account_id, name: 'Two', documents: 1, pages: 1, ocr_pages: 1, estimated_cost: cost(1.0101) },
      ],
      next: null,
    });
  });

  it('are those of one month', async () => {
    const { api, one } = await start();
    await processSample(api, { pages: 5 }, undefined, { key: one.api_key });
    const [year = 0, month = 0] = monthOf(api).split('-').map(Number);
    for (const other of [Date.UTC(year, month - 2), Date.UTC(year, month)]) {
      const { items } = await listCosts(api, new Date(other).toISOString().slice(0, 7));
      expect(items.map(({ documents, estimated_cost: cost }) => [documents, cost?.amount])).toEqual([
        [0, 0],
        [0, 0],
      ]);
    }
    await expect(listCosts(api, '2026-13')).rejects.toThrow('month');
  });

  it('come page by page, and without an estimate where the deployment has no unit costs', async () => {
    const { api, one, two } = await start({});
    await processSample(api, { pages: 3 }, undefined, { key: one.api_key });
    const first = await listCosts(api, monthOf(api), { limit: 1 });
    expect(first.items).toEqual([{ account_id: one.account_id, name: 'One', documents: 1, pages: 3, ocr_pages: 3 }]);
    const second = await listCosts(api, monthOf(api), { limit: 1, cursor: first.next });
    expect(second.items).toMatchObject([{ account_id: two.account_id, documents: 0 }]);
    expect(second.next).toBeNull();
  });
});
