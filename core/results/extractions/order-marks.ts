/**
 * What an English text says of the country that it is from, where its dates do not tell their order themselves: 03/05/2024
 * is 5 March in the United States and 3 May in most other countries.
 */
import { LATIN_LETTER, LETTER } from '../../splitting/letter-class.ts';

export const ORDER_MARKS = ['day-first', 'month-first'] as const;
export type OrderMark = (typeof ORDER_MARKS)[number];

/** The two letters of a state, district or territory of the United States before its postal code. */
const STATE =
  'A[KLRSZ]|C[AOT]|DC|FL|G[AU]|I[AL]|K[SY]|LA|M[AINOPT]|N[CDEHJMVY]|OH|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]';
/** Those that are also words or other abbreviations ("Customer ID 12345"): a comma ends the name of the town before them. */
const STATE_AFTER_COMMA = 'DE|HI|I[DN]|M[DES]|O[KR]';
const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';

const word = (text: string): string => `(?<![${LETTER}\\d])(?:${text})(?![${LETTER}\\d])`;

/** Canada, where both orders are usual. */
const OF_BOTH = word('Canada|CANADA|CAD|HST|PST|QST|[A-Z]\\d[A-Z] \\d[A-Z]\\d');

/** Postal codes, taxes, telephone numbers and dates in words of the United States. */
const OF_MONTH_FIRST = [
  word(`(?:${STATE}|(?<=, ?)(?:${STATE_AFTER_COMMA})),? \\d{5}`),
  word('[Ss]ales [Tt]ax|SALES TAX|Z[Ii][Pp] [Cc]ode|ZIP CODE|EIN|Internal Revenue Service'),
  '(?<![\\d+])\\(\\d{3}\\) ?\\d{3}-\\d{4}(?!\\d)',
  word(`(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?, ?\\d{4}`),
  OF_BOTH,
];

/** Currencies, taxes, forms of companies, postal codes and dates in words of countries in which the day comes first. */
const OF_DAY_FIRST = [
  `[£€₹] ?\\d|${word('(?:RM|Rs\\.?) ?\\d+')}|\\d ?€`,
  word('GBP|EUR|MYR|INR|AUD|SGD|NZD|ZAR|CHF'),
  word('GST|VAT|ABN'),
  word('[Ss][Dd][Nn]\\.? [Bb][Hh][Dd]|P(?:te|TE|vt|VT|ty|TY)\\.? L(?:td|TD)'),
  `(?<![${LATIN_LETTER}\\d])[A-Z]{1,2}\\d[A-Z\\d]? \\d[ABD-HJLNP-UW-Z]{2}(?![${LATIN_LETTER}\\d])`,
  word(`\\d{1,2}(?:st|nd|rd|th)? (?:${MONTH}),? \\d{4}`),
  OF_BOTH,
];

const PATTERNS: Readonly<Record<OrderMark, RegExp>> = {
  'day-first': new RegExp(OF_DAY_FIRST.join('|'), 'u'),
  'month-first': new RegExp(OF_MONTH_FIRST.join('|'), 'u'),
};

/** The orders of dates for which the text has a mark of a country: none, one or, for example in an order from abroad, both. */
export const orderMarksOf = (text: string): OrderMark[] => ORDER_MARKS.filter((order) => PATTERNS[order].test(text));
