/** Determines the date of a document: when it was issued, not a date that it mentions. */
import { z } from 'zod';
import type { PageRecord } from '../../documents/page-record.ts';
import { lineWithPlainDigits } from '../../splitting/page-number.ts';
import { LETTER } from '../../splitting/letter-class.ts';
import { boxOfText, linesBeside, readLines, splitAtGaps, type Box, type TextLine } from '../../splitting/text-lines.ts';
import { DOCUMENT_KIND } from '../../splitting/title-words.ts';
import { hasDocumentDateLabel, hasOtherDateLabel } from './date-labels.ts';
import type { DateReading, NumericOrder } from './find-dates.ts';
import { BESIDE_DATE, isNumbered, isPartNumber, isSectionHeading } from './numbers-like-dates.ts';
import { MONTHS } from './month-names.ts';
import { ORDER_MARKS, orderMarksOf } from './order-marks.ts';
import { isPlace, isSignedAt } from './place-before-date.ts';
import { countNumericOrders, findDates, hasSlashedDate, NUMERIC_ORDERS } from './find-dates.ts';

interface Candidate {
  readonly iso: string;
  readonly score: number;
  /** Left end in page pixels. */
  readonly x: number;
  /** A label of a document date precedes it on its line. */
  readonly labelled: boolean;
  /** Ends a line that only has a place before it: "Leeds, 3 May 2024". */
  readonly placed: boolean;
}

/**
 * Minimum score of the document's date: it has a label, stands in a title, is alone on a line in the upper part of the
 * page, as in letters, or is the only date of a page with few words, as on receipts.
 */
const MIN_SCORE = 2;

/** Words of a page below which its only date is that of the document, unless it has the label of another date. */
const FEW_WORDS = 250;

/** Characters of a title line with a date at most, and the part of the page from the top where it is: "Verbale 29/02/24". */
const MAX_TITLE_LINE = 70;
const UPPER_PART = 0.45;

const bestDateSchema = z.strictObject({ iso: z.iso.date(), score: z.number() }).nullable();

/**
 * The candidates of one page for the date of its document, sufficient to decide once the pages of the document are
 * known.
 */
export const pageDatesSchema = z.strictObject({
  language: z.string().nullable(),
  /** Number of dates that prove each order of numeric dates such as 03/05/2024. */
  day_first: z.int().min(0),
  month_first: z.int().min(0),
  /** Orders that are usual in the countries of which the page has marks. Releases before 2026-12 did not write them. */
  order_marks: z.array(z.enum(ORDER_MARKS)).default([]),
  /** The best candidate for each possible order of numeric dates. */
  best: z.record(z.enum(NUMERIC_ORDERS), bestDateSchema),
});
export type PageDates = z.infer<typeof pageDatesSchema>;
type BestDate = z.infer<typeof bestDateSchema>;

export function readPageDates(page: PageRecord): PageDates {
  const cells = readCells(page);
  if (page.language === 'ja') {
    const best = bestDate(page, cells, 'japanese');
    return {
      language: page.language,
      day_first: 0,
      month_first: 0,
      order_marks: [],
      best: { unknown: best, 'day-first': best, 'month-first': best },
    };
  }
  const text = page.fulltext.normalize('NFKC');
  const { dayFirst, monthFirst } = countNumericOrders(text);
  const unknown = bestDate(page, cells, 'unknown');
  // Without an ambiguous date the order has no effect.
  const both = hasSlashedDate(text)
    ? { 'day-first': bestDate(page, cells, 'day-first'), 'month-first': bestDate(page, cells, 'month-first') }
    : { 'day-first': unknown, 'month-first': unknown };
  return {
    language: page.language,
    day_first: dayFirst,
    month_first: monthFirst,
    order_marks: orderMarksOf(text),
    best: { unknown, ...both },
  };
}

/**
 * Returns the date of a document in ISO 8601 format, from its first page, or else from its last; null if uncertain.
 * @param pages the pages of one document, in page order
 */
export function documentDateOf(pages: readonly PageDates[]): string | null {
  const first = pages[0];
  if (first === undefined) return null;
  const order = orderOf(pages);
  const last = pages.at(-1);
  // A contract has its date at its end, before the signatures.
  return (
    dateOf(first.best[order], MIN_SCORE) ??
    (last === undefined || last === first ? null : dateOf(last.best[order], LABELLED_SCORE - 1))
  );
}

const dateOf = (best: BestDate, minScore: number): string | null =>
  best !== null && best.score >= minScore ? best.iso : null;

/** The cells of a page, from which dates are read once for each order of numbers. */
interface Cells {
  readonly all: readonly TextLine[];
  /** Those whose dates may be that of the document. */
  readonly dated: readonly TextLine[];
}

