import { describe, expect, it } from 'vitest';
import { extentAt, outlineOfLetters } from '../../../../bench/handwriting/line-extent.ts';

const rectangle = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

describe('The outline of a known line', () => {
  it('stays as it is where it has the letters', () => {
    const outline = rectangle(0, 0, 200, 30);
    expect(outlineOfLetters(outline, 'ten letter')).toBe(outline);
  });

  it('grows to the letters where it is a strip along their feet', () => {
    const grown = outlineOfLetters(rectangle(0, 100, 200, 110), 'ten letter');
    expect(extentAt(grown, 100)).toEqual({ top: 70, bottom: 120 });
  });

  it('has no extent beside it', () => {
    expect(extentAt(rectangle(0, 0, 10, 10), 11)).toBeNull();
  });
});
