/** Reads a page that is written by hand throughout: the recogniser of print finds no language on it, or a wrong one. */
import { detectLanguage } from '../languages/detect-language.ts';
import type { Language } from '../languages/languages.ts';
import { insertLines } from '../layout/insert-lines.ts';
import type { PageImage } from '../pages/page-image.ts';
import type { PageReader } from '../ppocr/page-reader.ts';
import type { ReadWord } from '../ppocr/decode-line.ts';
import type { ChooseWords } from '../ppocr/line-reader.ts';
import { readSlantedBoxes } from '../ppocr/read-boxes.ts';
import type { LineReading } from '../lines/read-lines.ts';
import { textOf } from '../read-words.ts';
import { wordsOfPage } from './choose-words.ts';
import { handwrittenLine } from './handwritten-line.ts';

/** The widest lines, which are read to see what the page is. */
const SAMPLE_LINES = 6;
/**
 * Of these lines: letters, part of them in Latin script, and confidence (0 to 100, weighed by characters) from which they
 * are handwriting that can be read. French wills and pages of 2024 reach 76 to 90, pages in Thai and Hebrew 49 and 77 with
 * fewer letters, in Greek, Chinese and Japanese other letters. English drafts of the 19th century reach 51 to 60 and are
 * left.
 */
const MIN_LETTERS = 60;
const MIN_LATIN = 0.98;
const MIN_CONFIDENCE = 65;

export interface HandwrittenPage {
  /** In reading order. */
  readonly lines: readonly LineReading[];
  /** Null where the text has too few words that only one of the languages has. */
  readonly language: Language | null;
}

/**
 * @param page the upright image
 * @param among the languages that it may be in
 * @returns null where its lines are no handwriting in Latin script, or too hard to read
 */
export async function readHandwrittenPage(
  page: PageImage,
  reader: PageReader,
  among: readonly Language[],
): Promise<HandwrittenPage | null> {
  const found = (await reader.findLines(page.image)).toSorted((a, b) => b.width - a.width);
  const [widest, others] = [found.slice(0, SAMPLE_LINES), found.slice(SAMPLE_LINES)];
  const choose = wordsOfPage(among, null);
  // What the network reads by itself says whether it can be read: words of a list have more letters.
  const seen: ReadWord[] = [];
  const chooseIfReadable: ChooseWords = (words) => {
    seen.push(...words);
    return isReadable(words) ? choose(words) : Promise.resolve(null);
  };
  const sample = await readSlantedBoxes(reader, page.image, widest, chooseIfReadable);
  if (!isReadable(seen)) return null;
  const read = [...sample, ...(await readSlantedBoxes(reader, page.image, others, choose))];
  const lines = found.map((box, at) => handwrittenLine(box, read[at] ?? []));
  return {
    lines: insertLines([], lines, page.image),
    language: detectLanguage(textOf(lines.flatMap(({ words }) => words)), among),
  };
}

function isReadable(words: readonly ReadWord[]): boolean {
  const letters = words.flatMap(({ text }) => text.match(/\p{L}/gu) ?? []);
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter));
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const confidence = words.reduce((sum, word) => sum + word.text.length * word.confidence, 0) / Math.max(1, characters);
  return letters.length >= MIN_LETTERS && latin.length >= MIN_LATIN * letters.length && confidence >= MIN_CONFIDENCE;
}
