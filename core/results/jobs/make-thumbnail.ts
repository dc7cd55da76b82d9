/** Job `makeThumbnail`: a small JPEG of an image that somebody sent, upright and without its metadata. */
import sharp from 'sharp';
import { DocumentUnreadableError } from '../../errors.ts';
import type { ParserJob } from '../../parser-jobs.ts';
import { THUMBNAIL_SIZE } from '../images/thumbnail.ts';

/** Pixels of the image at most: 200 MB decoded. */
const MAX_PIXELS = 50_000_000;
const JPEG_QUALITY = 90;

const unreadable = (detail: string, cause?: unknown): DocumentUnreadableError =>
  new DocumentUnreadableError(detail, { cause });

/** @throws DocumentUnreadableError */
const checkSize = async (path: string): Promise<void> => {
  // The size is checked here and not by limitInputPixels, whose error cannot be distinguished from others.
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS)
    throw unreadable(`The image has ${width} by ${height} pixels; at most ${MAX_PIXELS} in all are read.`);
};

export const run: ParserJob<'makeThumbnail'> = async ({ path, outPath }) => {
  try {
    await checkSize(path);
    const { width, height } = await sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: JPEG_QUALITY })
      .toFile(outPath);
    return { width, height };
  } catch (error) {
    throw error instanceof DocumentUnreadableError ? error : unreadable('The image cannot be decoded.', error);
  }
};
