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
/** "No." between the label and the number: "Page No. 2", "Blatt-Nr. 2". */
const NUMBER_WORD = '(?:[\\s-]?(?:n[°oº]|no|nr|n|č)\\.?(?!\\p{L}))?';
const LONG_LABEL =
  '(?:(?:pages?|seite|blatt|blad|página|pagina|bladzijde|strona|strana|stránka|feuillet|hoja|foglio|sheet)' +
  `(?:\\(s\\))?${NUMBER_WORD})`;
/** "str. 2" in Polish and Czech, but not "Lange Str. 2/4". */
const NOT_STREET = '(?<!-|(?:er|lange|kurze|neue|alte|obere|untere|große|kleine|breite|hohe) )str';
const SHORT_LABEL = `(?:(?:pg|pág|pag|blz|${NOT_STREET})[:.]?|[ps]\\.?)`;
const OF = '(?:out of|of(?: a total of)?|von|(?:sur|de)(?: un total de)?|di|van|ze|zo|z|aus|/|\\|)';
/** A number that is no year: "679/1986" is the reference of a letter. */
const TOTAL = '(?!(?:19|20)\\d\\d)(\\d{1,4})';

/** Between a page number and its document. */
const OF_DOCUMENT = "(?:des|der|zum|zur|vom|of the|of our|of your|du|de la|de l[’']|del|della|dell[’']|van de|van het)";

interface Rule {
  readonly pattern: RegExp;
  /** Where on the page the rule applies: only at its top, or at its bottom too, alone in its row near them, or anywhere. */
  readonly where: 'anywhere' | 'near-edge' | 'edge' | 'head';
  readonly order: 'number-first' | 'total-first';
}

const rule = (source: string, where: Rule['where'], order: Rule['order'] = 'number-first'): Rule => ({
  pattern: new RegExp(source, 'iu'),
  where,
  order,
});

/** "Page 2 of 5". */
const LABELLED = rule(
  `(?<!\\p{L})${LONG_LABEL}\\s{0,3}[:.]?\\s{0,3}${DIGITS_OR_ONE}\\s{0,3}${OF}\\s{0,3}(\\d{1,4})(?![\\d./-]*\\d)`,
  'anywhere',
);

