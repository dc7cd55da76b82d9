/**
 * Where the words of a line begin and end. The network knows that by its time steps alone, up to half a letter off to
 * either side; the paper between two words tells it to the pixel.
 */

/** Pixels from the line's left end, `right` exclusive. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** As shares of the line's height. How far from where the network saw a space it may lie: */
const REACH = 0.8;
/** From here on a gap's width makes it no better. */
const WIDE = 0.5;
/** No gap between two letters of a word is wider. */
const LETTER_GAP = 0.2;
/** How much narrower a gap may be for being nearer by a pixel, in pixels. */
const NEARNESS = 0.3;

/**
 * @param ink  1 for each column of the line in which there is ink
 * @param words  as the network placed them, from left to right; where two touch, there is no space between them
 * @param height  of the line, pixels
 */
export function findWordBounds(ink: Uint8Array, words: readonly Extent[], height: number): Extent[] {
  const gaps = gapsOf(ink);
  const cuts = words.slice(1).map((word, at) => cutBetween(words[at] ?? word, word, gaps, height));
  return words.map((word, at) =>
    growToInk(ink, word, { left: cuts[at - 1] ?? 0, right: cuts[at] ?? ink.length }, LETTER_GAP * height),
  );
}

function gapsOf(ink: Uint8Array): Extent[] {
  const gaps: Extent[] = [];
  for (let left = 0; left < ink.length; left += 1) {
    if (ink[left] === 1) continue;
    let right = left;
    while (right < ink.length && ink[right] !== 1) right += 1;
    gaps.push({ left, right });
    left = right;
  }
  return gaps;
}

/** The middle of the gap that is most likely the space: wide, and near to where it was seen. */
function cutBetween(before: Extent, after: Extent, gaps: readonly Extent[], height: number): number {
  if (after.left <= before.right) return after.left;
  const seen = (before.right + after.left) / 2;
  let [cut, best] = [seen, 0];
  for (const { left, right } of gaps) {
    const away = Math.max(0, left - seen, seen - right);
    if (away > REACH * height) continue;
    const merit = Math.min(right - left, WIDE * height) - NEARNESS * away;
    if (merit > best) [cut, best] = [(left + right) / 2, merit];
  }
  return Math.round(cut);
}

/** From the word's first ink inside its limits to its last, and on over the narrow gaps between letters; the word as it is where it has no ink. */
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
