/** The text lines of a page, with a mapping from positions in the text to boxes on the page. */
import type { PageRecord, Word } from '../documents/page-record.ts';

export interface Box {
  /** Corners in page pixels. */
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface TextLine extends Box {
  /**
   * The words in NFKC (full-width digits become ASCII) but for a few signs, joined by spaces, but without spaces between
   * Japanese characters.
   */
  readonly text: string;
  readonly words: readonly Word[];
  /** Index in `text` at which each word begins. */
  readonly starts: readonly number[];
  /** Font size in pixels, estimated from the heights of the words and their letters. */
  readonly size: number;
  readonly block: number;
}

const JAPANESE = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]/u;

/** Cache of the lines of each record, which the extraction of titles, dates, page numbers and identifiers shares. */
const lineCache = new WeakMap<PageRecord, readonly TextLine[]>();

/**
 * Returns the lines of a page in reading order. A line consists of consecutive words with the same `line` in the
 * record.
 */
export function readLines(record: PageRecord): readonly TextLine[] {
  const known = lineCache.get(record);
  if (known !== undefined) return known;
  const lines = groupWords(record).map(lineOf);
  lineCache.set(record, lines);
  return lines;
}

function groupWords(record: PageRecord): Word[][] {
  const groups: Word[][] = [];
  let current: number | null = null;
  for (const word of record.words) {
    if (word.text === '') continue;
    if (word.line !== current) groups.push([]);
    current = word.line;
    groups.at(-1)?.push(word);
  }
  return groups;
}

/** Cache of the parts of each line, which the same extractions share. */
const partCache = new WeakMap<TextLine, readonly TextLine[]>();

/** Splits a line at gaps of more than 2.2 times its font size: into table cells, or the two ends of a footer. */
export function splitAtGaps(line: TextLine): readonly TextLine[] {
  const known = partCache.get(line);
  if (known !== undefined) return known;
  const parts = partsOf(line);
  partCache.set(line, parts);
  return parts;
}

function partsOf(line: TextLine): readonly TextLine[] {
  const parts: Word[][] = [[]];
  let previous: Word | undefined;
  for (const word of line.words) {
    const gap = previous === undefined ? 0 : Math.max(word.x1 - previous.x2, previous.x1 - word.x2);
    if (gap > 2.2 * line.size) parts.push([]);
    parts.at(-1)?.push(word);
    previous = word;
  }
  return parts.length === 1 ? [line] : parts.map(lineOf);
}

/** The bounding box of the words that overlap the text from `start` to `end` (exclusive). */
export function boxOfText(line: TextLine, start: number, end: number): Box {
  const touched = line.words.filter((word, index) => {
    const from = line.starts[index] ?? 0;
    const to = line.starts[index + 1] ?? line.text.length;
    return from < end && Math.min(to, from + plainText(word.text).length) > start;
  });
  return boundingBox(touched.length > 0 ? touched : line.words);
}

/**
 * The lines to the left or right of a line at the same height (other columns of the same row), the nearest first. A colon in a
 * column of its own, between labels and their values, is none.
 */
export function linesBeside(line: TextLine, lines: readonly TextLine[], side: 'left' | 'right'): TextLine[] {
  const middle = (line.y1 + line.y2) / 2;
  const distance = (other: TextLine) => (side === 'left' ? line.x1 - other.x2 : other.x1 - line.x2);
  return lines
    .filter((other) => other !== line && other.y1 < middle && other.y2 > middle && distance(other) > -line.size / 2)
    .filter(({ text }) => text !== ':')
    .toSorted((a, b) => distance(a) - distance(b));
}

export function boundingBox(boxes: readonly Box[]): Box {
  return boxes.reduce(
    (around, box) => ({
      x1: Math.min(around.x1, box.x1),
      y1: Math.min(around.y1, box.y1),
      x2: Math.max(around.x2, box.x2),
      y2: Math.max(around.y2, box.y2),
    }),
    { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity },
  );
}

/** Signs that NFKC would turn into other text than is printed: nº into no, 1ª into 1a, m² into m2, № into No. */
const SIGNS_TO_KEEP = /([ªº²³№])/u;

const plainText = (text: string): string =>
  ASCII.test(text)
    ? text
    : text
        .split(SIGNS_TO_KEEP)
        .map((part, index) => (index % 2 === 0 ? part.normalize('NFKC') : part))
        .join('');

