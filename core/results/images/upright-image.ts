/** Renders a page image as used in processing, upright and deskewed, at any size. */
import { DocumentUnreadableError } from '../../errors.ts';
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import type { PageRecord } from '../../documents/page-record.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import { straighten } from '../../documents/sheets/straighten.ts';
import { uprightPage } from '../../ocr/layout/deskew-page.ts';

/**
 * Renders a page. An unreadable page of a readable document was processed as a blank page, so a blank page is rendered.
 * @param size size of the upright image in pixels
 */
export async function renderUpright(
  reader: DocumentReader,
  record: Pick<PageRecord, 'page' | 'rotation' | 'skew' | 'sheet'>,
  size: { width: number; height: number },
): Promise<RasterImage> {
  const sideways = record.rotation === 90 || record.rotation === 270;
  const viewedSize = sideways ? { width: size.height, height: size.width } : { width: size.width, height: size.height };
  const viewed = await renderOrBlank(reader, record.page, viewedSize);
  const { sheet } = record;
  return uprightPage(sheet === undefined ? viewed : straighten(viewed, sheet), record.rotation, record.skew);
}

async function renderOrBlank(
  reader: DocumentReader,
  page: number,
  size: { width: number; height: number },
): Promise<RasterImage> {
  try {
    return await reader.render(page, size, 3);
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    return { ...size, channels: 3, data: new Uint8Array(size.width * size.height * 3).fill(255) };
  }
}