/** Other formats, in order of reliability. */
const RULES: readonly Rule[] = [
  rule(
    `(?<!\\p{L})${LONG_LABEL}\\s{0,3}${DIGITS_OR_ONE}\\s{0,3}\\(?\\s?(?:celkem|celkovo|z celkem)\\s{0,3}(\\d{1,4})`,
    'anywhere',
  ),
  rule(
    `(?<![\\p{L}\\d])${SHORT_LABEL}\\s{0,3}${DIGITS_OR_ONE}\\s{0,3}${OF}\\s{0,3}(\\d{1,4})(?![\\d./-]*\\d)`,
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
  rule(`^${DIGITS_OR_ONE}\\s{0,3}(?:/|of|von|sur|de|di|van|z)\\s{0,3}${TOTAL}$`, 'edge'),
  rule(
    `(?:^|[\\s#([|]|(?<![\\p{L}\\d])[–—-])${WITHOUT_LEADING_ZERO}\\s{0,3}(?:/|of|von|sur|de|di|van|z)\\s{0,3}` +
      `${WITHOUT_LEADING_ZERO}[\\s)\\].]{0,3}$`,
    'edge',
  ),
  // The format of browsers, next to the address and the time.
  rule(`^${WITHOUT_LEADING_ZERO}\\s(?:of|von|sur|de|di|van|z)\\s${WITHOUT_LEADING_ZERO}(?=\\s+\\d)`, 'edge'),
  rule(`\\(\\s?${WITHOUT_LEADING_ZERO}\\s(?:of|von|sur|de|di|van|z)\\s${WITHOUT_LEADING_ZERO}\\s?\\)`, 'edge'),
  rule(`(?:^|[-–—|•·])[-–—|•·\\s]{0,5}${LONG_LABEL}\\s{0,3}[:.]?\\s{0,3}(\\d{1,4})[-–—|•·.\\s]{0,5}$`, 'edge'),
  rule(`^[-–—|•·\\s]{0,5}${SHORT_LABEL}\\s{0,3}(\\d{1,4})[-–—|•·\\s]{0,5}$`, 'edge'),
  // "Seite 2 des Zeugnisses", "2. Seite zum Schreiben vom 3. Mai": at the foot of a page it may be an instruction.
  rule(`^${LONG_LABEL}\\s(\\d{1,3})\\s${OF_DOCUMENT}\\s\\p{L}`, 'head'),
  rule(`^(\\d{1,2})\\.\\s?${LONG_LABEL}\\s${OF_DOCUMENT}\\s\\p{L}`, 'head'),
  rule('^第?\\s?(\\d{1,4})\\s?(?:ページ|頁)$', 'edge'),
  // Below the letterhead of each page. OCR makes low quotation marks of a dash.
  rule('^[\\p{Pd}„‚]\\s?(\\d{1,3})\\s?\\p{Pd}$', 'near-edge'),
  rule('^[-–—|•·\\s]{0,5}(\\d{1,3})\\.?[-–—|•·\\s]{0,5}$', 'edge'),
];

/** A number alone: a page number, or a cell of a table. */
const BARE = /^[-–—|•·\s]{0,5}\d{1,3}\.?[-–—|•·\s]{0,5}$/u;
/** Numbers alone at the top and the bottom of a page above which all are cells. It would take too long to look at each. */
const MAX_BARE_NUMBERS = 500;
/** Bits per character from which OCR hesitates between two characters. */
const MAX_ENTROPY = 1;
const NUMBERS_OF_TABLES = /^[\d.,%$€£()–-]+$/u;

/** Characters of a line at most that has wide gaps between its label and its numbers. */
const MAX_WIDE_LINE = 60;

/** Fraction of the page height, at the top and at the bottom, that contains running headers and footers. */
const EDGE_SHARE = 0.12;
/** The same fraction with a letterhead, below which the number of the page may stand alone. */
const NEAR_EDGE_SHARE = 0.25;
/** Fraction of the page height at the bottom in which the lowest line counts as a footer. */
const BOTTOM_LINE_SHARE = 0.2;

/**
 * Returns the printed page number, or null if there is none. Supports ten languages, full-width digits and kanji
 * numerals.
 */
export function readPageNumber(record: PageRecord): PrintedPageNumber | null {
  const whole = readLines(record);
  const segments = whole.flatMap(segmentsOf).filter((segment) => !isSpeck(segment));
  const lowest = segments.reduce((most, { y1 }) => Math.max(most, y1), 0);
  const cells = cellsAmong(
    segments.filter((segment) => BARE.test(segment.text) && isAtEdge(segment, record.height, lowest)),
    segments,
    record.height,
  );
  // From the bottom up, because most page numbers are at the bottom.
  const lines = segments
    .toReversed()
    .filter(({ text }) => /\d|[〇一二三四五六七八九十]/u.test(text))
    .map((segment) => ({
      text: withPlainDigits(segment.text),
      is: {
        anywhere: true,
        edge: isAtEdge(segment, record.height, lowest) && !cells.has(segment),
        'near-edge': isNear(segment, record.height, NEAR_EDGE_SHARE) && !isInRow(segment, segments),
        head: segment.y2 < EDGE_SHARE * record.height,
      },
    }))
    .filter(({ text }) => /\d/u.test(text));
  const wide = whole
    .filter(({ text }) => text.length < MAX_WIDE_LINE && /\d/u.test(text))
    .map(({ text }) => ({ text, is: ANYWHERE }));
  return firstOf([LABELLED], lines) ?? firstOf([LABELLED], wide) ?? firstOf(RULES, lines);
}

/** Whether a line is a number alone that OCR was not sure of: a speck or the end of a stroke. */
const isSpeck = ({ text, words }: TextLine): boolean =>
  BARE.test(text) && words.every(({ entropy }) => entropy > MAX_ENTROPY);

/** A text and where it stands on the page. */
interface PlacedText {
  readonly text: string;
  readonly is: Readonly<Record<Rule['where'], boolean>>;
}

/** Of a line whose place does not count. */
const ANYWHERE: PlacedText['is'] = { anywhere: true, edge: false, 'near-edge': false, head: false };

/** What the first rule that applies reads in the first of the lines. */
function firstOf(rules: readonly Rule[], lines: readonly PlacedText[]): PrintedPageNumber | null {
  for (const { pattern, where, order } of rules) {
    for (const line of lines) {
      if (!line.is[where]) continue;
      const match = pattern.exec(line.text);
      const found = match === null ? null : numberOf(match, order);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The numbers that are cells of a table: of more than stand on a page of text, all. */
const cellsAmong = (
  numbers: readonly TextLine[],
  segments: readonly TextLine[],
  pageHeight: number,
): ReadonlySet<TextLine> =>
  new Set(
    numbers.length > MAX_BARE_NUMBERS ? numbers : numbers.filter((number) => isCell(number, segments, pageHeight)),
  );

/** Whether a number alone is in a column of numbers, or in a row of text that is not the outermost one of the page. */
function isCell(line: TextLine, segments: readonly TextLine[], pageHeight: number): boolean {
  const height = line.y2 - line.y1;
  const middle = (line.y1 + line.y2) / 2;
  const others = segments.filter((other) => other !== line);
  const isInColumn = others.some((other) => {
    const distance = Math.abs(other.y1 - line.y1);
    const isAligned = other.x1 < line.x2 && other.x2 > line.x1;
    return isAligned && distance > height / 2 && distance < 4 * height && NUMBERS_OF_TABLES.test(other.text);
  });
  if (isInColumn) return true;
  const isOutermost = !others.some((other) => (middle > pageHeight / 2 ? other.y1 > line.y2 : other.y2 < line.y1));
  return isInRow(line, segments) && !isOutermost;
}

/** Whether other text stands at the height of a line. */
function isInRow(line: TextLine, segments: readonly TextLine[]): boolean {
  const middle = (line.y1 + line.y2) / 2;
  return segments.some((other) => other !== line && other.y1 < middle && other.y2 > middle);
}

/**
 * Splits a line at wide gaps. A line of short numbers only is not split: it is a row of a table, or a page number and its
 * total. A number of six digits or more is a reference, beside which a page number stands.
 */
function segmentsOf(line: TextLine): readonly TextLine[] {
  const segments = splitAtGaps(line);
  return segments.every(({ text }) => /^\d{1,5}$/u.test(text)) ? [line] : segments;
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
const isAtEdge = (line: TextLine, pageHeight: number, lowest: number): boolean =>
  isNear(line, pageHeight, EDGE_SHARE) || (line.y1 >= lowest && line.y1 > (1 - BOTTOM_LINE_SHARE) * pageHeight);

/** Whether a line stands in this fraction of the page height at its top or bottom. */
const isNear = (line: TextLine, pageHeight: number, share: number): boolean =>
  line.y2 < share * pageHeight || line.y1 > (1 - share) * pageHeight;

const KANJI_DIGITS = '〇一二三四五六七八九';

/** Kanji numerals before 頁, ページ, 枚, 年, 月 or 日. */
const NUMERAL = /[〇一二三四五六七八九十]{1,8}(?=\s?(?:頁|ページ|枚|年|月|日))/gu;

/** Converts kanji numerals before 頁, ページ, 枚, 年, 月 or 日 to digits: 十二頁 becomes 12頁, 二〇二四年 becomes 2024年. */
export const withPlainDigits = (text: string): string =>
  text.replaceAll(NUMERAL, (numeral) => String(kanjiNumber(numeral)));

/** The line with such digits in its text, in which its words may begin at other places. */
export function lineWithPlainDigits(line: TextLine): TextLine {
  const text = withPlainDigits(line.text);
  if (text === line.text) return line;
  const numerals = [...line.text.matchAll(NUMERAL)].map(({ 0: numeral, index }) => ({
    end: index + numeral.length,
    added: String(kanjiNumber(numeral)).length - numeral.length,
  }));
  const addedBefore = (start: number): number =>
    numerals.reduce((sum, { end, added }) => (end <= start ? sum + added : sum), 0);
  return { ...line, text, starts: line.starts.map((start) => start + addedBefore(start)) };
}

function kanjiNumber(numeral: string): number {
  const ten = numeral.indexOf('十');
  const value = (part: string) => Number(Array.from(part, (digit) => KANJI_DIGITS.indexOf(digit)).join('') || '0');
  if (ten < 0) return value(numeral);
  return (ten === 0 ? 1 : value(numeral.slice(0, ten))) * 10 + value(numeral.slice(ten + 1).replaceAll('十', ''));
}
