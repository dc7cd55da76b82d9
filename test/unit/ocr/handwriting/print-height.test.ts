import { describe, expect, it } from 'vitest';
import { asPrintOfItsHeight } from '../../../../core/ocr/handwriting/print-height.ts';

/** A piece with letters of a height in pixels, in a row of its own. */
const piece = (row: number, height: number, score: number) => ({
  box: { left: 0, top: 60 * row, right: 100, bottom: 60 * row + 40 },
  score,
  confidence: 50,
  height,
});

/** Log-odds from which a piece is handwritten. */
const LEAST = 2;

const written = (pieces: readonly ReturnType<typeof piece>[]) =>
  asPrintOfItsHeight(pieces, LEAST)
    .filter(({ score }) => score >= LEAST)
    .map(({ height }) => height);

describe('What looks written on a page with little handwriting', () => {
  const print = [piece(0, 32, -8), piece(1, 32, -7)];

  it('is print where its letters are as high as those of the print', () => {
    expect(written([...print, piece(2, 33, 4.5), piece(3, 32, 3)])).toEqual([]);
  });

  it('is handwriting where its letters have another height', () => {
    expect(written([...print, piece(2, 36, 3), piece(3, 28, 4.5)])).toEqual([36, 28]);
  });

  it('is handwriting where its shapes leave no doubt', () => {
    expect(written([...print, piece(2, 32, 5)])).toEqual([32]);
  });

  it('is handwriting where the only letters of its height are no sure print', () => {
    expect(written([piece(0, 32, -4), piece(1, 32, 3)])).toEqual([32]);
  });
});

describe('A page with much handwriting', () => {
  it('keeps handwriting as high as its print', () => {
    const lines = Array.from({ length: 12 }, (_, row) => piece(row + 1, 32, 4));
    expect(written([piece(0, 32, -8), ...lines])).toHaveLength(12);
  });
});
