/**
 * Finds calendar dates in a line of text: numeric, with month names in nine languages, ISO 8601, Japanese with eras.
 */
import { allMatches } from './all-matches.ts';
import { MONTHS } from './month-names.ts';
import { LATIN_LETTER, LETTER } from '../../splitting/letter-class.ts';
import { withPlainDigits } from '../../splitting/page-number.ts';

export interface FoundDate {
  /** Date in ISO 8601 format, `2024-05-03`. */
  readonly iso: string;
  /** Index of its first character in the text, and index after its last one. */
  readonly start: number;
  readonly end: number;
}

/** The meaning of the first number in 03/05/2024. */
export const NUMERIC_ORDERS = ['day-first', 'month-first', 'unknown'] as const;
export type NumericOrder = (typeof NUMERIC_ORDERS)[number];

/**
 * How numeric dates are read. On a Japanese page R6.5.3 is one, and 24/05/03 is none: the year comes first, but it may
 * be that of an era.
 */
export type DateReading = NumericOrder | 'japanese';

/**
 * Returns the dates of the text, from left to right, without impossible dates.
 * An ambiguous numeric date is left out if `reading` is not an order.
 */
export function findDates(text: string, reading: DateReading): FoundDate[] {
  const plain = withPlainDigits(text);
  if (!MAY_CONTAIN_DATE.test(plain)) return [];
  const found = PATTERNS.flatMap(({ pattern, read }) =>
    allMatches(plain, pattern).flatMap((match): FoundDate[] => {
      const iso = read(match, reading);
      return iso === null ? [] : [{ iso, start: match.index, end: match.index + match[0].length }];
    }),
  );
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter((date, index) => sorted.slice(0, index).every((before) => before.end <= date.start));
}

/** Counts the numeric dates of the text that have only one possible order: 25/03/2024 is day first. */
export function countNumericOrders(text: string): { readonly dayFirst: number; readonly monthFirst: number } {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const [, first, , second] of text.matchAll(AMBIGUOUS_FORMAT)) {
    if (Number(first) > 12 && Number(second) <= 12) dayFirst += 1;
    if (Number(second) > 12 && Number(first) <= 12) monthFirst += 1;
  }
  return { dayFirst, monthFirst };
}

/** Whether the text has a numeric date with slashes or hyphens, whose order may be ambiguous. */
export const hasSlashedDate = (text: string): boolean => text.search(AMBIGUOUS_FORMAT) >= 0;

const AMBIGUOUS_FORMAT = /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/gu;

/** Every pattern below requires one of these. Most lines have none, so that this test avoids eight searches. */
const MAY_CONTAIN_DATE = /\d{4}|\d[./-]\s?\d|\d[ /-]\p{L}{3,4}[ /-]\d|年/u;

interface DatePattern {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray, reading: DateReading) => string | null;
}

const PATTERNS: readonly DatePattern[] = [
  {
    pattern: /(?<![\d/.-])(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?![\d/-])/gu,
    read: ([, year, , month, day]) => isoDate(Number(year), Number(month), Number(day)),
  },
  {
    pattern: /(?<![\d/.-])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d/-]|\.\d)/gu,
    read: ([, day, month, year], reading) =>
      mayBeOfEra(year, reading) ? null : isoDate(fullYear(year), Number(month), Number(day)),
  },
  {
    pattern: AMBIGUOUS_FORMAT,
    read: ([, first, , second, year], reading) =>
      mayBeOfEra(year, reading) ? null : slashedDate(Number(first), Number(second), fullYear(year), reading),
  },
  {
    // 3 May 2024, 3. Mai 2024, 1er mai 2024, 3 de mayo de 2024, 03-May-2024, and raised letters as a word: 3 rd May 2024
    pattern: new RegExp(
      `(?<!\\d)(\\d{1,2})(?:\\.?[º°ª]|\\.|er|st|nd|rd|th|\\s(?:er|st|nd|rd|th)(?![${LATIN_LETTER}]))?[\\s-]{0,3}` +
        '(?:(?:de|of|den)\\s)?' +
        `([${LATIN_LETTER}]{3,12})\\.?,?[\\s-]{0,3}(?:(?:de|del|dell')\\s)?(\\d{4})(?!\\d)`,
      'giu',
    ),
    read: ([, day, month, year]) => namedDate(day, month, year),
  },
  {
    // 03-MAY-24, 3/May/2024, 28 MAR 18 18:32. Without the time, "9 FEB 10" may be the days of a calendar.
    pattern: new RegExp(
      `(?<![\\d/.-])(\\d{1,2})([ /-])([${LATIN_LETTER}]{3,4})\\2` +
        '(\\d{4}(?!\\d)|\\d{2}(?:(?<=[/-]\\d{2})(?=\\s*$)|(?=\\s+\\d{1,2}:\\d{2})))',
      'giu',
    ),
    read: ([, day, , month, year]) => namedDate(day, month, String(fullYear(year))),
  },
  {
    // May 3, 2024
    pattern: new RegExp(
      `(?<![${LATIN_LETTER}])([${LATIN_LETTER}]{3,12})\\.?\\s{1,3}` +
        '(\\d{1,2})(?:st|nd|rd|th)?,?\\s{1,3}(\\d{4})(?!\\d)',
      'giu',
    ),
    read: ([, month, day, year]) => namedDate(day, month, year),
  },
  {
    pattern: /(?<!\d)(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/gu,
    read: ([, year, month, day]) => isoDate(Number(year), Number(month), Number(day)),
  },
  {
    pattern: /(明治|大正|昭和|平成|令和)\s?(\d{1,2}|元)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/gu,
    read: ([, era, year, month, day]) => eraDate(era, year, month, day),
  },
  {
    // A letter or a sign that joins the parts of a number makes it one of a part: R5.10.1A, X-R5.10.1.
    pattern: new RegExp(
      `(?<![${LETTER}\\d./_#-])([MTSHR])\\s?(\\d{1,2})([./])(\\d{1,2})\\3(\\d{1,2})(?![\\d./_${LATIN_LETTER}-])`,
      'gu',
    ),
    read: ([, era, year, , month, day], reading) => (reading === 'japanese' ? eraDate(era, year, month, day) : null),
  },
];

/** The year before the first year of each Japanese era. */
const ERAS: Readonly<Record<string, number>> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  M: 1867,
  T: 1911,
  S: 1925,
  H: 1988,
  R: 2018,
};

function eraDate(era = '', year = '', month = '', day = ''): string | null {
  const before = ERAS[era];
  return before === undefined ? null : isoDate(before + (year === '元' ? 1 : Number(year)), Number(month), Number(day));
}

function namedDate(day = '', month = '', year = ''): string | null {
  const number = MONTHS.get(month.toLowerCase());
  return number === undefined ? null : isoDate(Number(year), number, Number(day));
}

const mayBeOfEra = (year = '', reading: DateReading): boolean => reading === 'japanese' && year.length === 2;

function slashedDate(first: number, second: number, year: number, reading: DateReading): string | null {
  if (first > 12) return isoDate(year, second, first);
  if (second > 12) return isoDate(year, first, second);
  if (first === second) return isoDate(year, first, second);
  if (reading !== 'day-first' && reading !== 'month-first') return null;
  return reading === 'day-first' ? isoDate(year, second, first) : isoDate(year, first, second);
}

/** The year of a number with two or four digits; two digits are 1970 to 2069. */
function fullYear(text = ''): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/** Null for an impossible date, and for years before 1850 or after 2150, which are not likely to be dates. */
function isoDate(year: number, month: number, day: number): string | null {
  if (year < 1850 || year > 2150 || month < 1 || month > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
