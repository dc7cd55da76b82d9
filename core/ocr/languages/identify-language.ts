/** Tells a page's language from its longest lines, reading some of them with the engines of the likeliest languages where one engine's text leaves doubt. */
import type { Language } from '../../parser-jobs.ts';
import { detectLanguage, isJapanese, scoreLanguages } from './detect-language.ts';
import type { LineReader, Reading } from '../line-reader.ts';

/** Lines that are read before a language is believed: one alone may be a quotation or an address. */
const FEWEST_LINES = 3;
/** Lines that every contender reads: fewer where all languages contend, because nothing was to be understood. */
const LINES_OF_FEW = 4;
const LINES_OF_ALL = 2;
/** Confidence below which an engine of Latin script has met something that it cannot read, and from which the Japanese one can. */
const STRANGE = 62;
const FAMILIAR = 75;
/** Every Japanese sentence has kana; what the engine makes of a smudge is mostly one ideograph or two. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const FEWEST_KANA = 3;
/** Points of confidence by which another engine must be surer than the one that found the lines upright. */
const LEAST_LEAD = 3;
/**
 * Points of confidence that a text all of whose words speak for its language is worth. Little: the engine of the
 * language is 2 to 20 points surer than its neighbours', while Czech and Slovak share most of their common words.
 */
const WORDS_WORTH = 8;

/** West Slavic languages look alike once another engine has dropped their diacritics: their own engines must decide. */
const ALIKE: readonly Language[] = ['cs', 'sk', 'pl'];

export interface ToldLanguage {
  /** Null where the lines do not tell. */
  readonly language: Language | null;
  /** What was read by the engine nearest to it. */
  readonly text: string;
}

/** @param engine the one that has found the lines to stand upright */
export async function tellLanguage(
  reader: LineReader,
  engine: Language,
  among: readonly Language[],
): Promise<ToldLanguage> {
  const reading = await reader.read(
    engine,
    (read) => read.lines.length >= FEWEST_LINES && detectLanguage(read.text, among) !== null,
  );
  if (engine === 'ja') return { language: 'ja', text: reading.text };
  if (among.includes('ja') && (await holdsJapanese(reader, reading))) return { language: 'ja', text: reading.text };
  const detected = detectLanguage(reading.text, among);
  if (detected !== null && (detected === engine || !ALIKE.includes(detected)))
    return { language: detected, text: reading.text };
  const latin = among.filter((language) => language !== 'ja');
  const contenders = detected === null ? latin : latin.filter((language) => ALIKE.includes(language));
  return contest(reader, engine, contenders, detected === null ? LINES_OF_ALL : LINES_OF_FEW);
}

/** A page of both scripts has lines that the Latin engine is sure of beside others that it cannot read: the least sure one is tried. */
async function holdsJapanese(reader: LineReader, reading: Reading): Promise<boolean> {
  const least = Math.min(...reading.lines.map((line) => (line.text.length > 3 ? line.confidence : Infinity)));
  if (least >= STRANGE) return false;
  const again = await reader.readAgain(
    'ja',
    reading.lines.findIndex((line) => line.text.length > 3 && line.confidence === least),
  );
  return again.confidence >= FAMILIAR && isJapanese(again.text) && (again.text.match(KANA)?.length ?? 0) >= FEWEST_KANA;
}

/** All contenders read the same lines; the one that is surest and whose reading looks most like its language wins. */
async function contest(
  reader: LineReader,
  engine: Language,
  contenders: readonly Language[],
  lines: number,
): Promise<ToldLanguage> {
  const readWith = async (language: Language) => {
    const reading = await reader.read(language, (read) => read.lines.length >= lines);
    return { language, text: reading.text, merit: reading.confidence + WORDS_WORTH * wordsFor(language, reading.text) };
  };
  const known = await readWith(engine);
  let best = { ...known, merit: known.merit + LEAST_LEAD };
  for (const contender of contenders) {
    const reading = await readWith(contender);
    if (contender !== engine && reading.merit > best.merit) best = reading;
  }
  return best.language === engine
    ? { language: detectLanguage(known.text, [engine]), text: known.text }
    : { language: best.language, text: best.text };
}

/** Share of the words that speak for a language, 0 to 1. */
function wordsFor(language: Language, text: string): number {
  const score = scoreLanguages(text).find((entry) => entry.language === language)?.score ?? 0;
  return Math.min(1, score / Math.max(1, text.split(/\s+/u).length));
}
