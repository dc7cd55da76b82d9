/** Draws small grey pages pixel by pixel. */
import type { Box } from '../../../../core/ocr/lstm/line-image.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';

export const blankImage = (width: number, height: number, grey: number): RasterImage => ({
  width,
  height,
  channels: 1,
  data: new Uint8Array(width * height).fill(grey),
});

export function fillBox({ data, width }: RasterImage, { left, top, right, bottom }: Box, grey: number): void {
  for (let y = top; y < bottom; y += 1) data.fill(grey, y * width + left, y * width + right);
}

/** Strokes, one every four of their widths, as in a line of text: a quarter of the box is ink. */
export function drawStrokes(image: RasterImage, { left, top, right, bottom }: Box, grey: number, stroke = 2): void {
  for (let x = left; x + stroke <= right; x += 4 * stroke)
    fillBox(image, { left: x, top, right: x + stroke, bottom }, grey);
}

export const greyAt = ({ data, width }: RasterImage, x: number, y: number): number => data[y * width + x] ?? -1;
