/** Where the lines of a page lie after the page was rotated and deskewed. */
import type { Point } from '../../core/documents/sheets/quadrilateral.ts';
import type { Orientation } from '../../core/ocr/pages/page-source.ts';
import type { KnownLine } from './known-lines.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * @param from size that the outlines refer to
 * @param to size of the page before it is made upright, in the pixels that the result is in
 * @param orientation how the page is made upright, as in deskew-page.ts
 */
export const uprightLines = (
  lines: readonly KnownLine[],
  from: Size,
  to: Size,
  orientation: Orientation,
): KnownLine[] =>
  lines.map((line) => ({
    ...line,
    outline: line.outline.map(({ x, y }) =>
      uprightPoint({ x: (x * to.width) / from.width, y: (y * to.height) / from.height }, to, orientation),
    ),
  }));

function uprightPoint(point: Point, size: Size, { rotation, skew }: Orientation): Point {
  const { width, height } = rotation % 180 === 0 ? size : { width: size.height, height: size.width };
  const { x, y } = turned(point, size, rotation);
  const angle = (skew * Math.PI) / 180;
  const [dx, dy] = [x - width / 2, y - height / 2];
  return {
    x: width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
  };
}

function turned({ x, y }: Point, { width, height }: Size, rotation: Orientation['rotation']): Point {
  switch (rotation) {
    case 0:
      return { x, y };
    case 90:
      return { x: height - y, y: x };
    case 180:
      return { x: width - x, y: height - y };
    case 270:
      return { x: y, y: width - x };
  }
}
