import { describe, expect, it } from 'vitest';
import {
  findInkComponents,
  mayContainText,
  selectTextLines,
  textHeight,
} from '../../../core/ocr/layout/find-text-lines.ts';
import { findSkew } from '../../../core/ocr/layout/find-skew.ts';
import { findInk } from '../../../core/ocr/layout/ink-mask.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';

const DPI = 150;
const [WIDTH, HEIGHT] = [1240, 1754];

/** A page of "words": blocks of small strokes in lines 36 pixels apart, descending to the right by `degrees`. */
function drawPage({ degrees = 0, paper = 255, ink = 0, lines = 30 } = {}): RasterImage {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(paper);
  const slope = Math.tan((degrees * Math.PI) / 180);
  for (let line = 0; line < lines; line += 1) {
    for (let x = 150; x < WIDTH - 150; x += 1) {
      const isGap = x % 10 >= 5 || Math.floor(x / 10) % (5 + (line % 3)) === 0;
      if (isGap) continue;
      const top = Math.round(250 + line * 36 + (x - WIDTH / 2) * slope);
      for (let y = top; y < top + 15; y += 1) data[y * WIDTH + x] = ink;
    }
  }
  return { width: WIDTH, height: HEIGHT, channels: 1, data };
}

const linesOf = (image: RasterImage) => selectTextLines(findInkComponents(findInk(image, DPI)));

describe('The skew of a page', () => {
  it('is measured to within 0.1°', () => {
    for (const degrees of [-15, -8.3, -4.7, -0.4, 0, 2.25, 10.6]) {
      expect(Math.abs(findSkew(findInk(drawPage({ degrees }), DPI)).degrees - degrees)).toBeLessThanOrEqual(0.1);
    }
  });

  it('is that of the lines where slanted strokes are as strong', () => {
    const page = drawPage({ degrees: 1, lines: 20 });
    const hatched = drawPage({ degrees: 12, lines: 6 });
    const data = page.data.map((grey, at) => (at > WIDTH * 1200 ? (hatched.data[at - WIDTH * 900] ?? grey) : grey));
    expect(Math.abs(findSkew(findInk({ ...page, data }, DPI)).degrees - 1)).toBeLessThanOrEqual(0.1);
  });

  it('is 0 for a drawing, whose strokes lie along no angle much more than along none', () => {
    const drawing = drawPage({ lines: 0 });
    for (let stroke = 0, at = 1; stroke < 300; stroke += 1) {
      at = (at * 48_271) % 2_147_483_647;
      const [left, top] = [100 + (at % (WIDTH - 200)), 100 + (Math.floor(at / 1000) % (HEIGHT - 200))];
      for (let x = 0; x < 24; x += 1)
        for (let y = 0; y < 3; y += 1) drawing.data[(top + y + Math.round(0.13 * x)) * WIDTH + left + x] = 0;
    }
    expect(findSkew(findInk(drawing, DPI)).degrees).toBe(0);
  });

  it('is 0 without lines', () => {
    expect(findSkew(findInk(drawPage({ lines: 0 }), DPI))).toEqual({ degrees: 0, strength: 0 });
  });
});

describe('The text lines of a page', () => {
  it('are found on white, grey and black paper', () => {
    const counts = [drawPage(), drawPage({ paper: 215, ink: 175 }), drawPage({ paper: 0, ink: 255 })].map(
      (image) => linesOf(image).length,
    );
    expect(counts).toEqual([30, 30, 30]);
  });

  it('give the text height in points', () => {
    expect(textHeight(linesOf(drawPage()))).toBeGreaterThanOrEqual(7);
    expect(textHeight(linesOf(drawPage()))).toBeLessThanOrEqual(9);
  });

  it('are not found on a blank page with noise and a frame', () => {
    const blank = drawPage({ lines: 0 });
    for (let i = 0; i < 400; i += 1) blank.data[(i * 48_271) % blank.data.length] = 0;
    for (let x = 50; x < WIDTH - 50; x += 1) for (const y of [50, 51, 1700, 1701]) blank.data[y * WIDTH + x] = 0;
    expect(mayContainText(findInkComponents(findInk(blank, DPI)))).toBe(false);
    expect(mayContainText(findInkComponents(findInk(drawPage(), DPI)))).toBe(true);
  });
});
