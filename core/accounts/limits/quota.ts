/**
 * Pages and credits of an account in a calendar month (UTC): one row a month. What is reserved counts at once; what
 * fails is given back.
 */
import { z } from 'zod';
import type { ConditionClause, Key, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import type { Plan } from './plan.ts';

export const CREDITS_PER_SUB_DOCUMENT = 25;

/** Null: no limit. */
export const monthLimitsSchema = z.object({ pages: z.int().nullable(), credits: z.int().nullable() });
export type MonthLimits = z.infer<typeof monthLimitsSchema>;
export const NO_MONTH_LIMITS: MonthLimits = { pages: null, credits: null };
export const monthLimitsOf = (plan: Plan): MonthLimits => ({
  pages: plan.pages_per_month,
  credits: plan.credits_per_month,
});

/** What is counted of one month. */
export interface Amounts {
  readonly pages: number;
  readonly credits: number;
}
const amountsSchema = z.object({ pages: z.number().default(0), credits: z.number().default(0) });
const NOTHING: Amounts = { pages: 0, credits: 0 };

/** Length of `2026-11`, a month in ISO 8601. */
const MONTH_LENGTH = 7;

/** The month of a time in ISO 8601 with the zone Z. */
export const monthOf = (time: string): string => time.slice(0, MONTH_LENGTH);

/** When the month ends and the next one begins, in ISO 8601. */
export const endOfMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString();
};

export const monthsPartition = (accountId: string): string => `ACCOUNT#${accountId}#MONTHS`;
const monthKey = (accountId: string, month: string): Key => ({ pk: monthsPartition(accountId), sk: month });

/** What was counted in a month; undefined before its first count. */
export const findMonth = async (
  { table }: Pick<Service, 'table'>,
  accountId: string,
  month: string,
): Promise<Amounts | undefined> => {
  const row = await table.get(monthKey(accountId, month));
  return row === undefined ? undefined : amountsSchema.parse(row);
};

export const readMonth = async (service: Pick<Service, 'table'>, accountId: string, month: string): Promise<Amounts> =>
  (await findMonth(service, accountId, month)) ?? NOTHING;

/** Begins a month, so that conditions on its amounts can hold. Changes nothing where it has begun. */
export const beginMonth = (accountId: string, month: string): WriteOperation => ({
  update: monthKey(accountId, month),
  add: { ...NOTHING },
});

/**
 * Adds amounts, which may be negative, to a month. With limits, the condition fails where the sum would be above one, and
 * before the month has begun.
 */
export const addToMonth = (
  accountId: string,
  month: string,
  amounts: Amounts,
  limits = NO_MONTH_LIMITS,
): WriteOperation => ({
  update: monthKey(accountId, month),
  add: { ...amounts },
  when: (['pages', 'credits'] as const).flatMap((name): ConditionClause[] => {
    const most = limits[name];
    return most === null || amounts[name] <= 0 ? [] : [{ attribute: name, atMost: most - amounts[name] }];
  }),
});
