import { describe, expect, it } from 'vitest';
import { BoxIndex } from '../../../core/ocr/box-index.ts';
import type { Box } from '../../../core/ocr/lstm/line-image.ts';
import { seededRandom } from '../../../model-container/random.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('The boxes that meet another one', () => {
  it('are those that share a place with it, if only a side or a corner, in their order', () => {
    const index = new BoxIndex([box(0, 0, 10, 10), box(100, 100, 10, 10), box(10, 10, 5, 5), box(11, 0, 5, 5)]);
    expect(index.meeting(box(5, 5, 5, 5))).toEqual([0, 2]);
    expect(index.meeting(box(-50, -50, 1000, 1000))).toEqual([0, 1, 2, 3]);
    expect(index.meeting(box(40, 40, 5, 5))).toEqual([]);
    expect(new BoxIndex([]).meeting(box(0, 0, 1, 1))).toEqual([]);
  });

  it('are the same as by looking at all of them, large ones and ones without an area too', () => {
    const random = seededRandom(3);
    const size = () => (random.next() < 0.1 ? Math.floor(random.next() * 900) : Math.floor(random.next() * 30));
    const some = () => box(random.next() * 900, random.next() * 900, size(), size());
    const boxes = Array.from({ length: 300 }, some);
    const index = new BoxIndex(boxes);
    for (const one of Array.from({ length: 50 }, some))
      expect(index.meeting(one)).toEqual(
        [...boxes.entries()]
          .filter(
            ([, { left, top, right, bottom }]) =>
              left <= one.right && right >= one.left && top <= one.bottom && bottom >= one.top,
          )
          .map(([place]) => place),
      );
  });
});
