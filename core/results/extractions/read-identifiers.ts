/**
 * Extracts the identifiers of a page: IBANs, VAT ids, and invoice, order, customer and other numbers by their labels.
 */
import type { PageRecord } from '../../documents/page-record.ts';
import { boxOfText, linesBeside, readLines, splitAtGaps, type Box, type TextLine } from '../../splitting/text-lines.ts';
import { ADDRESS } from '../../splitting/title-words.ts';
import { findIbans } from './iban.ts';
import { LABEL_PATTERNS, type IdentifierType } from './identifier-labels.ts';
import { findVatIds } from './vat-id.ts';

export interface Identifier {
  readonly type: IdentifierType;
  /** IBANs and VAT ids are without spaces; other numbers are as printed. */
  readonly value: string;
  /** Page number in the file, from 1. */
  readonly page: number;
  /** Box in page pixels. */
  readonly bbox: Box;
}

/** Returns the identifiers of a page in reading order, each value of a type once. */
export function readIdentifiers(record: PageRecord): Identifier[] {
  const lines = readLines(record);
  const found = lines.flatMap((line, index) => {
    const hasDigits = /\d/.test(line.text);
    const ibans = hasDigits ? findIbans(line.text) : [];
    // The beginning of an IBAN (CZ77 9999 0000) has the format of a VAT id.
    const vatIds = (hasDigits ? findVatIds(line.text) : []).filter(
      ({ start }) => !ibans.some((iban) => start >= iban.start && start < iban.end),
    );
    const checked = [
      ...ibans.map((iban) => ({ type: 'iban' as const, ...iban })),
      ...vatIds.map((id) => ({ type: 'vat_id' as const, ...id })),
    ].map(({ type, value, start, end }): Identifier => ({
      type,
      value,
      page: record.page,
      bbox: pixels(boxOfText(line, start, end)),
    }));
    return [
      ...checked,
      ...labelledNumbers(
        line,
        { right: () => linesBeside(line, lines, 'right')[0], below: lines.slice(index + 1, index + 4) },
        record.page,
      ),
    ];
  });
  return withoutDuplicates(found);
}

