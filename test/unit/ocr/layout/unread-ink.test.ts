import { describe, expect, it } from 'vitest';
import { findInk } from '../../../../core/ocr/layout/ink-mask.ts';
import { drawInk, eraseRules, findUnreadInk } from '../../../../core/ocr/layout/unread-ink.ts';
import type { Box } from '../../../../core/ocr/lstm/line-image.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { blankImage, drawStrokes, fillBox, greyAt } from './draw-greys.ts';

const DPI = 150;
/** Two lines with the same ink. The second line's first stroke is at 120 to 124. */
const FIRST: Box = { left: 120, top: 200, right: 520, bottom: 222 };
const SECOND: Box = { left: 120, top: 260, right: 520, bottom: 282 };
const RULE: Box = { left: 60, top: 240, right: 700, bottom: 243 };
const STROKE = 4;

function drawLines({ paper = 255, ink = 0, rule = true } = {}): RasterImage {
  const image = blankImage(800, 600, paper);
  for (const line of [FIRST, SECOND]) drawStrokes(image, line, ink, STROKE);
  if (rule) fillBox(image, RULE, ink);
  return image;
}

const shareOf = (image: RasterImage, words: readonly Box[]): number => findUnreadInk(findInk(image, DPI), words).share;

describe('The share of unread ink', () => {
  it('is 0 where words cover all ink', () => {
    expect(shareOf(drawLines(), [FIRST, SECOND])).toBe(0);
  });

  it('is 1 where no word was read', () => {
    expect(shareOf(drawLines(), [])).toBe(1);
  });

  it('is the part of the ink that no word covers', () => {
    expect(shareOf(drawLines(), [FIRST])).toBeCloseTo(0.5, 2);
    expect(shareOf(drawLines(), [FIRST, { ...SECOND, right: 320 }])).toBeCloseTo(0.25, 1);
  });

  it('is the same for white letters on black paper', () => {
    expect(shareOf(drawLines({ paper: 0, ink: 255 }), [FIRST])).toBeCloseTo(0.5, 2);
  });

  it('counts neither rules nor specks', () => {
    const image = drawLines();
    for (let x = 80; x < 700; x += 60) fillBox(image, { left: x, top: 450, right: x + 4, bottom: 454 }, 0);
    expect(shareOf(image, [FIRST, SECOND])).toBe(0);
    expect(shareOf(image, [FIRST])).toBeCloseTo(0.5, 2);
  });

  it('is 0 on blank paper, and on a page with only a frame', () => {
    const frame = blankImage(800, 600, 255);
    fillBox(frame, RULE, 0);
    expect([shareOf(blankImage(800, 600, 247), []), shareOf(frame, [])]).toEqual([0, 0]);
  });

  it('leaves the mask as it was, and returns what is left of it', () => {
    const mask = findInk(drawLines(), DPI);
    const before = mask.ink.slice();
    const { rest, components } = findUnreadInk(mask, [FIRST]);
    expect(mask.ink).toEqual(before);
    expect(components).toHaveLength(1);
    expect(components[0]).toMatchObject({ left: SECOND.left / 2, top: SECOND.top / 2, bottom: SECOND.bottom / 2 });
    expect(rest.ink.slice(0, (rest.width * RULE.top) / 2).every((bit) => bit === 0)).toBe(true);
  });
});

describe('The drawing of unread ink', () => {
  it.each([
    ['black on white', { paper: 255, ink: 0 }],
    ['white on black', { paper: 0, ink: 255 }],
    ['dark grey on grey', { paper: 170, ink: 90 }],
  ])('is dark on white for %s, and has no rules', (_, greys) => {
    const image = drawLines(greys);
    const drawn = drawInk(image, findInk(image, DPI));
    expect(greyAt(drawn, FIRST.left + 1, FIRST.top + 10)).toBeLessThan(32);
    expect(greyAt(drawn, FIRST.left + 2 * STROKE, FIRST.top + 10)).toBe(255);
    expect(greyAt(drawn, 300, RULE.top + 1)).toBe(255);
  });

  it('has only the ink that no word covers', () => {
    const image = drawLines();
    const drawn = drawInk(image, findUnreadInk(findInk(image, DPI), [FIRST]).rest);
    expect(greyAt(drawn, FIRST.left + 1, FIRST.top + 10)).toBe(255);
    expect(greyAt(drawn, SECOND.left + 1, SECOND.top + 10)).toBeLessThan(32);
  });
});

describe('A page without its rules', () => {
  it.each([
    ['white paper', 255, 0],
    ['grey paper', 190, 20],
    ['black paper', 0, 255],
  ])('has %s in their place, and its letters as they were', (_, paper, ink) => {
    const image = drawLines({ paper, ink });
    const erased = eraseRules(image, findInk(image, DPI));
    for (let y = RULE.top - 1; y <= RULE.bottom; y += 1)
      expect(Math.abs(greyAt(erased, 300, y) - paper)).toBeLessThanOrEqual(8);
    for (const { left, top } of [FIRST, SECOND]) expect(greyAt(erased, left + 1, top + 10)).toBe(ink);
    expect(greyAt(image, 300, RULE.top + 1)).toBe(ink);
  });

  it('is the same page if it has none', () => {
    const image = drawLines({ rule: false });
    expect(eraseRules(image, findInk(image, DPI)).data).toEqual(image.data);
  });
});
