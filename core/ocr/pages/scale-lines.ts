/** Converts lines between two resolutions of the same page. */
import type { LineSegment } from '../layout/page-layout.ts';
import type { Box } from '../lstm/line-image.ts';
import type { LineReading } from '../read-lines.ts';

/** Factors by which coordinates are multiplied. */
export interface Scale {
  readonly x: number;
  readonly y: number;
}

/** Scales a box outwards to whole pixels. */
export const scaleBox = ({ left, top, right, bottom }: Box, { x, y }: Scale): Box => ({
  left: Math.floor(left * x),
  top: Math.floor(top * y),
  right: Math.ceil(right * x),
  bottom: Math.ceil(bottom * y),
});

/** The boxes of a segment refer to the page rotated by the segment's rotation. */
export function scaleSegment(segment: LineSegment, { x, y }: Scale): LineSegment {
  const own = segment.rotation === 0 ? { x, y } : { x: y, y: x };
  return { ...segment, box: scaleBox(segment.box, own), words: segment.words.map((word) => scaleBox(word, own)) };
}

export const scaleLine = ({ segment, words }: LineReading, scale: Scale): LineReading => ({
  segment: scaleSegment(segment, scale),
  words: words.map((word) => {
    const box = scaleBox({ left: word.x1, top: word.y1, right: word.x2, bottom: word.y2 }, scale);
    return { ...word, x1: box.left, y1: box.top, x2: box.right, y2: box.bottom };
  }),
});
