import type { UsageInterval } from '../../api/account/usage-intervals.ts';
import type { UsageSeries } from '../../api/account/usage.ts';

interface Period {
  readonly start: string;
  readonly end: string;
}

/** What of a series decides about the periods beside it. */
export interface ShiftedSeries extends Pick<UsageSeries, 'interval' | 'time_zone'> {
  readonly items: readonly Period[];
}

const HOUR_MS = 3_600_000;
const HOURS = { hourly: 1, daily: 24, weekly: 168 } as const;

/** The time so many intervals later, as clocks show it that are never changed. */
const later = (time: number, interval: UsageInterval, count: number): number => {
  if (interval !== 'monthly') return time + count * HOURS[interval] * HOUR_MS;
  const date = new Date(time);
  return date.setUTCMonth(date.getUTCMonth() + count);
};

/** What the clocks of the zone show, as if they were those of UTC. Swedish writes times like ISO 8601. */
const clockOf = (time: number, timeZone: string): number =>
  Date.parse(`${new Date(time).toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`);

/** How many intervals lie between the end of the series and the end of the current one; at most those of the series. */
const intervalsUntil = (now: number, end: string, { interval, time_zone: zone, items }: ShiftedSeries): number => {
  // Hours pass while the clocks are changed; days, weeks and months are those of the clocks.
  const timeOf = (time: number): number => (interval === 'hourly' ? time : clockOf(time, zone));
  const [from, to] = [timeOf(Date.parse(end)), timeOf(now)];
  let count = 0;
  while (count < items.length && later(from, interval, count) <= to) count += 1;
  return count;
};

/**
 * The period before (-1) or after (1) the series, with as many intervals; none is later than the current one. It goes from
 * the middle of its first interval to that of its last: the service answers with the whole intervals, and no day of 23 or
 * 25 hours leads beside them.
 * @param now  milliseconds since 1970
 */
export const shiftPeriod = (series: ShiftedSeries, direction: -1 | 1, now: number): Period => {
  const { interval, items } = series;
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A series has an interval at least.');
  const count = direction === -1 ? -items.length : intervalsUntil(now, last.end, series);
  const middleOf = ({ start, end }: Period): number =>
    later((Date.parse(start) + Date.parse(end)) / 2, interval, count);
  // One interval has one middle; an end is not included.
  return { start: new Date(middleOf(first)).toISOString(), end: new Date(middleOf(last) + 1).toISOString() };
};

/** Whether a later period would lie in the future. @param now  milliseconds since 1970 */
export const isLatest = ({ end }: Pick<UsageSeries, 'end'>, now: number): boolean => Date.parse(end) >= now;
