/** The resolution in the EXIF data of a JPEG or WebP file (CIPA DC-008). */
import { DocumentUnreadableError } from '../../errors.ts';
import type { StatedResolution } from './image-resolution.ts';
import { readTiffDirectories } from './tiff-directories.ts';

/** EXIF data begins with it in a JPEG; in a WebP it may be absent. */
const HEADER = Buffer.from('Exif\0\0', 'latin1');

/** Whether data begins as the EXIF data of a JPEG does. */
export const isExif = (data: Buffer): boolean => data.subarray(0, HEADER.length).equals(HEADER);

/**
 * EXIF data is a small TIFF file whose first directory describes the image. Damaged EXIF data is ignored: the pixels
 * may be intact.
 */
export const exifResolution = (exif: Buffer): StatedResolution => {
  try {
    const [image] = readTiffDirectories(isExif(exif) ? exif.subarray(HEADER.length) : exif);
    return { dpiX: image?.dpiX, dpiY: image?.dpiY };
  } catch (error) {
    if (error instanceof DocumentUnreadableError) return { dpiX: undefined, dpiY: undefined };
    throw error;
  }
};
