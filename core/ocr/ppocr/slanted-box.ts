/** Rectangles around lines that rise or fall, which a box of whole pixels would fill with parts of their neighbours. */
import type { Point } from '../layout/convex-hull.ts';
import type { Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';

/** In pixels of the page. */
export interface SlantedBox {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** Along the line, and across it. */
  readonly width: number;
  readonly height: number;
  /** Clockwise in radians, −π/4 to π/4: a line that falls to the right has a positive one. */
  readonly angle: number;
}

const WHITE = 255;

/** The part of a slanted box between two parts of its width, 0 to 1. */
export function partOf(box: SlantedBox, from: number, to: number): SlantedBox {
  const shift = ((from + to) / 2 - 0.5) * box.width;
  return {
    ...box,
    x: box.x + shift * Math.cos(box.angle),
    y: box.y + shift * Math.sin(box.angle),
    width: (to - from) * box.width,
  };
}

/** Where a point of the page lies in the box: parts of its width and height, 0 to 1 within it. */
export function placeIn({ x, y, width, height, angle }: SlantedBox, point: Point): { along: number; across: number } {
  const [dx, dy] = [point.x - x, point.y - y];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { along: 0.5 + (dx * cos + dy * sin) / width, across: 0.5 + (dy * cos - dx * sin) / height };
}

/** The smallest box around points whose lines run at an angle, in radians. */
export function boxAlong(points: readonly Point[], angle: number): SlantedBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = points.map(({ x, y }) => x * cos + y * sin);
  const across = points.map(({ x, y }) => y * cos - x * sin);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return { x: u * cos - v * sin, y: u * sin + v * cos, width: right - left, height: bottom - top, angle };
}

/** The smallest box of whole pixels around it. */
export function boxAround({ x, y, width, height, angle }: SlantedBox): Box {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [halfWidth, halfHeight] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2];
  return {
    left: Math.floor(x - halfWidth),
    top: Math.floor(y - halfHeight),
    right: Math.ceil(x + halfWidth),
    bottom: Math.ceil(y + halfHeight),
  };
}

/** Cuts the box out of a grey page and turns it upright, with bilinear interpolation; white outside of the page. */
export function cutOut(page: RasterImage, { x, y, width, height, angle }: SlantedBox): RasterImage {
  const [columns, rows] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const data = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [along, across] = [column + 0.5 - columns / 2, row + 0.5 - rows / 2];
      data[row * columns + column] = greyAt(
        page,
        x + along * cos - across * sin - 0.5,
        y + along * sin + across * cos - 0.5,
      );
    }
  return { width: columns, height: rows, channels: 1, data };
}

function greyAt(page: RasterImage, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const upper = pixelAt(page, left, top) * (1 - right) + pixelAt(page, left + 1, top) * right;
  const lower = pixelAt(page, left, top + 1) * (1 - right) + pixelAt(page, left + 1, top + 1) * right;
  return Math.round(upper * (1 - down) + lower * down);
}

const pixelAt = ({ width, height, data }: RasterImage, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? WHITE : (data[y * width + x] ?? WHITE);
