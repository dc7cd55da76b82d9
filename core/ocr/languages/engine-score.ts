/** How well an engine reads a text: by its confidence, and by the words of its language that it reads. */
import { scoreLanguages } from './detect-language.ts';
import type { Language } from './languages.ts';

/**
 * Points of confidence added for a text in which every word counts for its language. The number is small, because the
 * engine of the right language is 2 to 20 points more confident than those of similar languages, while Czech and Slovak
 * share most of their common words.
 */
const WORD_SCORE = 8;

/**
 * Compares the readings of the same lines by the engines of several languages.
 * @param confidence mean confidence of the reading, 0 to 100
 * @returns the confidence and up to 8 points more
 */
export function engineScore(language: Language, confidence: number, text: string): number {
  const score = scoreLanguages(text).find((entry) => entry.language === language)?.score ?? 0;
  return confidence + WORD_SCORE * Math.min(1, score / Math.max(1, text.split(/\s+/u).length));
}
