import { describe, expect, it } from 'vitest';
import { findKnownLines } from '../../../../core/ocr/lines/known-lines.ts';
import type { LineSegment } from '../../../../core/ocr/layout/page-layout.ts';
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';

const segmentAt = (left: number, top: number, right: number, bottom: number, line = 0): LineSegment => {
  const box = { left, top, right, bottom };
  return { rotation: 0, box, words: [box], line, block: line };
};
const reading = (segment: LineSegment, text: string): LineReading => ({
  segment,
  words: [{ x1: 0, y1: 0, x2: 1, y2: 1, text, confidence: 95, entropy: 0, line: segment.line, block: segment.block }],
});

describe('A line that was read before', () => {
  const known = reading(segmentAt(100, 200, 900, 240), 'Invoice');

  it('is known where another layout analysis finds it a few pixels off, with its new numbers', () => {
    const segment = segmentAt(96, 204, 908, 243, 7);
    const found = findKnownLines([segment], [known]).get(segment);
    expect(found?.words).toMatchObject([{ text: 'Invoice', line: 7, block: 7 }]);
  });

  it.each([
    ['longer', segmentAt(100, 200, 1100, 240)],
    ['the one below', segmentAt(100, 240, 900, 280)],
    ['two lines that were joined', segmentAt(100, 200, 900, 290)],
    ['vertical', { ...segmentAt(100, 200, 900, 240), rotation: 90 as const }],
  ])('is not known where the line is %s', (_, segment) => {
    expect(findKnownLines([segment], [known]).size).toBe(0);
  });
});
