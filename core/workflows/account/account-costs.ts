/** What an account's documents of a month cost the operator, by the deployment's unit costs: the sum over its workflows. */
import { z } from 'zod';
import { listAccounts } from '../../accounts/account.ts';
import type { Account } from '../../accounts/account.ts';
import { estimateCost } from '../../accounts/usage/estimated-cost.ts';
import type { EstimatedCost } from '../../accounts/usage/estimated-cost.ts';
import { countsBetween } from '../../accounts/usage/usage-rows.ts';
import type { Counter } from '../../accounts/usage/usage-rows.ts';
import type { Service } from '../../service.ts';
import type { Page, PageRequest } from '../../storage/lists/list-page.ts';
import { workflowIdsOf } from './account-rows.ts';

/** A month of UTC: `2026-11`. */
export const monthSchema = z.string().regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, 'a month such as 2026-11');

/** Of documents that succeeded in a month. */
export interface AccountCosts {
  readonly account_id: string;
  readonly name: string;
  readonly documents: number;
  readonly pages: number;
  /** Pages without a usable text layer. */
  readonly ocr_pages: number;
  /** Absent where the deployment has no unit costs. */
  readonly estimated_cost?: EstimatedCost;
}

type Stores = Pick<Service, 'table' | 'settings'>;

/** The beginning of the month and of the next one. */
const rangeOf = (month: string): { readonly from: Date; readonly to: Date } => {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
};

const costsOf = async (
  service: Stores,
  { account_id, name }: Pick<Account, 'account_id' | 'name'>,
  month: string,
): Promise<AccountCosts> => {
  const sums = new Map<string, number>();
  for (const workflow_id of await workflowIdsOf(service, account_id)) {
    const usage = { account_id, workflow_id };
    for await (const { name: counter, count } of countsBetween(service, { kind: 'HOUR', usage, ...rangeOf(month) }))
      sums.set(counter, (sums.get(counter) ?? 0) + count);
  }
  const counted = (counter: Counter): number => sums.get(counter) ?? 0;
  const { estimatedCost } = service.settings;
  return {
    account_id,
    name,
    documents: counted('succeeded'),
    pages: counted('pages'),
    ocr_pages: counted('ocr_pages'),
    ...(estimatedCost === undefined ? {} : { estimated_cost: estimateCost(estimatedCost, counted) }),
  };
};

/**
 * A page of all accounts with the costs of a month, oldest first; for the operator, never for an HTTP request.
 * @param month  of UTC: `2026-11`
 * @throws ValidationError for a cursor that this list did not give
 */
export const listAccountCosts = async (
  service: Stores,
  { month, ...page }: PageRequest & { readonly month: string },
): Promise<Page<AccountCosts>> => {
  const { items, next } = await listAccounts(service, page);
  const costs: AccountCosts[] = [];
  for (const account of items) costs.push(await costsOf(service, account, month));
  return { items: costs, next };
};
