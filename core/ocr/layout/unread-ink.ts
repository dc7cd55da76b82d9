/** Finds the ink of a page that no word covers, and draws it as a page of its own, on which it is read again. */
import type { Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import { findInkComponents, inkOf, isLetterSized, type TextLine } from './find-text-lines.ts';
import type { InkMask, PageInk } from './ink-mask.ts';

export interface UnreadInk {
  /** Part of the page's ink that no word covers, 0 to 1; 0 for a page without ink. Specks and rules do not count. */
  readonly share: number;
  /** Components of the unread ink, in mask pixels, at least as large as a small letter. */
  readonly components: readonly TextLine[];
  /** The mask with the unread ink only. */
  readonly rest: PageInk;
}

/**
 * @param mask the ink of the upright page
 * @param words boxes of the words that were read, in pixels of the image of the mask
 */
export function findUnreadInk(mask: PageInk, words: readonly Box[]): UnreadInk {
  const rest: PageInk = { ...mask, ink: mask.ink.slice() };
  for (const word of words) clearBox(rest, word);
  const components = findInkComponents(rest).filter(isLetterSized);
  const all = inkOf(findInkComponents(mask).filter(isLetterSized));
  return { share: all === 0 ? 0 : Math.min(1, inkOf(components) / all), components, rest };
}

/** The blur of a letter reaches this many mask pixels beyond its box. */
const MARGIN = 1;

function clearBox({ ink, width, height, scale }: InkMask, { left, top, right, bottom }: Box): void {
  const from = Math.max(0, Math.floor(left / scale) - MARGIN);
  const to = Math.min(width, Math.ceil(right / scale) + MARGIN);
  const last = Math.min(height, Math.ceil(bottom / scale) + MARGIN);
  for (let y = Math.max(0, Math.floor(top / scale) - MARGIN); y < last; y += 1)
    ink.fill(0, y * width + from, y * width + to);
}

/** Contrast of 64 levels and more is drawn black. */
const GAIN = 4;

/**
 * Draws the ink of a mask dark on white paper, whatever its own colour and that of its paper; without rules.
 * @param image the grey image of the mask
 */
export function drawInk(image: RasterImage, { width, height, ink, dark, paper, scale }: PageInk): RasterImage {
  const data = new Uint8Array(image.data.length).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      // The pixels around the ink carry its blurred edge; those of rules are dark, too, but no ink.
      if (ink[at] === 0 && (dark[at] === 1 || !touchesInk(ink, at, width))) continue;
      drawSquare(image, data, x * scale, y * scale, scale, paper[at] ?? 255);
    }
  }
  return { ...image, data };
}

const touchesInk = (ink: Uint8Array, at: number, width: number): boolean =>
  ink[at - 1] === 1 || ink[at + 1] === 1 || ink[at - width] === 1 || ink[at + width] === 1;

function drawSquare(image: RasterImage, to: Uint8Array, left: number, top: number, side: number, paper: number): void {
  for (let y = top; y < top + side; y += 1) {
    for (let at = y * image.width + left, end = at + side; at < end; at += 1)
      to[at] = 255 - Math.min(255, GAIN * Math.abs((image.data[at] ?? 0) - paper));
  }
}

/**
 * Erases the rules of a page: paints them, and their blurred edges, with the grey of the paper around them. A network
 * takes the border of a table's cell for a letter.
 * @param image the grey image of the mask
 */
export function eraseRules(image: RasterImage, { width, height, ink, dark, paper, scale }: PageInk): RasterImage {
  const data = image.data.slice();
  const isRule = (at: number): boolean => dark[at] === 1 && ink[at] !== 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (ink[at] === 1) continue;
      if (!isRule(at) && !isRule(at - 1) && !isRule(at + 1) && !isRule(at - width) && !isRule(at + width)) continue;
      fillSquare(data, image.width, x * scale, y * scale, scale, paper[at] ?? 255);
    }
  }
  return { ...image, data };
}

function fillSquare(data: Uint8Array, width: number, left: number, top: number, side: number, grey: number): void {
  for (let y = top; y < top + side; y += 1) data.fill(grey, y * width + left, y * width + left + side);
}
