/** What a JPEG file says before its pixels: its segments (ITU-T T.81, annex B.1.1), and the resolution that some of them state. */
import { DocumentUnreadableError } from '../../errors.ts';
import { CM_PER_INCH, readTiffDirectories } from './tiff-directories.ts';

export interface JpegSegment {
  readonly marker: number;
  readonly data: Buffer;
}

/** Pixels per inch. */
export interface Resolution {
  readonly dpiX: number | undefined;
  readonly dpiY: number | undefined;
}

const MARKER = { app0: 0xe0, app1: 0xe1, scan: 0xda, fill: 0xff } as const;
const JFIF = Buffer.from('JFIF\0', 'latin1');
const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** Dots of JFIF's units: 1 an inch, 2 a centimetre. With 0 its numbers are a ratio and no resolution. */
const JFIF_DOTS_AN_INCH: Readonly<Record<number, number>> = { 1: 1, 2: CM_PER_INCH };

/** The segments up to the first scan; none from where the file is damaged. */
export function* jpegSegments(bytes: Buffer): Generator<JpegSegment> {
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === MARKER.scan) return;
    if (marker === MARKER.fill) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    yield { marker, data: bytes.subarray(at + 4, at + 2 + length) };
    at += 2 + length;
  }
}

/**
 * The resolution that the file itself states, in EXIF or JFIF. The image engine cannot be asked: it says 72 where a JPEG states none, and
 * a picture taken for 72 dots an inch is taken for three times as large as it is.
 */
export const jpegResolution = (bytes: Buffer): Resolution => {
  let stated: Resolution = { dpiX: undefined, dpiY: undefined };
  for (const { marker, data } of jpegSegments(bytes)) {
    if (marker === MARKER.app0 && data.length >= 12 && startsWith(data, JFIF)) stated = resolutionOfJfif(data);
    if (marker === MARKER.app1 && startsWith(data, EXIF)) {
      const exif = resolutionOfExif(data.subarray(EXIF.length));
      if (exif.dpiX !== undefined && exif.dpiY !== undefined) return exif;
    }
  }
  return stated;
};

const startsWith = (data: Buffer, start: Buffer): boolean => data.subarray(0, start.length).equals(start);

const resolutionOfJfif = (data: Buffer): Resolution => {
  const anInch = JFIF_DOTS_AN_INCH[data.readUInt8(7)];
  return anInch === undefined
    ? { dpiX: undefined, dpiY: undefined }
    : { dpiX: data.readUInt16BE(8) * anInch, dpiY: data.readUInt16BE(10) * anInch };
};

/** EXIF data is a small TIFF file; its first directory describes the picture. Damaged, it states nothing: the pixels may be whole. */
const resolutionOfExif = (tiff: Buffer): Resolution => {
  try {
    const [picture] = readTiffDirectories(tiff);
    return { dpiX: picture?.dpiX, dpiY: picture?.dpiY };
  } catch (error) {
    if (error instanceof DocumentUnreadableError) return { dpiX: undefined, dpiY: undefined };
    throw error;
  }
};
