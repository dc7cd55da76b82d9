/**
 * The image of one page as used in processing, as JPEG: some ten times faster to make and smaller than PNG for scans, and
 * one type for all pages means that a caller need not care. Quality 90 shows no artefacts around text.
 */
import { writeFile } from 'node:fs/promises';
import { withDocument } from '../../documents/formats/kept-document.ts';
import type { ParserJob } from '../../parser-jobs.ts';
import { encodeJpeg } from '../images/encode-jpeg.ts';
import { scaledDown } from '../images/scaled-down.ts';
import { renderUpright } from '../images/upright-image.ts';

const JPEG_QUALITY = 90;

export const run: ParserJob<'renderPageImage'> = async ({ path, record, width, height, outPath }, report) => {
  const size = scaledDown(record, { width, height });
  return withDocument(path, async (reader) => {
    const { bytes } = await encodeJpeg(
      await renderUpright(reader, record, size),
      JPEG_QUALITY,
      (record.dpi * size.width) / record.width,
    );
    await writeFile(outPath, bytes);
    report.page(record.page);
    return { ...size, contentType: 'image/jpeg' };
  });
};
