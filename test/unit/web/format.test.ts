import { describe, expect, it } from 'vitest';
import {
  dayOf,
  formatBytes,
  formatDuration,
  formatMilliseconds,
  formatMoney,
  formatPercent,
} from '../../../web/src/components/format/format.ts';

/** Intl separates numbers and units by spaces of several kinds. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

describe('Numbers for readers', () => {
  it.each([
    [0, 'en', '0 bytes'],
    [999, 'en', '999 bytes'],
    [1536, 'en', '1.5 kB'],
    [12_345_678, 'de', '12 MB'],
    [1_500_000_000, 'de', '1,5 GB'],
    [999_499, 'en', '999 kB'],
    [999_500, 'en', '1 MB'],
    [9_960_000, 'en', '10 MB'],
    [1e15, 'en', '1,000 TB'],
  ])('%d bytes in %s are "%s"', (bytes, language, text) => {
    expect(plain(formatBytes(bytes, language))).toBe(text);
  });

  it.each([
    [340, '340 ms'],
    [999.6, '1 sec'],
    [2345, '2.3 sec'],
  ])('%d milliseconds are "%s"', (milliseconds, text) => {
    expect(plain(formatMilliseconds(milliseconds, 'en'))).toBe(text);
  });

  it.each([
    [0, '0 sec'],
    [75, '1 min 15 sec'],
    [3600, '1 hr'],
    [3725, '1 hr 2 min'],
  ])('%d seconds are "%s"', (seconds, text) => {
    expect(plain(formatDuration(seconds, 'en'))).toBe(text);
  });

  it.each([
    [0.01234, 'USD', 'en', '$0.0123'],
    [0, 'USD', 'en', '$0.00'],
    [1234.5, 'USD', 'de', '1.234,50 $'],
    [12, 'JPY', 'en', '¥12'],
  ])('%d %s in %s is "%s"', (amount, currency, language, text) => {
    expect(plain(formatMoney(amount, currency, language))).toBe(text);
  });

  it('a part is a percentage with one digit', () => {
    expect(formatPercent(0.0421, 'en')).toBe('4.2%');
  });

  it('the day in the name of a file is that of the reader', () => {
    const time = new Date('2026-03-01T23:30:00Z');
    expect(dayOf(time, 'Europe/Berlin')).toBe('2026-03-02');
    expect(dayOf(time, 'America/New_York')).toBe('2026-03-01');
  });
});
