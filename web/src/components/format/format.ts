/** Numbers, times and sizes as the reader's language writes them. */
import { TIME_ZONE } from './time-zone.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
/** 1536 → "1.5 kB": powers of 1000, as operating systems show them; one digit below 10. */
export const formatBytes = (bytes: number, language: string): string => {
  const fitting = UNITS.findIndex((_, power) => Math.round(bytes / 1000 ** power) < 1000);
  const power = fitting === -1 ? UNITS.length - 1 : fitting;
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 0 && value < 10 ? 1 : 0,
  }).format(value);
};

/** A date and a time of day in the reader's zone. */
export const formatDateTime = (time: Date, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);

/** A date in the reader's zone. */
export const formatDate = (time: Date, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time);

/** A date for the name of a file: `2026-11-30`. @param timeZone  default: the reader's */
export const dayOf = (time: Date, timeZone: string = TIME_ZONE): string =>
  // Swedish writes dates like ISO 8601.
  new Intl.DateTimeFormat('sv', { timeZone }).format(time);

export const formatNumber = (value: number, language: string, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, options).format(value);

/** 0.0123, USD → "$0.0123"; four digits after the point at most. @param currency  ISO 4217 */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 4 }).format(amount);

/** 0.042 → "4.2 %". @param digits  after the point at most, default 1 */
export const formatPercent = (part: number, language: string, digits = 1): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(part);

/** Two units at most: 75 s → "1 min 15 s". @param seconds  rounded to whole ones */
export const formatDuration = (seconds: number, language: string): string => {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [
    { unit: 'hour', value: Math.floor(whole / 3600) },
    { unit: 'minute', value: Math.floor((whole % 3600) / 60) },
    { unit: 'second', value: whole % 60 },
  ];
  const first = parts.findIndex(({ value }) => value > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2).filter(({ value }) => value > 0);
  return shown
    .map(({ unit, value }) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ');
};

/** 340 → "340 ms", 2345 → "2.3 s". @param milliseconds  not negative */
export const formatMilliseconds = (milliseconds: number, language: string): string => {
  const isShort = Math.round(milliseconds) < 1000;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    unitDisplay: 'short',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? milliseconds : milliseconds / 1000);
};
