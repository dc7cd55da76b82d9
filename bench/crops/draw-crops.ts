/** A picture with true documents (green) and found ones (red), to look at. */
import sharp from 'sharp';
import type { Quadrilateral } from '../../core/documents/sheets/quadrilateral.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';

export function drawCrops(
  picture: RasterImage,
  truth: readonly Quadrilateral[],
  found: readonly Quadrilateral[],
): Promise<Buffer> {
  const { width, height, data } = picture;
  const outline = (colour: string) => (corners: Quadrilateral) =>
    `<polygon points="${corners.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="4"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${truth.map(outline('lime')).join('')}${found.map(outline('red')).join('')}</svg>`;
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}
