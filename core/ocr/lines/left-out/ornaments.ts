/**
 * Leaves out what is read in ornamental frames, coats of arms and the texture of a table: the layout analysis makes words of
 * their parts, and the text-kind model makes handwriting of these. Their ink goes on beyond the box of the word.
 */
import { countLettersAndDigits } from '../../count-letters.ts';
import type { Box } from '../../lstm/line-image.ts';
import type { RasterImage } from '../../raster-image.ts';
import { wordBox, type RecognisedWord } from '../../read-words.ts';
import { hasMiddle, leaveOutOf, leaveOutWords, type FoundLines } from './leave-out-words.ts';
import { leavingInk, type LeavingInk } from './leaving-ink.ts';
import { isLegible } from '../print-size.ts';
import type { LineReading } from '../read-lines.ts';

/** Confidence (0 to 100) below which a word may be a part of an ornament. */
const POOR_BELOW = 60;
/** Ink that leaves the box of a part of an ornament for sure. */
const SURELY: LeavingInk = { part: 0.03, strokes: 0.3 };
/** Poor words, and the part of them that are surely ornaments, from which a page has ornaments. Dense handwriting has 25 %. */
const MIN_WORDS = 15;
const MIN_SHARE = 0.28;
/** Legible words that such a page has at least: faint writing in misplaced boxes may be all of a page without print. */
const MIN_LEGIBLE = 5;
/** Ink that leaves the box of what counts as an ornament on such a page. Of faint writing in misplaced boxes, less does. */
const LIKELY: LeavingInk = { part: 0.02, strokes: 0.3 };
/** Letters and digits of a word that may be print; and its confidence, where no other word of its line is print for sure. */
const PRINT_LETTERS = 4;
const PRINT_FROM = 30;

/**
 * The lines without poor words whose ink goes on beyond them; the same lines for a page on which few do.
 * @param image that the lines were read on, in grey
 */
export function withoutOrnaments<Found extends FoundLines>(found: Found, image: RasterImage): Found {
  const poor = [...found.lines, ...found.unconvincing].flatMap(poorBoxes);
  if (poor.length < MIN_WORDS || countLegible(found.lines) < MIN_LEGIBLE) return found;
  const surely = poor.filter((box) => reaches(leavingInk(image, box), SURELY));
  if (surely.length < MIN_SHARE * poor.length) return found;
  return leaveOutOf(found, (line) => withoutParts(line, image));
}

const countLegible = (lines: readonly LineReading[]): number =>
  lines.reduce((sum, { words }) => sum + words.filter(isLegible).length, 0);

function withoutParts(line: LineReading, image: RasterImage): readonly LineReading[] {
  if (line.segment.rotation !== 0) return [line];
  const printFrom = line.words.some(isPrint) ? 0 : PRINT_FROM;
  const isBox = (box: Box): boolean => reaches(leavingInk(image, box), LIKELY);
  const isWord = (word: RecognisedWord): boolean => !mayBePrint(word, printFrom) && isBox(wordBox(word));
  return leaveOutWords(line, { isWord, isBox });
}

const isPrint = ({ confidence, text }: RecognisedWord): boolean =>
  confidence >= POOR_BELOW && countLettersAndDigits(text) >= PRINT_LETTERS;

/** Of print on a patterned ground, some words of a line are read poorly. */
const mayBePrint = ({ confidence, text }: RecognisedWord, printFrom: number): boolean =>
  confidence >= (countLettersAndDigits(text) >= PRINT_LETTERS ? printFrom : POOR_BELOW);

const reaches = ({ part, strokes }: LeavingInk, least: LeavingInk): boolean =>
  part >= least.part && strokes >= least.strokes;

/** The words of the layout in which nothing was read, or poorly. */
function poorBoxes({ segment, words }: LineReading): readonly Box[] {
  if (segment.rotation !== 0) return [];
  const sure = words.filter(({ confidence }) => confidence >= POOR_BELOW);
  return segment.words.filter((box) => !sure.some((word) => hasMiddle(box, word)));
}
