/** The counters of finished requests of the generic workflow, summed over all time. */
import { countsBetween, COUNTERS } from '../../core/accounts/usage/usage-rows.ts';
import type { Counter } from '../../core/accounts/usage/usage-rows.ts';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import type { Service } from '../../core/service.ts';

export const countedUsage = async (
  service: Pick<Service, 'table'>,
  accountId: string,
): Promise<Record<Counter, number>> => {
  const sums = new Map<string, number>();
  const usage = { account_id: accountId, workflow_id: GENERIC_WORKFLOW_ID };
  const all = { from: new Date('2020-01-01'), to: new Date('2100-01-01') };
  for await (const { name, count } of countsBetween(service, { kind: 'HOUR', usage, ...all }))
    sums.set(name, (sums.get(name) ?? 0) + count);
  // COUNTERS has the keys of the record.
  return Object.fromEntries(COUNTERS.map((name) => [name, sums.get(name) ?? 0])) as Record<Counter, number>;
};
