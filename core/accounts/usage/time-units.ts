/** Names of intervals and of time zones, without the library that calculates with them. */

export const INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Whether a text names a time zone: `UTC`, or a name of the IANA database such as `Europe/Berlin`. */
export const isTimeZone = (text: string): boolean => {
  if (!/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
};
