import { describe, expect, it } from 'vitest';
import { largeTextHeight, smallTextHeight } from '../../../../core/ocr/layout/find-text-lines.ts';
import type { TextLine } from '../../../../core/ocr/layout/find-text-lines.ts';

/** Lines below each other. @param height, width  in mask pixels, 75 an inch */
const linesOf = (count: number, height: number, width: number): TextLine[] =>
  Array.from({ length: count }, (_, index) => ({
    left: 50,
    top: index * 60,
    right: 50 + width,
    bottom: index * 60 + height,
    ink: Math.round(0.3 * height * width),
  }));

describe('The height of large text', () => {
  it('is that of the lines where they are large, in points', () => {
    expect(largeTextHeight(linesOf(20, 25, 300))).toBe(24);
    expect(largeTextHeight([...linesOf(16, 20, 300), ...linesOf(6, 40, 300)])).toBe(19.2);
  });

  it('does not count rules and rows of dashes', () => {
    expect(largeTextHeight([...linesOf(12, 25, 300), ...linesOf(40, 4, 600)])).toBe(24);
  });

  it.each([
    ['without lines', []],
    ['in usual print', linesOf(40, 11, 300)],
    ['of a title and usual print', [...linesOf(8, 30, 300), ...linesOf(20, 11, 300)]],
    ['of a few large lines, which may be pictures', linesOf(4, 30, 400)],
  ])('is 0 for a page %s', (_, lines) => {
    expect(largeTextHeight(lines)).toBe(0);
  });
});

describe('The height of small text beside large text', () => {
  it('is that of its lines, as a footer', () => {
    expect(smallTextHeight([...linesOf(9, 30, 300), ...linesOf(2, 10, 300)])).toBe(9.6);
  });

  it.each([
    ['specks', linesOf(4, 8, 20)],
    ['rules', linesOf(4, 4, 400)],
  ])('is no limit where what lies beside is %s', (_, beside) => {
    expect(smallTextHeight([...linesOf(20, 30, 400), ...beside])).toBe(Infinity);
  });
});
