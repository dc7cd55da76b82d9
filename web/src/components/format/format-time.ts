/** Times as people read them, in the browser's time zone. */

/** `relative`: “3 hours ago”. `date`: the day. `full`: day and time with seconds. */
export type TimeStyle = 'relative' | 'date' | 'full';

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** The distance between two times in the largest unit that fits, such as “in 3 days”; under a minute: “now”. */
export const formatDistance = (seconds: number, language: string): string => {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return format.format(unit === 'second' ? 0 : Math.trunc(seconds / length), unit);
};

/** @param time  ISO 8601 */
export const formatTime = (time: string, look: TimeStyle, language: string, now = Date.now()): string => {
  if (look === 'relative') return formatDistance((Date.parse(time) - now) / 1000, language);
  return new Intl.DateTimeFormat(
    language,
    look === 'date' ? { dateStyle: 'medium' } : { dateStyle: 'long', timeStyle: 'medium' },
  ).format(new Date(time));
};
