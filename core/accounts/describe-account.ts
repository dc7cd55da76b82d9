/** An account as its people see it: plan, use of the month, who asks. */
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { planNameOf, planOf } from './limits/plan.ts';
import type { Plan } from './limits/plan.ts';
import { endOfMonth, monthOf, readMonth } from './limits/quota.ts';

export interface DescribedAccount {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly retain_days: number | null;
  readonly created_at: string;
  readonly plan: Plan & { readonly name: string };
  /** Of the current month; null where the plan has no limit. */
  readonly month: {
    readonly month: string;
    readonly pages: number;
    readonly pages_left: number | null;
    readonly credits: number;
    readonly credits_left: number | null;
    readonly ends_at: string;
  };
  readonly caller: { readonly kind: Caller['kind']; readonly id: string; readonly name: string; readonly role: string };
}

const left = (limit: number | null, used: number): number | null => (limit === null ? null : Math.max(0, limit - used));

export const describeAccount = async (
  service: Pick<Service, 'table' | 'clock' | 'settings'>,
  { account, kind, id, name, role }: Caller,
): Promise<DescribedAccount> => {
  const plan = planOf(service.settings, account);
  const month = monthOf(service.clock.now().toISOString());
  const { pages, credits } = await readMonth(service, account.account_id, month);
  return {
    account_id: account.account_id,
    name: account.name,
    email: account.email ?? null,
    retain_days: account.retain_days ?? null,
    created_at: account.created_at,
    plan: { name: planNameOf(service.settings, account), ...plan },
    month: {
      month,
      pages,
      pages_left: left(plan.pages_per_month, pages),
      credits,
      credits_left: left(plan.credits_per_month, credits),
      ends_at: endOfMonth(month),
    },
    caller: { kind, id, name, role },
  };
};
