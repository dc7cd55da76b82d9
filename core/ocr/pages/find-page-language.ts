/** Finds the language of a page that was read: from its words, or from the confidence of the engines in its lines. */
import { detectLanguage, scoreLanguages, scorePerWord } from '../languages/detect-language.ts';
import { engineScore } from '../languages/engine-score.ts';
import type { Language } from '../languages/languages.ts';
import type { LineReading } from '../lines/read-lines.ts';
import { meanConfidence, textOf, type RecognisedWord } from '../read-words.ts';
import { recogniseSegments, type Recognition } from '../tesseract-engine.ts';
import type { PageImage } from './page-image.ts';

/** Score from which the text of a page shows its language, even if it has many names and numbers. */
const SURE_SCORE = 6;
/** Score per word below which the text does not show its language: it has some words of any. */
const MIN_SCORE_PER_WORD = 0.08;
/** The same for a page that was read in another language: of its closest other language a page has at most 0.14. */
const MIN_SCORE_PER_WORD_OF_ANOTHER = 0.15;
/** Confidence (0 to 100) of a page from which the language that the probe has identified is the right one. */
const SURE_CONFIDENCE = 90;

/**
 * The lines that are read with several engines: the longest, until they have so many letters together. Of a line at most
 * `MAX_LETTERS` count, because one alone may be an address; shorter lines than `MIN_LETTERS` are not read.
 */
const SAMPLE_LETTERS = 300;
const MAX_LETTERS = 30;
const MIN_LETTERS = 5;
const MAX_SAMPLE_LINES = 12;
const LETTERS = /\p{L}/gu;
/** Letters of these lines from which they outweigh what the probe has identified: it may have read lines that are not among them. */
const MIN_SAMPLE_LETTERS = 100;
/** Lines that all engines read, and the number of engines that read the others. */
const FIRST_LINES = 4;
const FINALISTS = 3;
/** Points of confidence (0 to 100) by which another engine must lead. */
const MIN_LEAD = 3;

export interface ReadAs {
  /** The languages that the page was read in. */
  readonly languages: readonly Language[];
  /** Candidates. */
  readonly among: readonly Language[];
  /** The language that the probe has identified; null if none. */
  readonly identified: Language | null;
}

/** The language that the words of a text show, whatever engine has read it; null where they are too few. */
export const surelyShown = (text: string, among: readonly Language[]): Language | null =>
  detectLanguage(text, among, SURE_SCORE);

/**
 * The language of a page that was read: another one than it was read in where its words surely show that, and not by a few of
 * them among many. Some lines are found only after the language was.
 * @param language  that it was read in; null if none was found
 */
export function languageOfWords(text: string, language: Language | null, among: readonly Language[]): Language | null {
  const shown = language === 'ja' ? null : surelyShown(text, among);
  if (shown === null || shown === language) return language;
  const [first] = scoreLanguages(text, among);
  return first !== undefined && scorePerWord(first, text) >= MIN_SCORE_PER_WORD_OF_ANOTHER ? shown : language;
}

/**
 * The language of a page whose words do not surely show it.
 * @returns null if neither the words nor the engines show the language
 * @throws Error if the engine or its language data cannot be loaded
 */
export async function findPageLanguage(
  page: PageImage,
  { lines, words, confidence }: Recognition,
  { languages, among, identified }: ReadAs,
): Promise<Language | null> {
  const text = textOf(words);
  const shown = detectLanguage(text, among);
  const [first] = scoreLanguages(text, among);
  const isDense = first !== undefined && scorePerWord(first, text) >= MIN_SCORE_PER_WORD;
  if (shown !== null && isDense && !languages.includes(shown)) return shown;
  if (identified !== null && (isDense || confidence >= SURE_CONFIDENCE)) return shown;
  const sample = longestLines(lines);
  if (identified !== null && lettersOf(sample) < MIN_SAMPLE_LETTERS) return shown;
  return (await likelyLanguage(page, sample, languages, among)) ?? shown;
}

/**
 * Reads a sample of the lines with the engines of Latin script: some with all of them, more with the best of these.
 * @returns the language whose engine is clearly the best; null if it is one that was read, or none is
 */
async function likelyLanguage(
  page: PageImage,
  sample: readonly LineReading[],
  languages: readonly Language[],
  among: readonly Language[],
): Promise<Language | null> {
  if (sample.length === 0) return null;
  const [expected = 'en'] = languages;
  const known: Contender = { language: expected, words: sample.flatMap(({ words }) => words) };
  let contenders = among
    .filter((language) => language !== 'ja' && !languages.includes(language))
    .map((language): Contender => ({ language, words: [] }));
  for (const part of [sample.slice(0, FIRST_LINES), sample.slice(FIRST_LINES)]) {
    const segments = part.map(({ segment }) => segment);
    const read: Contender[] = [];
    for (const { language, words } of contenders) {
      const again = await recogniseSegments(page.image, [language], segments, { dpi: page.dpi });
      read.push({ language, words: [...words, ...again.words] });
    }
    contenders = read.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, FINALISTS);
  }
  const [first] = contenders;
  return first !== undefined && scoreOf(first) > scoreOf(known) + MIN_LEAD ? first.language : null;
}

/** The words that the engine of a language has read. */
interface Contender {
  readonly language: Language;
  readonly words: readonly RecognisedWord[];
}

const scoreOf = ({ language, words }: Contender): number => engineScore(language, meanConfidence(words), textOf(words));

const lettersOf = (lines: readonly LineReading[]): number =>
  lines.reduce((sum, { words }) => sum + countLetters(words), 0);

const countLetters = (words: readonly RecognisedWord[]): number => textOf(words).match(LETTERS)?.length ?? 0;

function longestLines(lines: readonly LineReading[]): LineReading[] {
  const byLength = lines
    .map((line) => ({ line, letters: countLetters(line.words) }))
    .filter(({ letters }) => letters >= MIN_LETTERS)
    .sort((a, b) => b.letters - a.letters)
    .slice(0, MAX_SAMPLE_LINES);
  let before = 0;
  return byLength
    .filter(({ letters }) => (before += Math.min(letters, MAX_LETTERS)) <= SAMPLE_LETTERS)
    .map(({ line }) => line);
}
