/** Pages with known text (ground truth): pages of born-digital documents with the words of their text layer. */
import { openDocument } from '../../core/documents/formats/open-document.ts';
import { PAGE_DPI } from '../../core/documents/page-record.ts';
import { arrangeWords } from '../../core/documents/text-layer/arrange-words.ts';
import type { PlacedWord } from '../../core/documents/text-layer/place-words.ts';
import { samplePath, sharedDocuments, type SharedDocument } from '../shared-data.ts';

export interface KnownPage {
  readonly path: string;
  /** From 1. */
  readonly page: number;
  readonly text: string;
}

/** Minimum and maximum number of characters of a page. */
const FEWEST_CHARACTERS = 1200;
const MOST_CHARACTERS = 5000;

/**
 * Kinds with running text in one column, in order of preference: the reading order is unambiguous, so that only
 * character errors count.
 */
const KINDS = [
  'policy_statement',
  'contract',
  'court',
  'letter',
  'report',
  'minutes',
  'project_report',
  'bylaws',
  'financial_report',
  'other',
];
const PAGES_OF_ONE_SOURCE = 6;

/** `count` pages of different documents in these languages; from samples/ where there is no shared data. */
export async function knownPages(count: number, languages: readonly string[]): Promise<readonly KnownPage[]> {
  const pages: KnownPage[] = [];
  const taken = new Map<string, number>();
  for (const document of await candidates(languages)) {
    const key = `${document.language} ${document.source}`;
    if (pages.length >= count || (taken.get(key) ?? 0) >= PAGES_OF_ONE_SOURCE) continue;
    const page = await firstGoodPage(document.path).catch(() => undefined);
    if (page === undefined) continue;
    taken.set(key, (taken.get(key) ?? 0) + 1);
    pages.push(page);
  }
  return pages.length >= count ? pages : samplePages(count);
}

/** Candidates with alternating languages, so that the first pages of a multilingual file cover all of them. */
async function candidates(languages: readonly string[]): Promise<readonly SharedDocument[]> {
  const all = (await sharedDocuments()).filter(
    ({ textLayerShare, imageShare, kind }) => textLayerShare === 1 && imageShare === 0 && KINDS.includes(kind),
  );
  const rank = ({ kind }: SharedDocument) => KINDS.indexOf(kind);
  const lines = languages.map((language) =>
    all.filter((document) => document.language === language).toSorted((a, b) => rank(a) - rank(b)),
  );
  const longest = Math.max(0, ...lines.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lines.flatMap((line) => line[index] ?? [])).flat();
}

async function firstGoodPage(path: string): Promise<KnownPage | undefined> {
  const reader = await openDocument(path);
  try {
    for (let page = 1; page <= Math.min(3, reader.pageCount); page += 1) {
      const { quality, words } = await reader.textLayer(page);
      const { widthMm, heightMm } = await reader.pageSize(page);
      const text = orderedText(words.map((word) => scaled(word, PAGE_DPI / 72)));
      const fits =
        text.length >= FEWEST_CHARACTERS && text.length <= MOST_CHARACTERS && heightMm > widthMm && heightMm < 400;
      if (quality === 'good' && fits && isOneColumn(words, (widthMm / 25.4) * 72)) return { path, page, text };
    }
    return undefined;
  } finally {
    await reader.close();
  }
}

/** The text of words in reading order: the same order for ground truth and OCR. */
export const orderedText = (words: readonly PlacedWord[]): string =>
  arrangeWords(inRows(words))
    .map(({ text }) => text)
    .join(' ');

/** Sorts the words into rows from top to bottom, and from left to right within a row. */
function inRows(words: readonly PlacedWord[]): PlacedWord[] {
  const rows: PlacedWord[][] = [];
  for (const word of words.toSorted((a, b) => a.y1 + a.y2 - b.y1 - b.y2)) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const middle = (word.y1 + word.y2) / 2;
    if (row !== undefined && last !== undefined && middle - (last.y1 + last.y2) / 2 < 0.3 * (last.y2 - last.y1))
      row.push(word);
    else rows.push([word]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.x1 - b.x1));
}

/** Whether the text has one column: enough words cross the middle of the page. */
function isOneColumn(words: readonly PlacedWord[], width: number): boolean {
  const across = words.filter((word) => word.x1 < width / 2 && word.x2 > width / 2).length;
  const left = words.filter((word) => word.x1 < width / 2).length;
  return across > 12 && left > 0;
}

const scaled = (word: PlacedWord, by: number): PlacedWord => ({
  ...word,
  x1: Math.round(word.x1 * by),
  y1: Math.round(word.y1 * by),
  x2: Math.round(word.x2 * by),
  y2: Math.round(word.y2 * by),
});

/** The pages of samples/mixed-mail.pdf, repeated. */
async function samplePages(count: number): Promise<readonly KnownPage[]> {
  const path = samplePath('mixed-mail.pdf');
  const reader = await openDocument(path);
  const pages: KnownPage[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = (index % reader.pageCount) + 1;
    const { words } = await reader.textLayer(page);
    pages.push({ path, page, text: orderedText(words.map((word) => scaled(word, PAGE_DPI / 72))) });
  }
  await reader.close();
  return pages;
}
