/** Finds out whether a page is in a script that OCR does not read. */
import { detectLanguage } from '../languages/detect-language.ts';
import { isOfOtherScript } from '../languages/other-script.ts';
import { findInkComponents, inkOf, selectTextLines } from '../layout/find-text-lines.ts';
import type { InkMask } from '../layout/ink-mask.ts';
import { meanConfidence, textOf } from '../read-words.ts';
import type { LineReading } from './read-lines.ts';

/**
 * Where the words do not show it, a page is in a script that is not read if at least three lines hold 60 % of its ink, the lines
 * of the probe were read with less than 50 of 100, and its words with less than 62 in the mean: Thai, Arabic, Hebrew, Greek and
 * Devanagari reach 14 to 44, Cyrillic 59, Latin script 62 and more.
 */
const MIN_SCRIPT_LINES = 3;
const MIN_SCRIPT_SHARE = 0.6;
const SCRIPT_PROBE_BELOW = 50;
const SCRIPT_CONFIDENCE_BELOW = 62;

/**
 * Whether the words of a page are those of another script, or its ink stands in lines none of which was read with confidence.
 * @param probeConfidence  of the lines by which the page was turned upright, 0 to 100
 * @param mask  the ink of the page
 */
export function isInUnreadScript(probeConfidence: number, mask: InkMask, lines: readonly LineReading[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const text = textOf(words);
  if (isOfOtherScript(text)) return true;
  if (probeConfidence >= SCRIPT_PROBE_BELOW || meanConfidence(words) >= SCRIPT_CONFIDENCE_BELOW) return false;
  const components = findInkComponents(mask);
  const inLines = selectTextLines(components);
  return (
    inLines.length >= MIN_SCRIPT_LINES &&
    inkOf(inLines) >= MIN_SCRIPT_SHARE * inkOf(components) &&
    detectLanguage(withoutAccents(text)) === null
  );
}

/** A network puts the letters of its own language, such as ñ, into any script: only the words tell the language then. */
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
