/** Hours, days, weeks and months of a time zone. */
import { Temporal } from 'temporal-polyfill';
import { ValidationError } from '../../errors.ts';
import type { Interval } from './time-units.ts';

/** Intervals of a series at most. */
export const MAX_INTERVALS = 1000;

export interface IntervalRequest {
  readonly interval: Interval;
  /** A date (its beginning in the time zone) or a time with an offset. Default: DEFAULT_COUNT intervals before the end. */
  readonly start?: string | undefined;
  /** The same; the interval in which it lies is the last. A date is not included itself. Default: now. */
  readonly end?: string | undefined;
  /** A name of the IANA time zone database, or `UTC`. */
  readonly time_zone: string;
}

const STEPS = {
  hourly: { hours: 1 },
  daily: { days: 1 },
  weekly: { weeks: 1 },
  monthly: { months: 1 },
} as const satisfies Record<Interval, Temporal.DurationLike>;

/** A day, a month, a quarter of a year, a year. */
const DEFAULT_COUNT = { hourly: 24, daily: 30, weekly: 13, monthly: 12 } as const satisfies Record<Interval, number>;

const invalid = (member: string, msg: string, type: string): ValidationError =>
  new ValidationError([{ loc: ['query', member], msg, type }]);

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Undefined for a text that cannot be read. */
const read = (text: string, timeZone: string): Temporal.ZonedDateTime | undefined => {
  try {
    return isDate(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone)
      : Temporal.Instant.from(text).toZonedDateTimeISO(timeZone);
  } catch {
    return undefined;
  }
};

/**
 * The last year of a start or end. Intervals end at most a month later and begin at most a year earlier: years of four
 * digits, in which the keys of the usage rows are in the order of time.
 */
const LAST_YEAR = 9998;

/** @throws ValidationError */
const timeOf = (member: 'start' | 'end', text: string, timeZone: string): Temporal.ZonedDateTime => {
  const time = read(text, timeZone);
  if (time !== undefined && time.year >= 1 && time.year <= LAST_YEAR) return time;
  throw invalid(
    member,
    `must be a date (2026-11-24) or a time with its offset (2026-11-24T08:00:00Z), of the years 1 to ${LAST_YEAR}`,
    'invalid_time',
  );
};

/** The beginning of the interval in which the time lies. Weeks begin on Monday (ISO 8601). */
const beginningOf = (time: Temporal.ZonedDateTime, interval: Interval): Temporal.ZonedDateTime => {
  if (interval === 'hourly') return time.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  if (interval === 'weekly') return time.subtract({ days: time.dayOfWeek - 1 }).startOfDay();
  return (interval === 'monthly' ? time.with({ day: 1 }) : time).startOfDay();
};

/** Days of every zone in use begin at a multiple of it, and clocks change by one. */
const QUARTER = { minutes: 15 };

/** The beginning of the interval after the one that begins at `beginning`. */
const nextBeginning = (beginning: Temporal.ZonedDateTime, interval: Interval): Temporal.ZonedDateTime => {
  let time = beginning.add(STEPS[interval]);
  // Where the clock goes back by half an hour, the same hour is not over an hour after its beginning.
  while (!isBefore(beginning, beginningOf(time, interval))) time = time.add(QUARTER);
  return beginningOf(time, interval);
};

const isBefore = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime): boolean =>
  Temporal.ZonedDateTime.compare(a, b) < 0;

/** @throws ValidationError */
const rangeOf = (
  request: IntervalRequest,
  now: Date,
): { start: Temporal.ZonedDateTime; end: Temporal.ZonedDateTime } => {
  const { interval, time_zone: zone } = request;
  const end =
    request.end === undefined
      ? Temporal.Instant.fromEpochMilliseconds(now.getTime() + 1).toZonedDateTimeISO(zone)
      : timeOf('end', request.end, zone);
  // The end is not included: where an interval begins at it, the last one is before it.
  const last = beginningOf(end.subtract({ nanoseconds: 1 }), interval);
  const earlier = (count: number): Temporal.ZonedDateTime => {
    const step = Object.fromEntries(Object.entries(STEPS[interval]).map(([unit, one]) => [unit, one * (count - 1)]));
    return last.subtract(step);
  };
  const start = request.start === undefined ? earlier(DEFAULT_COUNT[interval]) : timeOf('start', request.start, zone);
  if (!isBefore(start, end)) throw invalid('start', 'must be before end', 'not_before_end');
  return { start, end };
};

/**
 * Returns the boundaries of the whole intervals that [start, end) touches: n + 1 times for n intervals.
 * @throws ValidationError for times that cannot be read or are in the wrong order, or more than MAX_INTERVALS intervals
 */
export const intervalBoundaries = (request: IntervalRequest, now: Date): readonly Temporal.ZonedDateTime[] => {
  const { start, end } = rangeOf(request, now);
  const boundaries = [beginningOf(start, request.interval)];
  for (let last = boundaries[0]; last !== undefined && isBefore(last, end);) {
    if (boundaries.length > MAX_INTERVALS)
      throw invalid('start', `must be at most ${MAX_INTERVALS} intervals before end`, 'too_many_intervals');
    last = nextBeginning(last, request.interval);
    boundaries.push(last);
  }
  return boundaries;
};

/** ISO 8601 with the offset of the time zone: `2026-11-24T00:00:00+01:00`. */
export const isoTime = (time: Temporal.ZonedDateTime): string =>
  time.toString({ timeZoneName: 'never', smallestUnit: 'second' });
