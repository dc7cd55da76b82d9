/** Reads the parts of a page that are in another language than the rest: a summary, a second column. */
import { scoreLanguages, type LanguageScore } from '../languages/detect-language.ts';
import type { Language } from '../languages/languages.ts';
import type { LineReading } from '../lines/read-lines.ts';
import { textOf } from '../read-words.ts';
import type { PageImage } from './page-image.ts';
import { surerReadings } from './surer-readings.ts';

/** Score that the lines in another language must have together (see `scoreLanguages`): a line alone has some by chance. */
const MIN_SCORE = 4;

/**
 * Reads lines again whose words, or else those of their block, belong to another language than was read. Keeps the more
 * confident reading of each.
 * @param page the image that the lines were read on
 * @param among candidate languages
 * @param maxLength limit on the work in each language, as for `recognise`
 * @throws Error if the engine or its language data cannot be loaded
 */
export async function readPartsInOtherLanguages(
  { lines, languages }: { readonly lines: readonly LineReading[]; readonly languages: readonly Language[] },
  page: PageImage,
  among: readonly Language[],
  maxLength: number,
): Promise<readonly LineReading[]> {
  if (languages.includes('ja')) return lines;
  const latin = among.filter((language) => language !== 'ja');
  const better = new Map<LineReading, LineReading>();
  for (const [other, theirs] of linesByLanguage(lines, latin)) {
    if (languages.includes(other) || theirs.reduce((sum, { score }) => sum + score, 0) < MIN_SCORE) continue;
    const own = theirs.map(({ line }) => line);
    const surer = await surerReadings(page, own, [other], maxLength);
    for (const [at, line] of own.entries()) better.set(line, surer[at] ?? line);
  }
  return lines.map((line) => better.get(line) ?? line);
}

interface LineInLanguage {
  readonly line: LineReading;
  /** What its own words count for the language. */
  readonly score: number;
}

/** The lines by the language of their words, or of their block if their words show none. */
function linesByLanguage(lines: readonly LineReading[], among: readonly Language[]): Map<Language, LineInLanguage[]> {
  const found = new Map<Language, LineInLanguage[]>();
  for (const block of Map.groupBy(lines, ({ segment }) => segment.block).values()) {
    const ofBlock = likeliest(block, among);
    for (const line of block) {
      const own = likeliest([line], among);
      const language = own?.language ?? ofBlock?.language;
      if (language === undefined) continue;
      const theirs = found.get(language) ?? [];
      theirs.push({ line, score: own?.score ?? 0 });
      found.set(language, theirs);
    }
  }
  return found;
}

/** The language with the highest score in these lines; null if none has any, or two the same. */
function likeliest(lines: readonly LineReading[], among: readonly Language[]): LanguageScore | null {
  const [first, second] = scoreLanguages(textOf(lines.flatMap(({ words }) => words)), among);
  return first === undefined || first.score === second?.score ? null : first;
}
