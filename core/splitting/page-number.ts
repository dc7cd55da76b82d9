/** The page number that is printed on a page: "Page 2 of 5", "Seite 2 von 5", "2/5ページ", "- 2 -". */
import type { PageRecord } from '../documents/page-record.ts';
import { readLines, splitAtGaps, type TextLine } from './text-lines.ts';

export interface PrintedPageNumber {
  /** At least 1. */
  readonly number: number;
  /** Printed count of pages, at least `number`; null where none is printed. */
  readonly of: number | null;
}

/** A digit, or the letters that OCR reads for a 1. */
const N = '(\\d{1,4}|[Il|])';
/** What begins with 0 is part of a date. */
const PLAIN = '([1-9]\\d{0,2})';
const LONG_LABEL = '(?:pages?|seite|blatt|página|pagina|bladzijde|strona|strana|stránka|feuillet|hoja|foglio|sheet)';
const SHORT_LABEL = '(?:pg|p|s|pág|pag|blz|str)';
const OF = '(?:out of|of|von|sur|de|di|van|ze|z|aus|/|\\|)';

interface Rule {
  readonly pattern: RegExp;
  /** Where on the page the rule may be believed: at its edges only, or anywhere. */
  readonly where: 'anywhere' | 'edge';
  readonly order: 'number-first' | 'total-first';
}

const rule = (source: string, where: Rule['where'], order: Rule['order'] = 'number-first'): Rule => ({
  pattern: new RegExp(source, 'iu'),
  where,
  order,
});

/** In order of trust. */
const RULES: readonly Rule[] = [
  rule(`(?<!\\p{L})${LONG_LABEL}\\s{0,3}[:.]?\\s{0,3}${N}\\s{0,3}${OF}\\s{0,3}(\\d{1,4})(?![\\d./-]*\\d)`, 'anywhere'),
  rule(`(?<!\\p{L})${LONG_LABEL}\\s{0,3}${N}\\s{0,3}\\(?\\s?(?:celkem|celkovo|z celkem)\\s{0,3}(\\d{1,4})`, 'anywhere'),
  rule(`(?<!\\p{L})${SHORT_LABEL}\\.?\\s{0,3}${N}\\s{0,3}${OF}\\s{0,3}(\\d{1,4})(?![\\d./-]*\\d)`, 'anywhere'),
  rule(
    '全?(\\d{1,4})\\s?(?:ページ|頁|枚)\\s?中\\s?(?:の\\s?)?第?\\s?(\\d{1,4})\\s?(?:ページ|頁|枚)',
    'anywhere',
    'total-first',
  ),
  rule('(?<!\\d)(\\d{1,4})\\s?[/|]\\s?(\\d{1,4})\\s?(?:ページ|頁|枚)', 'anywhere'),
  rule('(?:ページ|頁)\\s?[:.]?\\s?(\\d{1,4})\\s?[/|]\\s?(\\d{1,4})(?!\\d)', 'anywhere'),
  rule('第?\\s?(\\d{1,4})\\s?(?:ページ|頁)\\s?[/(]?\\s?全\\s?(\\d{1,4})\\s?(?:ページ|頁)', 'anywhere'),
  rule(`^${N}\\s{0,3}(?:/|of|von|sur|de|di|van|z)\\s{0,3}(\\d{1,4})$`, 'edge'),
  rule(`(?:^|[\\s#([|–—-])${PLAIN}\\s{0,3}(?:/|of|von|sur|de|di|van|z)\\s{0,3}${PLAIN}[\\s)\\].]{0,3}$`, 'edge'),
  // As browsers print it, before or among address and time.
  rule(`^${PLAIN}\\s(?:of|von|sur|de|di|van|z)\\s${PLAIN}(?=\\s+\\d)`, 'edge'),
  rule(`\\(\\s?${PLAIN}\\s(?:of|von|sur|de|di|van|z)\\s${PLAIN}\\s?\\)`, 'edge'),
  rule(`(?:^|[-–—|•·])[-–—|•·\\s]{0,5}${LONG_LABEL}\\s{0,3}[:.]?\\s{0,3}(\\d{1,4})[-–—|•·.\\s]{0,5}$`, 'edge'),
  rule(`^[-–—|•·\\s]{0,5}${SHORT_LABEL}\\.?\\s{0,3}(\\d{1,4})[-–—|•·\\s]{0,5}$`, 'edge'),
  rule('^第?\\s?(\\d{1,4})\\s?(?:ページ|頁)$', 'edge'),
  rule('^[-–—|•·\\s]{0,5}(\\d{1,3})[-–—|•·\\s]{0,5}$', 'edge'),
];

/** Share of the page's height at its top and its bottom where running headers and footers stand. */
const EDGE = 0.12;
/** The same for the page's lowest line. */
const WIDE_EDGE = 0.2;

/** The printed page number, or null where none can be told. Reads ten languages, full-width digits and kanji numerals. */
export function readPageNumber(record: PageRecord): PrintedPageNumber | null {
  const pieces = readLines(record).flatMap(piecesOf);
  const lowest = pieces.reduce((most, { y1 }) => Math.max(most, y1), 0);
  // The foot of the page first: that is where most numbers stand.
  const lines = pieces
    .toReversed()
    .map((piece) => ({ text: withPlainDigits(piece.text), atEdge: atEdge(piece, record.height, lowest) }))
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

/** Several numbers and nothing else are a row of a table, or a number and its total: which is the page's does not show. */
function piecesOf(line: TextLine): TextLine[] {
  const pieces = splitAtGaps(line);
  return pieces.every(({ text }) => /^\d+$/u.test(text)) ? [line] : pieces;
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

/** @param lowest  top of the page's lowest line: with a wide margin at the foot it stands further up */
const atEdge = (line: TextLine, pageHeight: number, lowest: number): boolean =>
  line.y2 < EDGE * pageHeight ||
  line.y1 > (1 - EDGE) * pageHeight ||
  (line.y1 >= lowest && line.y1 > (1 - WIDE_EDGE) * pageHeight);

const KANJI_DIGITS = '〇一二三四五六七八九';

/** Kanji numerals up to 99 before 頁, ページ, 年, 月 or 日, or between them, as plain digits: 十二頁 is 12頁, 二〇二四年 is 2024年. */
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
