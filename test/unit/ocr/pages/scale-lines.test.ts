import { describe, expect, it } from 'vitest';
import { scaleBox, scaleLine, scaleSegment } from '../../../../core/ocr/pages/scale-lines.ts';
import { drawReading } from '../layout/draw-reading.ts';

const BOX = { left: 11, top: 21, right: 101, bottom: 42 };

describe('Scaled lines', () => {
  it('have boxes in whole pixels that contain the exact ones', () => {
    expect(scaleBox(BOX, { x: 1.5, y: 0.5 })).toEqual({ left: 16, top: 10, right: 152, bottom: 21 });
  });

  it('have segments and words at the same place, and everything else as it was', () => {
    const line = drawReading('word', BOX, { line: 3, block: 2 });
    const scaled = drawReading('word', { left: 22, top: 63, right: 202, bottom: 126 }, { line: 3, block: 2 });
    expect(scaleLine(line, { x: 2, y: 3 })).toEqual(scaled);
  });

  it('are where they were after scaling there and back', () => {
    const line = drawReading('word', BOX);
    expect(scaleLine(scaleLine(line, { x: 2, y: 4 }), { x: 1 / 2, y: 1 / 4 })).toEqual(line);
  });

  it.each([90, 270] as const)('exchange the factors in the box of a vertical line (%i°)', (rotation) => {
    // On the page rotated by 90°, what is horizontal runs from its top to its bottom.
    const { segment } = drawReading('word', BOX, { rotation });
    expect(scaleSegment(segment, { x: 2, y: 3 })).toMatchObject({
      rotation,
      box: { left: 33, top: 42, right: 303, bottom: 84 },
      words: [{ left: 33, top: 42, right: 303, bottom: 84 }],
    });
  });
});
