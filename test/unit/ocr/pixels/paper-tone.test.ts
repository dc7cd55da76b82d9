import { describe, expect, it } from 'vitest';
import { findPaper } from '../../../../core/ocr/pixels/pixel-kernel.ts';
import type { Box } from '../../../../core/ocr/lstm/line-image.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { blankImage, drawStrokes, fillBox } from '../layout/draw-greys.ts';

/** A4 with 75 pixels per inch. */
const [WIDTH, HEIGHT] = [620, 877];
/** The paper may be off by one bin of the histogram, in grey levels. */
const TOLERANCE = 8;
/** A shaded row of a table, as high as one and a half lines of 10 points, and the letters on it. */
const BAND: Box = { left: 50, top: 300, right: 570, bottom: 318 };
const LETTERS: Box = { left: 62, top: 305, right: 540, bottom: 313 };

/** White paper with a line of letters every 36 pixels, which leave the band free. */
function drawLetters(): RasterImage {
  const image = blankImage(WIDTH, HEIGHT, 255);
  for (let top = 89; top < HEIGHT - 40; top += 36)
    drawStrokes(image, { left: 62, top, right: 540, bottom: top + 8 }, 0, 1);
  return image;
}

function drawBand(paper: number, letters: number): RasterImage {
  const image = drawLetters();
  fillBox(image, BAND, paper);
  drawStrokes(image, LETTERS, letters, 1);
  return image;
}

/** The greatest error of the paper in a box, in grey levels. */
function worstError(paper: Uint8Array, box: Box, expected: (x: number, y: number) => number): number {
  let worst = 0;
  for (let y = box.top; y < box.bottom; y += 1)
    for (let x = box.left; x < box.right; x += 1)
      worst = Math.max(worst, Math.abs((paper[y * WIDTH + x] ?? 0) - expected(x, y)));
  return worst;
}

const inset = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left + by,
  top: top + by,
  right: right - by,
  bottom: bottom - by,
});

describe('The paper of a page', () => {
  it('is the grey of blank paper everywhere', () => {
    const page = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT };
    expect(worstError(findPaper(blankImage(WIDTH, HEIGHT, 231)), page, () => 231)).toBeLessThanOrEqual(TOLERANCE / 2);
  });

  it.each([
    ['a light grey band', 225, 0],
    ['a grey band', 150, 0],
    ['a dark band with white letters', 60, 255],
  ])('is the grey of %s under its letters, and white above and below it', (_, grey, letters) => {
    const paper = findPaper(drawBand(grey, letters));
    expect(worstError(paper, LETTERS, () => grey)).toBeLessThanOrEqual(TOLERANCE);
    for (const outside of [
      { ...BAND, top: BAND.top - 30, bottom: BAND.top - 6 },
      { ...BAND, top: BAND.bottom + 6, bottom: BAND.bottom + 30 },
    ])
      expect(worstError(paper, outside, () => 255)).toBeLessThanOrEqual(TOLERANCE);
  });

  it.each([
    ['a grey band', 150, 0],
    ['a dark band with white letters', 60, 255],
  ])('changes where %s begins and ends, so that its edges are no ink', (_, grey, letters) => {
    const paper = findPaper(drawBand(grey, letters));
    const { top, bottom } = inset(BAND, 6);
    const ends = [
      { left: BAND.left + 1, right: BAND.left + 10, expected: grey },
      { left: BAND.right - 10, right: BAND.right - 1, expected: grey },
      { left: BAND.left - 10, right: BAND.left - 1, expected: 255 },
      { left: BAND.right + 1, right: BAND.right + 10, expected: 255 },
    ];
    for (const { left, right, expected } of ends)
      expect(worstError(paper, { left, top, right, bottom }, () => expected)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('is black in a black box with white letters', () => {
    const image = drawLetters();
    const box = { left: 200, top: 400, right: 320, bottom: 440 };
    fillBox(image, box, 0);
    for (const top of [406, 424]) drawStrokes(image, { left: 210, top, right: 310, bottom: top + 9 }, 255, 1);
    expect(worstError(findPaper(image), inset(box, 8), () => 0)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('follows uneven light from one side of a photograph to the other', () => {
    const image = drawLetters();
    const light = (x: number, y: number) => 250 - (120 * x) / WIDTH - (40 * y) / HEIGHT;
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < WIDTH; x += 1)
        image.data[y * WIDTH + x] = (light(x, y) * (image.data[y * WIDTH + x] ?? 0)) / 255;
    const page = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT };
    expect(worstError(findPaper(image), page, light)).toBeLessThanOrEqual(2 * TOLERANCE);
  });
});
