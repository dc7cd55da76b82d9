import { describe, expect, it } from 'vitest';
import { placeWords, scaleWords } from '../../../core/documents/text-layer/place-words.ts';

/** 200 × 100 points at 144 dpi. */
const pixels = { width: 400, height: 200, dpi: 144 };
const word = { text: 'here', x1: 10, y1: 20, x2: 50, y2: 30 };

describe('A word of a text layer', () => {
  it.each([
    [0, { x1: 20, y1: 40, x2: 100, y2: 60 }],
    [90, { x1: 140, y1: 20, x2: 160, y2: 100 }],
    [180, { x1: 300, y1: 140, x2: 380, y2: 160 }],
    [270, { x1: 40, y1: 300, x2: 60, y2: 380 }],
  ] as const)('is rotated with its page by %i degrees', (rotation, box) => {
    expect(placeWords([word], pixels, rotation)).toEqual([{ text: 'here', ...box }]);
  });

  it('keeps its direction on the upright page', () => {
    expect(placeWords([{ ...word, rotation: 270 }], pixels, 90)).toMatchObject([{ rotation: 270 }]);
  });

  it('outside the crop box is left out', () => {
    expect(placeWords([{ ...word, x1: 300, x2: 340 }], pixels, 0)).toEqual([]);
  });

  it('that extends beyond the page edge is clipped', () => {
    expect(placeWords([{ ...word, x1: -10, x2: 50 }], pixels, 0)).toMatchObject([{ x1: 0, x2: 100 }]);
  });

  it('on an image of another size has its place there, and at least one pixel', () => {
    const arranged = { text: 'here', x1: 20, y1: 40, x2: 100, y2: 60, entropy: 0, line: 3, block: 1 };
    expect(scaleWords([arranged], pixels, { width: 200, height: 100 })).toEqual([
      { ...arranged, x1: 10, y1: 20, x2: 50, y2: 30 },
    ]);
    expect(scaleWords([{ ...arranged, x1: 399, x2: 400 }], pixels, { width: 10, height: 1 })).toEqual([
      { ...arranged, x1: 9, y1: 0, x2: 10, y2: 1 },
    ]);
  });

  it('is at least one pixel wide and high', () => {
    expect(placeWords([{ text: '.', x1: 10, y1: 20, x2: 10.01, y2: 20.01 }], pixels, 0)).toEqual([
      { text: '.', x1: 20, y1: 40, x2: 21, y2: 41 },
    ]);
  });
});
