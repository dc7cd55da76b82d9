/** Renders a page image as used in processing, upright and deskewed, at any size. */
import { DocumentUnreadableError } from '../../errors.ts';
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import type { PageRecord } from '../../documents/page-record.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import { cropSize, cutCrop } from '../../documents/crops/cut-crop.ts';
import { pixelsAtDpi } from '../../documents/page-pixels.ts';
import { straightenAndFlatten, type SheetCorners } from '../../documents/sheets/straighten.ts';
import { uprightPage } from '../../ocr/layout/deskew-page.ts';
import { MM_PER_INCH } from '../../units.ts';

/**
 * Renders a page, or a crop of it. An unreadable page of a readable document was processed as a blank page, so a blank page
 * is rendered.
 * @param size size of the upright image in pixels
 */
export async function renderUpright(
  reader: Pick<DocumentReader, 'render' | 'pageSize'>,
  record: Pick<PageRecord, 'page' | 'rotation' | 'skew' | 'sheet' | 'curl' | 'crop_corners'>,
  size: Size,
): Promise<RasterImage> {
  const sideways = record.rotation === 90 || record.rotation === 270;
  const viewedSize = sideways ? { width: size.height, height: size.width } : { width: size.width, height: size.height };
  const crop = record.crop_corners;
  const viewed =
    crop === undefined
      ? await renderOrBlank(reader, record.page, viewedSize)
      : await renderCrop(reader, record.page, crop, viewedSize);
  return uprightPage(straightenAndFlatten(viewed, record), record.rotation, record.skew);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Renders the page so large that the crop has the requested size, or as large as a page may be, and cuts the crop out. */
async function renderCrop(
  reader: Pick<DocumentReader, 'render' | 'pageSize'>,
  page: number,
  crop: SheetCorners,
  size: Size,
): Promise<RasterImage> {
  const whole = await reader.pageSize(page);
  const dpi = (size.width / cropSize(whole, crop).widthMm) * MM_PER_INCH;
  const { width, height } = pixelsAtDpi(whole, dpi);
  return cutCrop(await renderOrBlank(reader, page, { width, height }), crop, size);
}

async function renderOrBlank(
  reader: Pick<DocumentReader, 'render'>,
  page: number,
  { width, height }: Size,
): Promise<RasterImage> {
  try {
    return await reader.render(page, { width, height }, 3);
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    return { width, height, channels: 3, data: new Uint8Array(width * height * 3).fill(255) };
  }
}
