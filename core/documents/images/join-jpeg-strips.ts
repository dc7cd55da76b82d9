/**
 * Joins JPEGs that each have some rows of an image to one JPEG, without decoding: each becomes a restart interval
 * (ITU-T T.81, annex B.2.1), at the beginning of which a decoder starts anew as at that of a file.
 */
import { isFrame, isScan, jpegSegments } from './jpeg-segments.ts';
import type { JpegSegment } from './jpeg-segments.ts';

const MARKER = { quantisation: 0xdb, huffman: 0xc4, restartInterval: 0xdd, firstRestart: 0xd0 } as const;
export const [START_OF_IMAGE, END_OF_IMAGE] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
/** Frames of one scan for all components whose tables are Huffman's: baseline and extended. */
const SEQUENTIAL_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1]);
const TABLES: ReadonlySet<number> = new Set([MARKER.quantisation, MARKER.huffman]);
const MAX_INTERVAL = 0xffff;
/** Edge of a block in pixels. */
const BLOCK = 8;
/** Restart markers count to this number, then begin again. */
const RESTARTS = 8;

/** What is read of one strip. */
interface Strip {
  readonly tables: readonly JpegSegment[];
  readonly frame: JpegSegment;
  readonly scan: JpegSegment;
  /** The entropy-coded data of the scan. */
  readonly data: Buffer;
}

/** Size of the joined image, and how many rows each strip has, in pixels; the last one may have fewer. */
export interface JoinedSize {
  readonly width: number;
  readonly height: number;
  readonly rowsPerStrip: number;
}

/**
 * @param tables  an abbreviated JPEG with the tables and other segments that the strips lack; empty for none. Of the strips' own
 * segments, the joined JPEG has tables, frame and scan.
 * @returns undefined for strips that cannot be joined so: with several scans, restart intervals or tables of their own, with
 * rows that are not a whole number of blocks, or damaged
 */
export const joinJpegStrips = (tables: Buffer, strips: readonly Buffer[], size: JoinedSize): Buffer | undefined => {
  const read = strips.map(readStrip);
  const [first] = read;
  if (first === undefined || !read.every((strip) => strip !== undefined && isLike(strip, first))) return undefined;
  const interval = unitsPerStrip(first.frame, size);
  if (interval === undefined || (read.length > 1 && interval > MAX_INTERVAL)) return undefined;
  const joined = [
    START_OF_IMAGE,
    tables.subarray(START_OF_IMAGE.length, -END_OF_IMAGE.length),
    ...first.tables.map(asBytes),
    frameOf(first.frame, size),
  ];
  if (read.length > 1) joined.push(Buffer.from([0xff, MARKER.restartInterval, 0, 4, interval >> 8, interval & 0xff]));
  joined.push(asBytes(first.scan));
  for (const [index, strip] of read.entries()) {
    if (index > 0) joined.push(Buffer.from([0xff, MARKER.firstRestart + ((index - 1) % RESTARTS)]));
    joined.push(strip?.data ?? Buffer.alloc(0));
  }
  return Buffer.concat([...joined, END_OF_IMAGE]);
};

const asBytes = ({ marker, data }: JpegSegment): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

const readStrip = (bytes: Buffer): Strip | undefined => {
  const segments = [...jpegSegments(bytes)];
  const [frame, scan] = [segments.find(isFrame), segments.at(-1)];
  if (frame === undefined || !SEQUENTIAL_FRAMES.has(frame.marker) || scan === undefined || !isScan(scan))
    return undefined;
  // A scan of all components: a sequential image may have one scan for each.
  if (frame.data.length < 6 || scan.data[0] !== frame.data[5]) return undefined;
  if (segments.some(({ marker }) => marker === MARKER.restartInterval)) return undefined;
  const from = scan.at + 4 + scan.data.length;
  const end = bytes.indexOf(END_OF_IMAGE, from);
  if (end === -1) return undefined;
  return { tables: segments.filter(({ marker }) => TABLES.has(marker)), frame, scan, data: bytes.subarray(from, end) };
};

/** Whether two strips are decoded alike: what they say of themselves differs in the number of rows alone. */
const isLike = (one: Strip, other: Strip): boolean =>
  one.frame.data.subarray(3).equals(other.frame.data.subarray(3)) &&
  one.frame.marker === other.frame.marker &&
  one.scan.data.equals(other.scan.data) &&
  one.tables.every((table) => other.tables.some((known) => asBytes(known).equals(asBytes(table))));

/** Number of minimum coded units of a strip; undefined where its rows are not a whole number of them. */
const unitsPerStrip = ({ data }: JpegSegment, { width, height, rowsPerStrip }: JoinedSize): number | undefined => {
  const factors = Array.from({ length: data[5] ?? 0 }, (_, component) => data[7 + 3 * component] ?? 0);
  // A single component has units of one block, whatever its sampling factors (annex A.2.2).
  const most = (shift: number): number =>
    factors.length === 1 ? 1 : Math.max(...factors.map((factor) => (factor >> shift) & 15));
  const [across, down] = [BLOCK * most(4), BLOCK * most(0)];
  if (across === 0 || down === 0 || data.readUInt16BE(3) !== width) return undefined;
  if (rowsPerStrip < height && rowsPerStrip % down !== 0) return undefined;
  return Math.ceil(width / across) * Math.ceil(rowsPerStrip / down);
};

const frameOf = (frame: JpegSegment, { height }: JoinedSize): Buffer => {
  const bytes = asBytes(frame);
  bytes.writeUInt16BE(height, 5);
  return bytes;
};
