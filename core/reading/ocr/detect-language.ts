/** Which language a text is in, by its function words, telling letters and word endings. */
import { LANGUAGES, type Language } from '../parser-jobs.ts';
import { TELLING_LETTERS, TELLING_PARTS, WORD_WEIGHTS, foldWord, type LatinLanguage } from './language-words.ts';

/** Kana are Japanese for sure; ideographs alone are taken for it, being of our languages only Japanese's. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu;
const LETTERS = /\p{L}/gu;
/** Score below which a text says too little: about two words that only one language has. */
const LEAST_SCORE = 2;
/** By how much the first language must lead the second, as a share of the first's score. */
const LEAST_LEAD = 0.12;

export interface LanguageScore {
  readonly language: Language;
  /** About the number of words that speak for the language and no other. */
  readonly score: number;
}

/**
 * The language of a text, or null where it has too few words to tell.
 * @param among the languages that come into question
 */
export function detectLanguage(text: string, among: readonly Language[] = LANGUAGES): Language | null {
  const [first, second] = scoreLanguages(text, among);
  if (first === undefined || first.score < LEAST_SCORE) return null;
  return second === undefined || first.score - second.score >= LEAST_LEAD * first.score ? first.language : null;
}

/** Every language that something in the text speaks for, the likeliest first. */
export function scoreLanguages(text: string, among: readonly Language[] = LANGUAGES): LanguageScore[] {
  if (isJapanese(text) && among.includes('ja')) return [{ language: 'ja', score: text.match(JAPANESE)?.length ?? 0 }];
  const scores = new Map<LatinLanguage, number>();
  const add = (languages: readonly LatinLanguage[], weight: number) => {
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + weight);
  };
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
    for (const [language, weight] of WORD_WEIGHTS.get(foldWord(word)) ?? []) add([language], weight);
    for (const [letters, languages, weight] of TELLING_LETTERS) if (hasAnyOf(word, letters)) add(languages, weight / languages.length);
    if (word.length < 5) continue;
    for (const [pattern, languages, weight] of TELLING_PARTS) if (pattern.test(word)) add(languages, (0.4 * weight) / languages.length);
  }
  return [...scores]
    .filter(([language]) => among.includes(language))
    .map(([language, score]) => ({ language, score }))
    .sort((a, b) => b.score - a.score);
}

/** True where at least a fifth of the letters are Japanese. */
export function isJapanese(text: string): boolean {
  const japanese = text.match(JAPANESE)?.length ?? 0;
  return japanese > 0 && japanese * 5 >= (text.match(LETTERS)?.length ?? 0);
}

function hasAnyOf(word: string, letters: string): boolean {
  for (const letter of letters) if (word.includes(letter)) return true;
  return false;
}
