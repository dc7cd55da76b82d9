import type { UsageSeries } from '../../api/account/usage.ts';

/** The classes of HTTP statuses that the API answers with. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

type Operation = { readonly operation: string } & Readonly<Record<StatusClass, number>>;

/** Returns the operations with their calls by class of status, those with most calls first. */
export const operationsOf = (calls: UsageSeries['total']['api_calls']): Operation[] => {
  const operations = new Map<string, Record<StatusClass, number>>();
  for (const { operation, status, count } of calls) {
    const counts = operations.get(operation) ?? { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
    const name = STATUS_CLASSES.find((one) => one.startsWith(String(Math.floor(status / 100))));
    if (name !== undefined) counts[name] += count;
    operations.set(operation, counts);
  }
  const sumOf = (one: Operation): number => STATUS_CLASSES.reduce((sum, name) => sum + one[name], 0);
  return [...operations]
    .map(([operation, counts]) => ({ operation, ...counts }))
    .sort((one, other) => sumOf(other) - sumOf(one));
};
