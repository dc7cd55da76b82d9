/** Reads the printed page number of a page: "Page 2 of 5", "Seite 2 von 5", "2/5ページ", "- 2 -". */
import type { PageRecord } from '../documents/page-record.ts';
import { readLines, splitAtGaps, type TextLine } from './text-lines.ts';

export interface PrintedPageNumber {
  /** At least 1. */
  readonly number: number;
  /** Printed number of pages, at least `number`; null if none is printed. */
  readonly of: number | null;
}

/** A number, or a letter that OCR confuses with a 1. */
const DIGITS_OR_ONE = '(\\d{1,4}|[Il|])';
/** A number without a leading zero, which would be part of a date. */
const WITHOUT_LEADING_ZERO = '([1-9]\\d{0,2})';
const LONG_LABEL = '(?:pages?|seite|blatt|página|pagina|bladzijde|strona|strana|stránka|feuillet|hoja|foglio|sheet)';
const SHORT_LABEL = '(?:pg|p|s|pág|pag|blz|str)';
const OF = '(?:out of|of|von|sur|de|di|van|ze|z|aus|/|\\|)';

interface Rule {
  readonly pattern: RegExp;
  /** Where on the page the rule applies: only at its top and bottom, or anywhere. */
  readonly where: 'anywhere' | 'edge';
  readonly order: 'number-first' | 'total-first';
}

const rule = (source: string, where: Rule['where'], order: Rule['order'] = 'number-first'): Rule => ({
  pattern: new RegExp(source, 'iu'),
  where,
  order,
});

/** In order of reliability. */
const RULES: readonly Rule[] = [
  rule(
    `(?<!\\p{L})${LONG_LABEL}\\s{0,3}[:.]?\\s{0,3}${DIGITS_OR_ONE}\\s{0,3}${OF}\\s{0,3}(\\d{1,4})(?![\\d./-]*\\d)`,
    'anywhere',
  ),
  rule(
    `(?<!\\p{L})${LONG_LABEL}\\s{0,3}${DIGITS_OR_ONE}\\s{0,3}\\(?\\s?(?:celkem|celkovo|z celkem)\\s{0,3}(\\d{1,4})`,
    'anywhere',
  ),
  rule(
    `(?<!\\p{L})${SHORT_LABEL}\\.?\\s{0,3}${DIGITS_OR_ONE}\\s{0,3}${OF}\\s{0,3}(\\d{1,4})(?![\\d./-]*\\d)`,
    'anywhere',
  ),
  rule(
    '全?(\\d{1,4})\\s?(?:ページ|頁|枚)\\s?中\\s?(?:の\\s?)?第?\\s?(\\d{1,4})\\s?(?:ページ|頁|枚)',
    'anywhere',
    'total-first',
  ),
  rule('(?<!\\d)(\\d{1,4})\\s?[/|]\\s?(\\d{1,4})\\s?(?:ページ|頁|枚)', 'anywhere'),
  rule('(?:ページ|頁)\\s?[:.]?\\s?(\\d{1,4})\\s?[/|]\\s?(\\d{1,4})(?!\\d)', 'anywhere'),
  rule('第?\\s?(\\d{1,4})\\s?(?:ページ|頁)\\s?[/(]?\\s?全\\s?(\\d{1,4})\\s?(?:ページ|頁)', 'anywhere'),
  rule(`^${DIGITS_OR_ONE}\\s{0,3}(?:/|of|von|sur|de|di|van|z)\\s{0,3}(\\d{1,4})$`, 'edge'),
  rule(
    `(?:^|[\\s#([|–—-])${WITHOUT_LEADING_ZERO}\\s{0,3}(?:/|of|von|sur|de|di|van|z)\\s{0,3}` +
      `${WITHOUT_LEADING_ZERO}[\\s)\\].]{0,3}$`,
    'edge',
  ),
  // The format of browsers, next to the address and the time.
  rule(`^${WITHOUT_LEADING_ZERO}\\s(?:of|von|sur|de|di|van|z)\\s${WITHOUT_LEADING_ZERO}(?=\\s+\\d)`, 'edge'),
  rule(`\\(\\s?${WITHOUT_LEADING_ZERO}\\s(?:of|von|sur|de|di|van|z)\\s${WITHOUT_LEADING_ZERO}\\s?\\)`, 'edge'),
  rule(`(?:^|[-–—|•·])[-–—|•·\\s]{0,5}${LONG_LABEL}\\s{0,3}[:.]?\\s{0,3}(\\d{1,4})[-–—|•·.\\s]{0,5}$`, 'edge'),
  rule(`^[-–—|•·\\s]{0,5}${SHORT_LABEL}\\.?\\s{0,3}(\\d{1,4})[-–—|•·\\s]{0,5}$`, 'edge'),
  rule('^第?\\s?(\\d{1,4})\\s?(?:ページ|頁)$', 'edge'),
  rule('^[-–—|•·\\s]{0,5}(\\d{1,3})[-–—|•·\\s]{0,5}$', 'edge'),
];