/** Keeps only the first occurrence of each identifier, because numbers are often repeated in every footer. */
export function withoutDuplicates(identifiers: readonly Identifier[]): Identifier[] {
  const seen = new Set<string>();
  return identifiers.filter(({ type, value }) => {
    const key = `${type} ${value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

interface Surroundings {
  /** Determined only when a label needs it. */
  readonly right: () => TextLine | undefined;
  readonly below: readonly TextLine[];
}

/**
 * The numbers of the labels in this line: directly after the label, in the cell to its right or in the cell below it.
 */
function labelledNumbers(line: TextLine, around: Surroundings, page: number): Identifier[] {
  const lowerCase = inLowerCase(line.text);
  const claims = LABEL_PATTERNS.filter(({ sign }) => sign.test(lowerCase)).flatMap(({ type, pattern }) =>
    [...lowerCase.matchAll(pattern)].map((match) => ({ type, start: match.index, end: match.index + match[0].length })),
  );
  // "Purchase order reference: 4711" is the label of an order number only: of overlapping labels the first and longest
  // one wins.
  const labels = claims
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((label, index, sorted) =>
      sorted.slice(0, index).every((before) => before.end <= label.start || before.type === label.type),
    );
  return labels.flatMap(({ type, start, end }): Identifier[] => {
    const after =
      numberAfter(line, start, end) ??
      numberBeside(line, end, around.right()) ??
      numberBelow(boxOfText(line, start, end), line, around.below);
    return after === null ? [] : [{ type, value: after.value, page, bbox: pixels(after.box) }];
  });
}

/** The text in lower case, with each character at its place: İ, which would become two, stays as it is. */
function inLowerCase(text: string): string {
  const lowerCase = text.toLowerCase();
  return lowerCase.length === text.length ? lowerCase : text.replaceAll(/[^İ]+/gu, (part) => part.toLowerCase());
}

interface FoundNumber {
  readonly value: string;
  readonly box: Box;
}

/** A number begins with a letter or a digit; `numberAt` also requires a digit and rejects dates and amounts. */
const NUMBER = /^([\p{Lu}\d][\p{Lu}\p{Ll}\d]{0,30}(?:[-/._][\p{L}\d]{1,20}){0,8})(?:[,;)]|\.?$|\.?\s)/u;

function numberAfter(line: TextLine, labelStart: number, from: number): FoundNumber | null {
  const rest = line.text.slice(from);
  const ofMonth = NUMBERS_BY_MONTH.test(line.text.slice(labelStart, from)) ? NUMBER_OF_MONTH.exec(rest) : null;
  const value = ofMonth?.[0] ?? numberAt(rest);
  const isOnlyCell = value === rest && line.text.slice(labelStart, from).trimEnd().endsWith(':');
  return value === null || !(isOnlyCell || followsClosely(line, labelStart, from))
    ? null
    : { value, box: boxOfText(line, from, from + value.length) };
}

/** Labels in languages that write no dates with slashes. */
const NUMBERS_BY_MONTH = /(?<!\p{L})(?:nr|numer|č)(?!\p{L})/iu;
/** "3/05/2024", "FV 12/05/2024": the number of the third and the twelfth document of May. */
const NUMBER_OF_MONTH = /^(?:\p{Lu}{1,5}[ /-])?\d{1,4}\/(?:0?[1-9]|1[0-2])\/\d{4}(?![\p{L}\d./-])/u;

/** Letters, or digits with letters around them: "FV", "3", "O", "C03". */
const WORD = '\\p{Lu}{0,5}(?:\\d[\\p{Lu}\\d]{0,19})?';
/** Parts with a mark between them: "1/2021", "03-4121-MWB". */
const MARKED = '\\p{Lu}{0,5}\\d[\\p{Lu}\\d]{0,19}(?:[-/._][\\p{Lu}\\d]{1,20}){1,8}';
/** A number with spaces whose last part has marks: "FV 1/2021", "C 03-4121-MWB", "3 O 123/19", "2024 / 0815". */
const SPACED = new RegExp(`^(?:(?:${WORD} ){1,3}(?:${MARKED})|\\d{1,8} / \\d{1,8})(?![\\p{L}\\d./-])`, 'u');

/**
 * The number at the beginning of a text. A number printed in groups ("4711 0815", "INV 2024 113", "3 O 123/19") is read
 * as a whole.
 */
function numberAt(text: string): string | null {
  const grouped = /^(?:\p{Lu}{1,5}[ -])?\d{2,8}(?: \d{2,8}){0,5}(?![\p{L}\d.,/:-])/u.exec(text)?.[0];
  const spaced = SPACED.exec(text)?.[0];
  // "4711 03/05/2024": a date follows the number.
  const whole = spaced === undefined || isDate(spaced.split(' ').at(-1) ?? '') ? undefined : spaced;
  const value = whole ?? grouped ?? NUMBER.exec(text)?.[1];
  if (value === undefined || !/\d/.test(value) || value.length < 2) return null;
  return isDate(value) || /^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(value) ? null : value;
}

const isDate = (value: string): boolean =>
  /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})$/.test(value);

/** Whether the next word is close to the label: a word in the next column does not belong to it. */
function followsClosely(line: TextLine, labelStart: number, from: number): boolean {
  const next = line.starts.findIndex((start, index) => start + (line.words[index]?.text.length ?? 0) > from);
  const word = line.words[next];
  if (word === undefined) return false;
  const label = boxOfText(line, labelStart, Math.max(labelStart + 1, from - 1));
  return word.x1 - label.x2 < 10 * line.size;
}

/** The number in the next column of the same row, if the label is at the end of its line. */
function numberBeside(line: TextLine, labelEnd: number, right: TextLine | undefined): FoundNumber | null {
  if (right === undefined || line.text.slice(labelEnd).trim() !== '' || right.x1 - line.x2 > 20 * line.size)
    return null;
  const start = /^[:#\s]*/u.exec(right.text)?.[0].length ?? 0;
  const value = numberOfCell(right.text.slice(start));
  return value === null ? null : { value, box: boxOfText(right, start, start + value.length) };
}

/** The number below the label, in one of the next lines: in tables whose first row has the labels. */
function numberBelow(label: Box, line: TextLine, below: readonly TextLine[]): FoundNumber | null {
  for (const other of below.flatMap(splitAtGaps)) {
    const gap = other.y1 - line.y2;
    if (gap < -line.size / 2 || gap > 2 * line.size) continue;
    const overlaps =
      Math.min(other.x2, label.x2) - Math.max(other.x1, label.x1) > 0 && Math.abs(other.x1 - label.x1) < 3 * line.size;
    if (!overlaps) continue;
    const value = numberOfCell(other.text);
    return value === null ? null : { value, box: boxOfText(other, 0, value.length) };
  }
  return null;
}

/** The number at the beginning of a cell, null in an address: "123 Anywhere Street". */
const numberOfCell = (text: string): string | null => (ADDRESS.test(text) ? null : numberAt(text));

const pixels = ({ x1, y1, x2, y2 }: Box): Box => ({
  x1: Math.floor(x1),
  y1: Math.floor(y1),
  x2: Math.ceil(x2),
  y2: Math.ceil(y2),
});
