/** Which language a text is in, by its function words, telling letters and word endings. */
import { LANGUAGES, type Language } from '../../parser-jobs.ts';
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
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
    for (const [language, weight] of votesOf(word)) scores.set(language, (scores.get(language) ?? 0) + weight);
  }
  return [...scores]
    .filter(([language]) => among.includes(language))
    .map(([language, score]) => ({ language, score }))
    .sort((a, b) => b.score - a.score);
}

type Vote = readonly [language: LatinLanguage, weight: number];

/** What a word in small letters says, each language as often as something in the word speaks for it. */
function readVotes(word: string): Vote[] {
  const each = (languages: readonly LatinLanguage[], weight: number): Vote[] =>
    languages.map((language) => [language, weight / languages.length]);
  return [
    ...(WORD_WEIGHTS.get(foldWord(word)) ?? []),
    ...TELLING_LETTERS.flatMap(([letters, languages, weight]) =>
      hasAnyOf(word, letters) ? each(languages, weight) : [],
    ),
    ...(word.length < 5
      ? []
      : TELLING_PARTS.flatMap(([pattern, languages, weight]) =>
          pattern.test(word) ? each(languages, 0.4 * weight) : [],
        )),
  ];
}

/** Words whose votes are remembered: a text says the same few thousand over and over. */
const MOST_REMEMBERED = 20_000;
/** V8 copies a piece of a text that is no longer than this; a longer one would keep the whole page's text in memory. */
const LONGEST_REMEMBERED = 12;
const remembered = new Map<string, readonly Vote[]>();

function votesOf(word: string): readonly Vote[] {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const votes = readVotes(word);
  if (word.length > LONGEST_REMEMBERED) return votes;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(word, votes);
  return votes;
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
