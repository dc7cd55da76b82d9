import type { UsageSeries } from '../../api/usage.ts';

interface Period {
  readonly start: string;
  readonly end: string;
}

/**
 * Returns the period of the same length before (-1) or after (1) the given one. A period ends at a boundary of its
 * intervals: the next one begins where this one ends.
 */
export const shiftPeriod = ({ start, end }: Period, direction: -1 | 1): Period => {
  const length = Date.parse(end) - Date.parse(start);
  const [from, to] =
    direction === -1 ? [Date.parse(start) - length, Date.parse(start)] : [Date.parse(end), Date.parse(end) + length];
  return { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
};

/** Whether a later period would lie in the future. @param now  milliseconds since 1970 */
export const isLatest = ({ end }: Pick<UsageSeries, 'end'>, now: number): boolean => Date.parse(end) >= now;
