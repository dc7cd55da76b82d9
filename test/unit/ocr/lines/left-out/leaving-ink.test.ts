import { describe, expect, it } from 'vitest';
import { leavingInk } from '../../../../../core/ocr/lines/left-out/leaving-ink.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';

const SIDE = 100;

/** White paper with ink wherever a function says so. */
const drawn = (isInk: (x: number, y: number) => boolean): RasterImage => ({
  width: SIDE,
  height: SIDE,
  channels: 1,
  data: Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (isInk(at % SIDE, Math.floor(at / SIDE)) ? 30 : 250)),
});

const BOX = { left: 30, top: 40, right: 70, bottom: 60 };

/** Stems of three pixels, four pixels from each other. */
const isStem = (x: number): boolean => x % 8 < 3;
const isWord = (x: number, y: number): boolean => isStem(x) && x > 32 && x < 66 && y >= 40 && y < 60;

describe('The ink of a box', () => {
  it('does not leave it where it is a word', () => {
    expect(leavingInk(drawn(isWord), BOX)).toEqual({ part: 0, strokes: 0 });
  });

  it('leaves it in many strokes where it is a piece of a pattern', () => {
    const { part, strokes } = leavingInk(
      drawn((x) => isStem(x)),
      BOX,
    );
    expect(part).toBeGreaterThan(0.2);
    expect(strokes).toBeGreaterThan(1);
  });

  it('leaves it in one stroke where the word stands on a rule', () => {
    const { part, strokes } = leavingInk(
      drawn((x, y) => isWord(x, y) || (y >= 58 && y < 63)),
      BOX,
    );
    expect(part).toBeGreaterThan(0.3);
    expect(strokes).toBeLessThan(0.6);
  });

  it('does not leave the image', () => {
    expect(leavingInk(drawn(isStem), { left: 0, top: 0, right: SIDE, bottom: SIDE })).toEqual({ part: 0, strokes: 0 });
  });
});
