import { describe, expect, it } from 'vitest';
import { findInk } from '../../../../core/ocr/layout/ink-mask.ts';
import { hasTooManyCells } from '../../../../core/ocr/layout/page-layout.ts';
import { blankImage, drawStrokes } from './draw-greys.ts';

const [DPI, WIDTH, HEIGHT] = [150, 1240, 1754];

/** A page of so many columns of short words and rows of them. */
function drawCells(columns: number, rows: number) {
  const image = blankImage(WIDTH, HEIGHT, 255);
  const [across, down] = [Math.floor(WIDTH / columns), Math.floor(HEIGHT / rows)];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [left, top] = [column * across + 10, row * down + 4];
      drawStrokes(image, { left, top, right: left + 40, bottom: top + 12 }, 0);
    }
  return image;
}

const isSearched = (...cells: Parameters<typeof drawCells>): boolean =>
  !hasTooManyCells(findInk(drawCells(...cells), DPI));

describe('Tables', () => {
  it('are searched for in a table of a page, and in a page of lines', () => {
    expect(isSearched(16, 60)).toBe(true);
    expect(isSearched(1, 80)).toBe(true);
  });

  it('are not in one of very many cells, whose layout would take longer than a page may', () => {
    expect(isSearched(20, 70)).toBe(false);
  });
});
