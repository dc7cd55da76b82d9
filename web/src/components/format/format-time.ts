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

/** Formats of a language, which are made once: making one takes longer than all else that a row of a list shows. */
interface Formats {
  /** Numbers alone: “yesterday” and “last month” depend on the calendar, and not on the distance. */
  readonly relative: Intl.RelativeTimeFormat;
  readonly now: string;
  readonly date: Intl.DateTimeFormat;
  readonly full: Intl.DateTimeFormat;
}

const formatsByLanguage = new Map<string, Formats>();

const formatsOf = (language: string): Formats => {
  const known = formatsByLanguage.get(language);
  if (known !== undefined) return known;
  const made = {
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'always' }),
    now: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second'),
    date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
    full: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' }),
  };
  formatsByLanguage.set(language, made);
  return made;
};

/** The distance between two times in the largest unit that fits, such as “in 3 days”; under a minute: “now”. */
export const formatDistance = (seconds: number, language: string): string => {
  const largest = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  const { relative, now } = formatsOf(language);
  if (largest === undefined) return now;
  const [unit, length] = largest;
  return relative.format(Math.trunc(seconds / length), unit);
};

/** @param time  ISO 8601 */
export const formatTime = (time: string, look: TimeStyle, language: string, now = Date.now()): string => {
  if (look === 'relative') return formatDistance((Date.parse(time) - now) / 1000, language);
  return formatsOf(language)[look].format(new Date(time));
};
