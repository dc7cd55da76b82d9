/**
 * Writes what libjpeg remarks on in a JPEG, although no pixel is missing, as it should be: libvips takes any remark for
 * damage, and viewers show such files. Some cameras, telephones and scanners write them.
 */
import { isAdobe, isFrame, isJfif, isScan, jpegSegments } from './jpeg-segments.ts';
import type { JpegSegment } from './jpeg-segments.ts';

/** Markers of sequential frames (ITU-T T.81, table B.1): baseline and extended. */
const SEQUENTIAL_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1]);
/** Spectral selection and successive approximation of a scan in a sequential frame (ITU-T T.81, table B.3). */
const SEQUENTIAL_SCAN = [0, 63, 0] as const;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
/** Offsets in the data of APP0 and APP14: JFIF's major version, and Adobe's colour transform. */
const [JFIF_VERSION, ADOBE_TRANSFORM] = [5, 11];
/** Adobe's colour transforms: none, YCbCr, YCCK. */
const [NONE, YCBCR, YCCK] = [0, 1, 2];

/**
 * Gives the file the parameters of its scans, the version of JFIF and the colour transform that the decoder assumes. A file that
 * is cut, or has other bytes between its segments, stays damaged.
 * @param bytes  of the file, which are modified
 */
export const tidyJpeg = (bytes: Buffer): void => {
  const segments = [...jpegSegments(bytes)];
  const scan = segments.at(-1);
  if (scan === undefined || !isScan(scan)) return;
  const frame = segments.find(isFrame);
  for (const segment of segments) tidySegment(segment, frame?.data[5] ?? 0);
  if (frame !== undefined && SEQUENTIAL_FRAMES.has(frame.marker)) tidyScans(bytes, scan.at);
};

const tidySegment = (segment: JpegSegment, components: number): void => {
  const { data } = segment;
  if (isJfif(segment) && data.length > JFIF_VERSION) data[JFIF_VERSION] = 1;
  if (isAdobe(segment) && data.length > ADOBE_TRANSFORM && data[ADOBE_TRANSFORM] !== NONE)
    data[ADOBE_TRANSFORM] = components === 4 ? YCCK : YCBCR;
};

/** Within the data of a scan, FF is followed by 0 or a restart marker: FF DA begins another scan. */
const tidyScans = (bytes: Buffer, first: number): void => {
  for (let at = first; at !== -1; at = bytes.indexOf(START_OF_SCAN, at + 2)) {
    const end = at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0);
    if (end <= bytes.length && end - at > 6) bytes.set(SEQUENTIAL_SCAN, end - SEQUENTIAL_SCAN.length);
  }
};
