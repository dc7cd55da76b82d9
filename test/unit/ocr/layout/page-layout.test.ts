import { describe, expect, it } from 'vitest';
import { searchesForTables } from '../../../../core/ocr/layout/page-layout.ts';
import { blankImage, drawStrokes, fillBox } from './draw-greys.ts';

const [DPI, WIDTH, HEIGHT] = [150, 1240, 1754];

/** A page of so many columns of short words and rows of them, with rules below and beside them or without. */
function drawCells(columns: number, rows: number, isRuled = false) {
  const image = blankImage(WIDTH, HEIGHT, 255);
  const [across, down] = [Math.floor(WIDTH / columns), Math.floor(HEIGHT / rows)];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [left, top] = [column * across + 10, row * down + 4];
      drawStrokes(image, { left, top, right: left + 40, bottom: top + 12 }, 0);
      if (!isRuled) continue;
      fillBox(image, { left: left - 10, top: top - 4, right: left - 8, bottom: top - 4 + down }, 0);
      fillBox(image, { left: left - 10, top: top - 4, right: left - 10 + across, bottom: top - 2 }, 0);
    }
  return image;
}

describe('Tables', () => {
  it('are searched for in a table of a page, and in a page of lines', () => {
    expect(searchesForTables(drawCells(8, 60), DPI)).toBe(true);
    expect(searchesForTables(drawCells(1, 80), DPI)).toBe(true);
  });

  it('are not in one of very many cells, whose layout would take longer than a page may', () => {
    expect(searchesForTables(drawCells(12, 60), DPI)).toBe(false);
    expect(searchesForTables(drawCells(16, 60, true), DPI)).toBe(false);
  });

  it('are in one of as many cells between rules, which takes less time', () => {
    expect(searchesForTables(drawCells(12, 60, true), DPI)).toBe(true);
  });
});
