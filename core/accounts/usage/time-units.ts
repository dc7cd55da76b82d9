/** Names of intervals and of time zones, without the library that calculates with them. */

export const INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Interval = (typeof INTERVALS)[number];

/**
 * The names of three letters in the IANA database. Intl also takes abbreviations that stand for several zones, such as
 * IST; the library that calculates refuses them.
 */
const SHORT_NAMES = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'];

/**
 * Whether a text is a name of the IANA database, such as `Europe/Berlin`, `UTC` or `EST5EDT`, in any case. Offsets are
 * none.
 */
export const isTimeZone = (text: string): boolean => {
  if (!/^[A-Za-z]/.test(text) || (text.length === 3 && !SHORT_NAMES.includes(text.toUpperCase()))) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
};
