/** Detects the language of a text by its function words, distinctive letters and affixes. */
import { LANGUAGES, type Language } from './languages.ts';
import {
  DISTINCTIVE_LETTERS,
  DISTINCTIVE_AFFIXES,
  WORD_WEIGHTS,
  foldWord,
  type LatinLanguage,
} from './language-words.ts';

/**
 * Kana are certainly Japanese. Ideographs alone count as Japanese too, because no other supported language has them.
 */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu;
const LATIN = /\p{Script=Latin}/gu;
const LETTERS = /\p{L}/gu;
const WORDS = /\p{L}{2,}/gu;
/** Minimum score of the detected language: about two words that only one language has. */
const MIN_SCORE = 2;
/** Minimum lead of the first language over the second, as a fraction of the first's score. */
const MIN_LEAD = 0.12;

export interface LanguageScore {
  readonly language: Language;
  /** About the number of words that only this language has. */
  readonly score: number;
}

/**
 * Detects the language of a text.
 * @param among the candidate languages
 * @param minScore score (see `scoreLanguages`) that the language must have
 * @returns null if the text has too few distinctive words, or most of its letters are of a script that is not read
 */
export function detectLanguage(
  text: string,
  among: readonly Language[] = LANGUAGES,
  minScore = MIN_SCORE,
): Language | null {
  const [first, second] = scoreLanguages(text, among);
  if (first === undefined || first.score < minScore || isMostlyUnread(text)) return null;
  return second === undefined || first.score - second.score >= MIN_LEAD * first.score ? first.language : null;
}

/**
 * The mean score of the words of two letters or more that a language has in a text. Of pages in the languages that are
 * read, 95 % have more than 0.07 for their own; a page in another language reaches 0.02 to 0.14 for the closest one.
 */
export function scorePerWord({ score }: LanguageScore, text: string): number {
  return score / Math.max(1, text.match(WORDS)?.length ?? 0);
}

/** Scores the candidate languages with at least one feature in the text, the most likely first. */
export function scoreLanguages(text: string, among: readonly Language[] = LANGUAGES): LanguageScore[] {
  if (isJapanese(text) && among.includes('ja')) return [{ language: 'ja', score: text.match(JAPANESE)?.length ?? 0 }];
  const scores = new Map<LatinLanguage, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
    for (const [language, weight] of votesOf(word)) scores.set(language, (scores.get(language) ?? 0) + weight);
  }
  return [...scores]
    .filter(([language]) => among.includes(language))
    .map(([language, score]) => ({ language, score }))
    .sort((a, b) => b.score - a.score);
}

type Vote = readonly [language: LatinLanguage, weight: number];

/** The votes of a lower-case word: one per feature of the word and language, so a language may occur several times. */
function computeVotes(word: string): Vote[] {
  const each = (languages: readonly LatinLanguage[], weight: number): Vote[] =>
    languages.map((language) => [language, weight / languages.length]);
  return [
    ...(WORD_WEIGHTS.get(foldWord(word)) ?? []),
    ...DISTINCTIVE_LETTERS.flatMap(([letters, languages, weight]) =>
      hasAnyOf(word, letters) ? each(languages, weight) : [],
    ),
    ...(word.length < 5
      ? []
      : DISTINCTIVE_AFFIXES.flatMap(([pattern, languages, weight]) =>
          pattern.test(word) ? each(languages, 0.4 * weight) : [],
        )),
  ];
}

/** Maximum number of words whose votes are cached: texts repeat the same few thousand words. */
const MAX_CACHED_WORDS = 20_000;
/** V8 copies substrings up to this length; a longer one would keep the text of the whole page in memory. */
const MAX_CACHED_LENGTH = 12;
const voteCache = new Map<string, readonly Vote[]>();

function votesOf(word: string): readonly Vote[] {
  const known = voteCache.get(word);
  if (known !== undefined) return known;
  const votes = computeVotes(word);
  if (word.length > MAX_CACHED_LENGTH) return votes;
  if (voteCache.size >= MAX_CACHED_WORDS) voteCache.clear();
  voteCache.set(word, votes);
  return votes;
}

/** True if at least a fifth of the letters are Japanese. */
export function isJapanese(text: string): boolean {
  const japanese = text.match(JAPANESE)?.length ?? 0;
  return japanese > 0 && japanese * 5 >= (text.match(LETTERS)?.length ?? 0);
}

/** True if most of the letters are neither Latin nor Japanese: the words in Latin script are names and foreign words then. */
function isMostlyUnread(text: string): boolean {
  const read = (text.match(LATIN)?.length ?? 0) + (text.match(JAPANESE)?.length ?? 0);
  return read * 2 < (text.match(LETTERS)?.length ?? 0);
}

/** The number of different kana and ideographs of a text. */
export const distinctJapanese = (text: string): number => new Set(text.match(JAPANESE)).size;

function hasAnyOf(word: string, letters: string): boolean {
  for (const letter of letters) if (word.includes(letter)) return true;
  return false;
}