function readCells(page: PageRecord): Cells {
  const lines = readLines(page);
  const all = lines.flatMap(splitAtGaps);
  const header = headerOfBrowser(lines, page);
  return { all, dated: all.filter(({ y2 }) => y2 > header) };
}

function bestDate(page: PageRecord, cells: Cells, reading: DateReading): BestDate {
  const all = cells.dated.flatMap((cell) => candidatesOf(cell, cells.all, page, reading));
  const candidates = all.every(({ iso }) => iso === all[0]?.iso) ? all : withoutColumns(all);
  const score = Math.max(...candidates.map((candidate) => candidate.score));
  const signed = score < MIN_SCORE ? signatureDate(candidates) : null;
  if (signed !== null) return { iso: signed, score: LABELLED_SCORE - 1 };
  const [iso, ...others] = new Set(
    candidates.filter((candidate) => candidate.score === score).map((candidate) => candidate.iso),
  );
  // If several different dates have the same score, the first one is chosen only if it has a label.
  if (iso === undefined || (others.length > 0 && score < LABELLED_SCORE)) return null;
  const isOnlyDate = page.words.length < FEW_WORDS && candidates.every((candidate) => candidate.iso === iso);
  return { iso, score: isOnlyDate && score >= 0 ? Math.max(score, MIN_SCORE) : score };
}

/**
 * The date after a place above a signature, as on certificates and references; null where there is none, or where several
 * differ.
 */
function signatureDate(candidates: readonly Candidate[]): string | null {
  const [iso, another] = new Set(candidates.filter(({ placed }) => placed).map((candidate) => candidate.iso));
  return iso === undefined || another !== undefined ? null : iso;
}

/** The part of the page at its top and bottom in which browsers print headers and footers. */
const MARGIN = 0.06;
/** "https://shop.example/orders/4711" and, at the other end of the foot of a printed web page, "1/2". */
const ADDRESS = /^(?:https?|file):\/\/\S/u;
const PAGE_OF_PAGES = /(?:^|\s)\d{1,4}\/\d{1,4}$/u;

/**
 * The lower edge, in page pixels, of the header of a printed web page, which has the date of the printing; 0 if the page is
 * none.
 */
function headerOfBrowser(lines: readonly TextLine[], { height }: PageRecord): number {
  const foot = lines.filter(({ y1 }) => y1 > (1 - MARGIN) * height).map(({ text }) => text);
  const isPrinted = [ADDRESS, PAGE_OF_PAGES].every((pattern) => foot.some((text) => pattern.test(text)));
  return isPrinted ? MARGIN * height : 0;
}

/** Removes dates without labels in groups of three or more with the same left end: they are in a column of a table. */
function withoutColumns(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(
    ({ x, labelled }) => labelled || candidates.filter((other) => Math.abs(other.x - x) < COLUMN_TOLERANCE).length < 3,
  );
}

/** Maximum distance between the left ends of dates in one column, in page pixels. */
const COLUMN_TOLERANCE = 8;

/** Score of a date with a label in the upper part of the page; it is 1 less below. */
const LABELLED_SCORE = 4;

function candidatesOf(line: TextLine, cells: readonly TextLine[], page: PageRecord, reading: DateReading): Candidate[] {
  const plain = lineWithPlainDigits(line);
  const { text } = plain;
  const found = findDates(text, reading);
  if (found.length === 0) return [];
  const left = linesBeside(line, cells, 'left')[0]?.text ?? '';
  const isSection = isSectionHeading(text) && !hasDocumentDateLabel(left);
  const dates = found.filter(
    ({ start }) => !isNumbered(text.slice(Math.max(0, start - 20), start)) && !(isSection && start === 0),
  );
  return dates.flatMap(({ iso, start, end }, index): readonly Candidate[] => {
    const onLine = text.slice(Math.max(0, start - 40, dates[index - 1]?.end ?? 0), start);
    const before = onLine.trim() === '' && start === 0 ? left.slice(-40) : onLine;
    const label =
      hasDocumentDateLabel(before) || hasOtherDateLabel(before) || onLine.trim() !== ''
        ? before
        : columnHeader(line, cells, boxOfText(plain, start, end));
    if (isPartNumber(text.slice(start, end), before) || isPartNumber(text.slice(start, end), label)) return [];
    // "Rechnung Nr. 471102 vom 05.03.2018": in other contexts "vom" begins a period or refers to another document.
    const isNamed = DOCUMENT_KIND.test(text) && NAMED_BY_DATE.test(before) && !OF_ANOTHER.test(text.slice(0, start));
    if (isNamed) return [{ iso, score: LABELLED_SCORE, x: line.x1, labelled: true, placed: false }];
    if (dates.length === 1 && isTitleLine(line, page) && !hasOtherDateLabel(before))
      return [{ iso, score: LABELLED_SCORE - 1, x: line.x1, labelled: true, placed: false }];
    const rest = (text.slice(0, start) + text.slice(end))
      .replaceAll(TIME, '')
      .trim()
      .replaceAll(BESIDE_DATE, '')
      .trim();
    const isAlone = rest.length < 3 || isPlace(rest) || isAfterHeading(text, start, end);
    const placed =
      dates.length === 1 && !hasOtherDateLabel(before) && isSignedAt(text.slice(0, start), text.slice(end));
    const score = scoreOf({ label, isAlone, siblings: dates.length, y: line.y1 / page.height });
    return [{ iso, score, x: wordAt(plain, start)?.x1 ?? line.x1, labelled: hasDocumentDateLabel(before), placed }];
  });
}

