import { USAGE_INTERVALS } from '../api/account/usage-intervals.ts';
import type { UsageInterval } from '../api/account/usage-intervals.ts';

/** Which part of the usage is shown. Absent: days until now. */
export interface DashboardSearch {
  readonly interval?: UsageInterval;
  /** ISO 8601. */
  readonly start?: string;
  /** ISO 8601; not included. */
  readonly end?: string;
}

const timeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** What cannot be read is left out. */
export const dashboardSearch = (search: Readonly<Record<string, unknown>>): DashboardSearch => {
  const interval = USAGE_INTERVALS.find((one) => one === search['interval']);
  const [start, end] = [timeOf(search['start']), timeOf(search['end'])];
  return {
    ...(interval === undefined ? {} : { interval }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
};
