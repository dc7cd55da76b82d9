/** The marker segments of a JPEG file before its pixels (ITU-T T.81, annex B.1.1), and the resolution in them. */
import { exifResolution, isExif } from './exif-resolution.ts';
import type { StatedResolution } from './image-resolution.ts';
import { CM_PER_INCH } from './tiff-directories.ts';

export interface JpegSegment {
  readonly marker: number;
  /** Offset of the marker in the file, in bytes. */
  readonly at: number;
  readonly data: Buffer;
}

const MARKER = { app0: 0xe0, app1: 0xe1, app14: 0xee, scan: 0xda, fill: 0xff } as const;
const JFIF = Buffer.from('JFIF\0', 'latin1');
const ADOBE = Buffer.from('Adobe', 'latin1');
/**
 * Factors from JFIF's units to dots per inch: unit 1 is dots per inch, 2 dots per centimetre. Unit 0 is an aspect
 * ratio.
 */
const JFIF_DPI_FACTORS: Readonly<Record<number, number>> = { 1: 1, 2: CM_PER_INCH };

/** Yields the segments up to the first scan, which is the last one, or up to the point where the file is damaged. */
export function* jpegSegments(bytes: Buffer): Generator<JpegSegment> {
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === MARKER.fill) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    yield { marker, at, data: bytes.subarray(at + 4, at + 2 + length) };
    if (marker === MARKER.scan) return;
    at += 2 + length;
  }
}

export const isScan = ({ marker }: JpegSegment): boolean => marker === MARKER.scan;

/** Start of frame (ITU-T T.81, table B.1): all of C0 to CF but the tables in C4, C8 and CC. */
export const isFrame = ({ marker }: JpegSegment): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export const isJfif = ({ marker, data }: JpegSegment): boolean => marker === MARKER.app0 && startsWith(data, JFIF);
/** Adobe's segment, which tells the colour transform. */
export const isAdobe = ({ marker, data }: JpegSegment): boolean => marker === MARKER.app14 && startsWith(data, ADOBE);

/**
 * Returns the resolution that the file states, in EXIF or JFIF. libvips is not used, because it reports 72 dpi for a
 * JPEG without a resolution, and at 72 dpi an image counts as about three times as large as at 220 dpi.
 */
export const jpegResolution = (bytes: Buffer): StatedResolution => {
  let stated: StatedResolution = { dpiX: undefined, dpiY: undefined };
  for (const segment of jpegSegments(bytes)) {
    const { marker, data } = segment;
    if (isJfif(segment) && data.length >= 12) stated = resolutionOfJfif(data);
    if (marker === MARKER.app1 && isExif(data)) {
      const exif = exifResolution(data);
      if (exif.dpiX !== undefined && exif.dpiY !== undefined) return exif;
    }
  }
  return stated;
};

const startsWith = (data: Buffer, start: Buffer): boolean => data.subarray(0, start.length).equals(start);

const resolutionOfJfif = (data: Buffer): StatedResolution => {
  const factor = JFIF_DPI_FACTORS[data.readUInt8(7)];
  return factor === undefined
    ? { dpiX: undefined, dpiY: undefined }
    : { dpiX: data.readUInt16BE(8) * factor, dpiY: data.readUInt16BE(10) * factor };
};
