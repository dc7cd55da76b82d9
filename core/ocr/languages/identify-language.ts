/**
 * Identifies the language of a page from its longest lines. If the text of one engine is ambiguous, some lines are read
 * again with the engines of the most likely languages.
 */
import type { Language } from './languages.ts';
import { detectLanguage, isJapanese } from './detect-language.ts';
import { engineScore } from './engine-score.ts';
import type { LineReader, Reading } from '../lines/line-reader.ts';

/** Minimum number of lines that are read to identify a language: one alone may be a quotation or an address. */
const MIN_LINES = 3;
/** Lines that every contender reads: fewer if all languages are contenders, because no language was detected. */
const LINES_FOR_FEW_CONTENDERS = 4;
const LINES_FOR_ALL_CONTENDERS = 2;
/** Confidence (0 to 100) below which a Latin engine could not read a line, and from which the Japanese engine could. */
const UNREADABLE_BELOW = 62;
const MIN_CONFIDENCE_JAPANESE = 75;
/**
 * Every Japanese sentence has kana, of several kinds; the Japanese engine reads a smudge mostly as one or two ideographs, and a
 * row of dashes as one kana.
 */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const MIN_KANA = 3;
/** Minimum lead of another engine over the one that detected the orientation, in points of confidence (0 to 100). */
const MIN_LEAD = 3;

/**
 * The West Slavic languages are hard to distinguish once another engine has dropped their diacritics: their own engines
 * decide.
 */
const WEST_SLAVIC: readonly Language[] = ['cs', 'sk', 'pl'];

export interface IdentifiedLanguage {
  /** Null if the lines do not identify it. */
  readonly language: Language | null;
  /** The text that the engine of this language, or of the closest one, has read. */
  readonly text: string;
}

/**
 * Identifies the language of a page's lines.
 * @param engine the engine that detected the orientation
 * @param among candidate languages
 */
export async function identifyLanguage(
  reader: LineReader,
  engine: Language,
  among: readonly Language[],
): Promise<IdentifiedLanguage> {
  const reading = await reader.read(
    engine,
    (read) => read.lines.length >= MIN_LINES && detectLanguage(read.text, among) !== null,
  );
  if (engine === 'ja') return { language: 'ja', text: reading.text };
  if (among.includes('ja') && (await containsJapanese(reader, reading))) return { language: 'ja', text: reading.text };
  const detected = detectLanguage(reading.text, among);
  if (detected !== null && (detected === engine || !WEST_SLAVIC.includes(detected)))
    return { language: detected, text: reading.text };
  const latin = among.filter((language) => language !== 'ja');
  const contenders = detected === null ? latin : latin.filter((language) => WEST_SLAVIC.includes(language));
  return compareEngines(
    reader,
    engine,
    contenders,
    detected === null ? LINES_FOR_ALL_CONTENDERS : LINES_FOR_FEW_CONTENDERS,
  );
}

/**
 * On a page with both scripts the Latin engine reads some lines confidently and others not. The least confident one is
 * read again.
 */
async function containsJapanese(reader: LineReader, reading: Reading): Promise<boolean> {
  const least = Math.min(...reading.lines.map((line) => (line.text.length > 3 ? line.confidence : Infinity)));
  if (least >= UNREADABLE_BELOW) return false;
  const again = await reader.readAgain(
    'ja',
    reading.lines.findIndex((line) => line.text.length > 3 && line.confidence === least),
  );
  return (
    again.confidence >= MIN_CONFIDENCE_JAPANESE &&
    isJapanese(again.text) &&
    new Set(again.text.match(KANA)).size >= MIN_KANA
  );
}

/** All contenders read the same lines; the one with the highest sum of confidence and score of its words is chosen. */
async function compareEngines(
  reader: LineReader,
  engine: Language,
  contenders: readonly Language[],
  lines: number,
): Promise<IdentifiedLanguage> {
  const readWith = async (language: Language) => {
    const reading = await reader.read(language, (read) => read.lines.length >= lines);
    return { language, text: reading.text, score: engineScore(language, reading.confidence, reading.text) };
  };
  const known = await readWith(engine);
  let best = { ...known, score: known.score + MIN_LEAD };
  for (const contender of contenders) {
    const reading = await readWith(contender);
    if (contender !== engine && reading.score > best.score) best = reading;
  }
  return best.language === engine
    ? { language: detectLanguage(known.text, [engine]), text: known.text }
    : { language: best.language, text: best.text };
}