/** Fraction of the page height, at the top and at the bottom, that contains running headers and footers. */
const EDGE_SHARE = 0.12;
/** Fraction of the page height at the bottom in which the lowest line counts as a footer. */
const BOTTOM_LINE_SHARE = 0.2;

/**
 * Returns the printed page number, or null if there is none. Supports ten languages, full-width digits and kanji
 * numerals.
 */
export function readPageNumber(record: PageRecord): PrintedPageNumber | null {
  const segments = readLines(record).flatMap(segmentsOf);
  const lowest = segments.reduce((most, { y1 }) => Math.max(most, y1), 0);
  // From the bottom up, because most page numbers are at the bottom.
  const lines = segments
    .toReversed()
    .map((segment) => ({ text: withPlainDigits(segment.text), atEdge: atEdge(segment, record.height, lowest) }))
    .filter(({ text }) => /\d/u.test(text));
  for (const { pattern, where, order } of RULES) {
    for (const line of lines) {
      if (where === 'edge' && !line.atEdge) continue;
      const match = pattern.exec(line.text);
      const found = match === null ? null : numberOf(match, order);
      if (found !== null) return found;
    }
  }
  return null;
}

/**
 * Splits a line at wide gaps. A line of numbers only is not split: it is a row of a table, or a page number and its
 * total.
 */
function segmentsOf(line: TextLine): readonly TextLine[] {
  const segments = splitAtGaps(line);
  return segments.every(({ text }) => /^\d+$/u.test(text)) ? [line] : segments;
}

function numberOf(match: RegExpExecArray, order: Rule['order']): PrintedPageNumber | null {
  const [, first = '', second] = match;
  const [number, of] =
    order === 'number-first'
      ? [digits(first), second === undefined ? null : digits(second)]
      : [digits(second ?? ''), digits(first)];
  return number >= 1 && (of === null || of >= number) ? { number, of } : null;
}

const digits = (text: string): number => (/^[Il|]$/i.test(text) ? 1 : Number(text));

/** @param lowest top of the lowest line of the page, which is further up if the bottom margin is wide */
const atEdge = (line: TextLine, pageHeight: number, lowest: number): boolean =>
  line.y2 < EDGE_SHARE * pageHeight ||
  line.y1 > (1 - EDGE_SHARE) * pageHeight ||
  (line.y1 >= lowest && line.y1 > (1 - BOTTOM_LINE_SHARE) * pageHeight);

const KANJI_DIGITS = '〇一二三四五六七八九';

/** Converts kanji numerals before 頁, ページ, 枚, 年, 月 or 日 to digits: 十二頁 becomes 12頁, 二〇二四年 becomes 2024年. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(/[〇一二三四五六七八九十]{1,8}(?=\s?(?:頁|ページ|枚|年|月|日))/gu, (numeral) =>
    String(kanjiNumber(numeral)),
  );
}

function kanjiNumber(numeral: string): number {
  const ten = numeral.indexOf('十');
  const value = (part: string) => Number(Array.from(part, (digit) => KANJI_DIGITS.indexOf(digit)).join('') || '0');
  if (ten < 0) return value(numeral);
  return (ten === 0 ? 1 : value(numeral.slice(0, ten))) * 10 + value(numeral.slice(ten + 1).replaceAll('十', ''));
}