function lineOf(words: readonly Word[]): TextLine {
  let text = '';
  const starts: number[] = [];
  for (const word of words) {
    const plain = plainText(word.text);
    const joined = text === '' || (JAPANESE.test(text.at(-1) ?? '') && JAPANESE.test(plain.at(0) ?? ''));
    if (!joined) text += ' ';
    starts.push(text.length);
    text += plain;
  }
  return { ...boundingBox(words), text, words, starts, size: fontSizeOf(words), block: words[0]?.block ?? 0 };
}

/**
 * The median font size of the words in pixels, weighted by characters. Boxes are tight around the ink: "acne" is half
 * as high as its font size, "Ably" almost as high. Heights are therefore corrected for ascenders and descenders. Words
 * without letters and digits are ignored unless there are no others.
 */
export function fontSizeOf(words: readonly Word[]): number {
  const sizes: { readonly size: number; readonly letters: number }[] = [];
  for (const word of words) {
    const { letters, inkShare } = measureGlyphs(word.text);
    if (letters > 0) sizes.push({ size: heightOfGlyphs(word) / inkShare, letters: Math.min(20, letters) });
  }
  if (sizes.length === 0) return Math.max(1, ...words.map((word) => word.y2 - word.y1));
  return weightedMedian(sizes);
}

/** The height of a word, or the width of one that is written downwards. */
function heightOfGlyphs({ text, x1, y1, x2, y2 }: Word): number {
  const [width, height] = [x2 - x1, y2 - y1];
  return height > 1.5 * width && text.length > 1 && JAPANESE.test(text) ? width : height;
}

function weightedMedian(sizes: { readonly size: number; readonly letters: number }[]): number {
  sizes.sort((a, b) => a.size - b.size);
  let rest = Math.floor(sizes.reduce((sum, { letters }) => sum + letters, 0) / 2);
  for (const { size, letters } of sizes) {
    rest -= letters;
    if (rest < 0) return size;
  }
  return sizes.at(-1)?.size ?? 0;
}

const ASCII = /^[\x20-\x7e]*$/;

interface Glyphs {
  /** Number of letters and digits. */
  readonly letters: number;
  /** Height of the ink as a fraction of the font size, in most typefaces. */
  readonly inkShare: number;
}

const shareOf = (hasAscenders: boolean, hasDescenders: boolean): number =>
  0.5 + (hasAscenders ? 0.22 : 0) + (hasDescenders ? 0.21 : 0);

const IS_LETTER = 1;
const HAS_ASCENDER = 2;
const HAS_DESCENDER = 4;

/** The traits of each ASCII character. */
const ASCII_TRAITS = Uint8Array.from({ length: 0x7f }, (_, code) => {
  const character = String.fromCharCode(code);
  return (
    (/[A-Za-z0-9]/.test(character) ? IS_LETTER : 0) +
    (/[A-Z0-9bdfhijklt()[\]{}/|!?'"]/.test(character) ? HAS_ASCENDER : 0) +
    (/[gjpqy,;()[\]{}|Q]/.test(character) ? HAS_DESCENDER : 0)
  );
});

/** Most words are ASCII: they are measured in one pass over a table. */
function measureGlyphs(text: string): Glyphs {
  let letters = 0;
  let all = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return measureOtherGlyphs(text);
    const traits = ASCII_TRAITS[code] ?? 0;
    letters += traits & IS_LETTER;
    all |= traits;
  }
  return { letters, inkShare: shareOf((all & HAS_ASCENDER) !== 0, (all & HAS_DESCENDER) !== 0) };
}

const measureOtherGlyphs = (text: string): Glyphs => ({
  letters: text.replaceAll(/[^\p{L}\p{N}]/gu, '').length,
  inkShare: JAPANESE.test(text) ? 0.88 : shareOf(ASCENDERS.test(text), DESCENDERS.test(text)),
});

const ASCENDERS = /[\p{Lu}\p{N}bdfhijkltßáàâäåãąčćďéèêëęěíìîïĺľňńñóòôöőøřśšťúùûüůýźžż()[\]{}/|!?'"„“]/u;
const DESCENDERS = /[gjpqyçęąţş,;()[\]{}|Qß]/u;
