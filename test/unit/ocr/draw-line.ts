/** Draws pages and lines with known text, as grey images. */
import { PdfReader } from '../../../core/documents/pdf/pdf-reader.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { drawPdf, withText } from '../drawing/draw-upload.ts';

/** An A4 page with these lines: the first 100 points from its top, each following one 24 points lower. */
export async function drawPage(lines: readonly string[], dpi: number): Promise<RasterImage> {
  const reader = await PdfReader.open(await drawPdf(withText({ lines })));
  const page = await reader.render(1, { width: Math.round((595 / 72) * dpi), height: Math.round((842 / 72) * dpi) }, 1);
  await reader.close();
  return page;
}

export const invertImage = (image: RasterImage): RasterImage => ({
  ...image,
  data: image.data.map((grey) => 255 - grey),
});
