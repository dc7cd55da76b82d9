/** Converts lines between two resolutions of the same page. */
import type { LineSegment } from '../layout/page-layout.ts';
import type { Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import type { LineReading } from '../lines/read-lines.ts';
import { moveWord, wordBox } from '../read-words.ts';

/** Factors by which coordinates are multiplied. */
export interface Scale {
  readonly x: number;
  readonly y: number;
}

/** The scale from the pixels of one image of a page to those of another. */
export const scaleBetween = (from: RasterImage, to: RasterImage): Scale => ({
  x: to.width / from.width,
  y: to.height / from.height,
});

/** The way back. */
export const inverse = ({ x, y }: Scale): Scale => ({ x: 1 / x, y: 1 / y });

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
  words: words.map((word) => moveWord(word, scaleBox(wordBox(word), scale))),
});
