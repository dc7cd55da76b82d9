/**
 * Leaves out what is read beside the sheets of a photograph: of the grain of wood and the weave of cloth, the layout analysis
 * makes words, and the text-kind model makes much handwriting of these.
 */
import { histogramOf } from '../../grey-tones.ts';
import type { PageInk } from '../../layout/ink-mask.ts';
import type { Box } from '../../lstm/line-image.ts';
import { medianOf } from '../../median.ts';
import type { SheetOutline } from '../../pages/page-source.ts';
import { wordBox, type RecognisedWord } from '../../read-words.ts';
import { leaveOutOf, leaveOutWords, type FoundLines } from './leave-out-words.ts';
import { isLegible } from '../print-size.ts';

/** Confidence (0 to 100) below which a word may be grain. Other words stay, wherever they are. */
const POOR_BELOW = 75;
/** The part of a page's pixels that are no lighter than its paper. */
const BRIGHT = 0.95;
/** Grey levels by which a background is darker than the paper at least: the shade of a fold is less. */
const DARKER = 40;
/** Poor words on such ground from which a page shows a background. */
const MIN_WORDS = 15;
/** Part of the legible words that may lie beside the sheets. With more of them, a sheet was missed, or a part of one. */
const MAX_BESIDE = 0.05;

/** Whether a page shows what its sheets lie on: many words were read poorly on ground that is darker than its paper. */
export const showsBackground = (found: FoundLines, ink: PageInk): boolean =>
  onDarkGround(wordsOf(found), ink, brightTone(ink.paper)).length >= MIN_WORDS;

/**
 * The lines without poor words beside the sheets, on ground that is darker than the sheets. The same where no sheet was found,
 * or print lies beside the sheets.
 * @param found on a page that shows a background
 * @param ink of the image to which the boxes of the lines refer
 */
export function withoutBackground<Found extends FoundLines>(
  found: Found,
  ink: PageInk,
  sheets: readonly SheetOutline[],
): Found {
  const words = wordsOf(found);
  const paper = brightTone(ink.paper);
  const isBeside = (box: Box): boolean => !sheets.some((sheet) => hasMiddleOf(sheet, box, ink));
  const grounds = onDarkGround(words, ink, paper)
    .map(wordBox)
    .filter(isBeside)
    .map((box) => groundOf(box, ink));
  const legible = words.filter(isLegible);
  const beside = legible.filter((word) => isBeside(wordBox(word)));
  if (sheets.length === 0 || grounds.length === 0 || beside.length > MAX_BESIDE * legible.length) return found;
  // What is nearer to the paper than to the background in tone may be a part of a sheet in the shade.
  const limit = Math.min(paper - DARKER, (paper + (medianOf(grounds) ?? 0)) / 2);
  const isBackground = (box: Box): boolean => isBeside(box) && groundOf(box, ink) < limit;
  const isWord = (word: RecognisedWord): boolean => isPoor(word) && isBackground(wordBox(word));
  return leaveOutOf(found, (line) => leaveOutWords(line, { isWord, isBox: isBackground }));
}

const wordsOf = ({ lines, unconvincing }: FoundLines): readonly RecognisedWord[] =>
  [...lines, ...unconvincing].flatMap(({ words }) => words);

const onDarkGround = (words: readonly RecognisedWord[], ink: PageInk, paper: number): readonly RecognisedWord[] =>
  words.filter((word) => isPoor(word) && paper - groundOf(wordBox(word), ink) > DARKER);

const isPoor = ({ confidence }: RecognisedWord): boolean => confidence < POOR_BELOW;

/** Grey of the paper, or of what else is there, around the middle of a box. */
function groundOf({ left, top, right, bottom }: Box, { width, height, scale, paper }: PageInk): number {
  const x = Math.min(width - 1, Math.max(0, Math.floor((left + right) / 2 / scale)));
  const y = Math.min(height - 1, Math.max(0, Math.floor((top + bottom) / 2 / scale)));
  return paper[y * width + x] ?? 0;
}

/** Whether the middle of a box lies in a sheet. */
function hasMiddleOf(
  sheet: SheetOutline,
  { left, top, right, bottom }: Box,
  { width, height, scale }: PageInk,
): boolean {
  const [x, y] = [(left + right) / 2 / (scale * width), (top + bottom) / 2 / (scale * height)];
  const at = (index: number): number => sheet[index % sheet.length] ?? 0;
  // Clockwise, the inside is to the right of each side.
  return [0, 2, 4, 6].every(
    (from) => (at(from + 2) - at(from)) * (y - at(from + 1)) >= (at(from + 3) - at(from + 1)) * (x - at(from)),
  );
}

function brightTone(paper: Uint8Array): number {
  const counts = histogramOf(paper);
  let below = 0;
  return counts.findIndex((count) => (below += count) >= BRIGHT * paper.length);
}
