import { describe, expect, it } from 'vitest';
import { formatDistance, formatTime } from '../../../web/src/components/format/format-time.ts';

const HOUR = 3600;

describe('A time as people read it', () => {
  it('is the distance in the largest unit that fits', () => {
    expect(formatDistance(-3 * HOUR, 'en')).toBe('3 hours ago');
    expect(formatDistance(14 * 24 * HOUR, 'en')).toBe('in 2 weeks');
    expect(formatDistance(-90, 'de')).toBe('vor 1 Minute');
  });

  it('is now under a minute', () => {
    expect(formatDistance(-59, 'en')).toBe('now');
    expect(formatDistance(59, 'de')).toBe('jetzt');
  });

  it('is counted, since the name of a day or a month depends on the calendar', () => {
    // From Friday at 2:00 to Sunday at 1:00, and from the first to the last day of a month.
    expect(formatDistance(-47 * HOUR, 'en')).toBe('1 day ago');
    expect(formatDistance(47 * HOUR, 'de')).toBe('in 1 Tag');
    expect(formatDistance(-30 * 24 * HOUR, 'en')).toBe('1 month ago');
  });

  it('is the day in the language of the reader', () => {
    // At noon where this runs.
    const noon = new Date(2026, 10, 24, 12).toISOString();
    expect(formatTime(noon, 'date', 'de')).toBe('24.11.2026');
    expect(formatTime(noon, 'date', 'en')).toBe('Nov 24, 2026');
  });

  it('counts from the given now', () => {
    expect(formatTime('2026-11-24T12:00:00Z', 'relative', 'en', Date.parse('2026-11-26T13:00:00Z'))).toBe('2 days ago');
  });
});
