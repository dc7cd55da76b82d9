/**
 * Finds the left and right end of each word of a line. The time steps of the network give them only to within half a
 * letter; the gap in the ink between two words gives them to the pixel.
 */

/** Pixels from the line's left end, `right` exclusive. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** Fractions of the line height. Maximum distance of a gap from the space that the network recognised. */
const MAX_DISTANCE = 0.8;
/** Gap width, as a fraction of the line height, above which a wider gap scores no higher. */
const MAX_USEFUL_GAP = 0.5;
/** Maximum gap between two letters of a word, as a fraction of the line height. */
const LETTER_GAP = 0.2;
/** Score deducted per pixel of distance, in pixels of gap width. */
const DISTANCE_PENALTY = 0.3;

/**
 * @param ink 1 for each pixel column of the line that has ink
 * @param words the words' extents from the network's time steps, from left to right; two that touch have no space
 * between them
 * @param height height of the line in pixels
 * @returns the extent of each word, in the same order
 */
export function findWordBounds(ink: Uint8Array, words: readonly Extent[], height: number): Extent[] {
  const gaps = columnRuns(ink, 0);
  const cuts = words.slice(1).map((word, at) => cutBetween(words[at] ?? word, word, gaps, height));
  return words.map((word, at) =>
    growToInk(ink, word, { left: cuts[at - 1] ?? 0, right: cuts[at] ?? ink.length }, LETTER_GAP * height),
  );
}

/** The runs of pixel columns that have ink (1), or have none (0), from left to right. */
export function columnRuns(ink: Uint8Array, value: 0 | 1): Extent[] {
  const runs: Extent[] = [];
  for (let left = 0; left < ink.length; left += 1) {
    if (ink[left] !== value) continue;
    let right = left;
    while (right < ink.length && ink[right] === value) right += 1;
    runs.push({ left, right });
    left = right;
  }
  return runs;
}

/** The middle of the gap with the highest score: wide, and close to the space that the network recognised. */
function cutBetween(before: Extent, after: Extent, gaps: readonly Extent[], height: number): number {
  if (after.left <= before.right) return after.left;
  const expected = (before.right + after.left) / 2;
  let [cut, best] = [expected, 0];
  for (const { left, right } of gaps) {
    const distance = Math.max(0, left - expected, expected - right);
    if (distance > MAX_DISTANCE * height) continue;
    const score = Math.min(right - left, MAX_USEFUL_GAP * height) - DISTANCE_PENALTY * distance;
    if (score > best) [cut, best] = [(left + right) / 2, score];
  }
  return Math.round(cut);
}

/**
 * Shrinks the word to its ink and then extends it over gaps no wider than those between letters, within the limits.
 * A word without ink is returned unchanged.
 */
function growToInk(ink: Uint8Array, word: Extent, limits: Extent, letterGap: number): Extent {
  let left = Math.max(word.left, limits.left);
  let right = Math.min(word.right, limits.right);
  while (left < right && ink[left] !== 1) left += 1;
  while (right > left && ink[right - 1] !== 1) right -= 1;
  if (left >= right) return word;
  for (let at = left - 1; at >= limits.left && left - at <= letterGap + 1; at -= 1) if (ink[at] === 1) left = at;
  for (let at = right; at < limits.right && at - right <= letterGap; at += 1) if (ink[at] === 1) right = at + 1;
  return { left, right };
}
