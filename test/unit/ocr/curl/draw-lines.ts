/** Draws the ink mask of a page of bent lines. */
import type { InkMask } from '../../../../core/ocr/layout/ink-mask.ts';

/** Mask pixels: an A4 page at 75 per inch. */
export const A4_MASK = { width: 620, height: 877 } as const;

export interface BentPage {
  /** How far down a place of the flat page is displaced, in mask pixels. */
  readonly bend: (x: number, y: number) => number;
  readonly width?: number;
  readonly height?: number;
  /** Distance of the lines. */
  readonly pitch?: number;
}

/** Lines of words, whose letters are 3 wide and 5 high; every fourth has an ascender. */
export function drawLines({ bend, width = A4_MASK.width, height = A4_MASK.height, pitch = 14 }: BentPage): InkMask {
  const ink = new Uint8Array(width * height);
  let letter = 0;
  for (let line = 60; line < height - 60; line += pitch)
    for (let x = 50 + ((line * 5) % 7); x + 3 < width - 50; x += 4, letter += 1) {
      // The gaps between words are not above each other.
      if (letter % 23 === 5 || letter % 23 === 14) continue;
      const top = line + (letter % 4 === 0 ? -3 : 0);
      for (let column = x; column < x + 3; column += 1)
        for (let y = top; y < line + 5; y += 1) {
          const seen = Math.round(y + bend(column, line));
          if (seen >= 0 && seen < height) ink[seen * width + column] = 1;
        }
    }
  return maskOf(ink, width, height);
}

export function maskOf(ink: Uint8Array, width: number, height: number): InkMask {
  let inkPixels = 0;
  for (const one of ink) inkPixels += one;
  return { width, height, ink, inkPixels, scale: 2 };
}