function scoreOf(at: {
  readonly label: string;
  /** Alone on its line, or after only a place ("Leeds, 3 May 2024") or a heading ("Meeting 2 | 3 May 2024"). */
  readonly isAlone: boolean;
  readonly siblings: number;
  readonly y: number;
}): number {
  let score = at.y < UPPER_PART ? 1 : 0;
  if (hasDocumentDateLabel(at.label)) score += LABELLED_SCORE - 1;
  else if (at.y < UPPER_PART && at.isAlone) score += 1;
  if (hasOtherDateLabel(at.label)) score -= 3;
  if (at.siblings > 1 && !hasDocumentDateLabel(at.label)) score -= 1;
  return score;
}

const isTitleLine = ({ text, y1 }: TextLine, { height }: PageRecord): boolean =>
  DOCUMENT_KIND.test(text) && text.length < MAX_TITLE_LINE && y1 < UPPER_PART * height;

/** "Rechnung gemäß Bestellung Nr. 4711 vom 01.03.2018": the date is that of the order. */
const OF_ANOTHER = new RegExp(
  `(?<![${LETTER}])(?:gemäß|gem\\.|laut|lt\\.|zur?|zum|for|per|pour|selon|para|según|secondo|volgens)(?![${LETTER}])`,
  'iu',
);

const NAMED_BY_DATE = new RegExp(`(?<![${LETTER}])(?:vom|of|du|del|van|z dnia|ze dne|zo dňa)\\s?$`, 'iu');

/** "Meeting 2 | 3 May 2024", "Quiz 4 — 3/22/17": a heading, and after a bar or a dash its date. */
function isAfterHeading(text: string, start: number, end: number): boolean {
  if (text.length > MAX_TITLE_LINE || text.slice(end).trim() !== '') return false;
  const heading = HEADING.exec(text.slice(0, start))?.[1] ?? '';
  // "3 May – 7 June 2024", "May 3 – June 7, 2024" and "Leeds, 3 – 7 June 2024" are periods.
  const words = heading.toLowerCase().match(WORDS) ?? [];
  return words.length > 0 && !words.slice(-2).some((word) => MONTHS.has(word)) && !/(?:^|,)\s*\d+$/u.test(heading);
}

const HEADING = new RegExp(`^(.*[${LETTER}\\d.)])\\s{0,3}(?:[|–—]|(?<=\\D)-)\\s{1,3}$`, 'u');
const WORDS = new RegExp(`[${LETTER}]+|\\d+`, 'gu');

const TIME = /\bT?\d{1,2}[:.h]\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?(?:[ap]m|uhr|h)|Z|[+-]\d{2}:?\d{2})?/giu;

const wordAt = (line: TextLine, start: number) =>
  line.words.find((_, index) => (line.starts[index] ?? 0) >= start) ?? line.words[0];

/**
 * The text of the nearest cell above that overlaps the date horizontally: in a table it is the label. Empty if there is
 * none.
 */
function columnHeader(line: TextLine, cells: readonly TextLine[], date: Box): string {
  const above = cells.filter((cell) => {
    const gap = line.y1 - cell.y2;
    return gap > -line.size / 2 && gap < 1.5 * line.size && cell.y1 < line.y1 && cell.x1 < date.x2 && cell.x2 > date.x1;
  });
  return above.toSorted((a, b) => b.y2 - a.y2)[0]?.text ?? '';
}

/**
 * The order of numeric dates such as 03/05/2024: that of the document's unambiguous dates, else by the language of its
 * first page that has one, else, in English, by marks of countries that agree; unknown without them. Japanese pages, which
 * write the year first, tell nothing.
 */
function orderOf(pages: readonly PageDates[]): NumericOrder {
  const dayFirst = pages.reduce((sum, page) => sum + page.day_first, 0);
  const monthFirst = pages.reduce((sum, page) => sum + page.month_first, 0);
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day-first' : 'month-first';
  const language = pages.map((page) => page.language).find((known) => known !== null && known !== 'ja');
  if (language !== undefined && language !== 'en') return 'day-first';
  const [order, another] = new Set(pages.flatMap((page) => page.order_marks));
  return order === undefined || another !== undefined ? 'unknown' : order;
}
