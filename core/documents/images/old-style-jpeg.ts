/**
 * The JPEG of a TIFF in the compression of TIFF 6.0, section 22, as a file. Technical note 2 replaced it in 1995 and libvips does
 * not decode it, but scanning programs wrote it for long after.
 */
import { readEncodedTiff } from './encoded-tiff.ts';
import { END_OF_IMAGE, joinJpegStrips, START_OF_IMAGE } from './join-jpeg-strips.ts';
import type { JoinedSize } from './join-jpeg-strips.ts';
import { isAdobe, isFrame, isScan, jpegSegments } from './jpeg-segments.ts';
import { tidyJpeg } from './tidy-jpeg.ts';
import type { TiffDirectory } from './tiff-directories.ts';

const UPRIGHT = 1;
/** Bytes of the heads of all strips together, of which each has some hundred: more is no picture. */
const MAX_HEADS = 32 * 1024 * 1024;

/** The segments with which a JPEG begins. */
interface Head {
  readonly bytes: Buffer;
  /** Whether the entropy-coded data of a scan follow. */
  readonly hasScan: boolean;
}

/**
 * @param bytes  of the file
 * @returns a copy in memory of its own; undefined where the tags name no JPEG
 */
export const oldStyleJpeg = (bytes: Uint8Array, directory: TiffDirectory): Buffer | undefined => {
  const image = readEncodedTiff(bytes, directory);
  const [first, ...others] = image?.strips ?? [];
  if (image === undefined || first === undefined) return undefined;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = beginOf(file, image.jpegInterchangeFormat, first, others.length === 0);
  const jpeg = begin === undefined ? undefined : withStrips(begin, others, image);
  if (jpeg === undefined) return undefined;
  const oriented = Buffer.concat([START_OF_IMAGE, orientedBy(directory), jpeg.subarray(START_OF_IMAGE.length)]);
  tidyJpeg(oriented);
  return oriented;
};

/** Undefined where no JPEG begins, or one without a frame. */
const headOf = (bytes: Buffer): Head | undefined => {
  if (!bytes.subarray(0, START_OF_IMAGE.length).equals(START_OF_IMAGE)) return undefined;
  const segments = [...jpegSegments(bytes)];
  const last = segments.at(-1);
  if (last === undefined || !segments.some(isFrame)) return undefined;
  // Marker and length have two bytes each.
  return { bytes: bytes.subarray(0, last.at + 4 + last.data.length), hasScan: isScan(last) };
};

/**
 * The JPEG up to the end of its first strip.
 * @param format  offset of the JPEG in the file, as stated. Some programs state one a few bytes beside it; it then begins with
 * the strip.
 * @returns undefined where neither of the two places has one
 */
const beginOf = (file: Buffer, format: number | undefined, first: Buffer, isOnly: boolean): Buffer | undefined => {
  const firstStrip = first.byteOffset - file.byteOffset;
  for (const at of [format ?? 0, firstStrip]) {
    const head = headOf(file.subarray(at));
    if (head === undefined) continue;
    const from = Math.max(firstStrip, at + head.bytes.length);
    // A length that is stated for a single strip is often wrong.
    const end = isOnly ? file.indexOf(END_OF_IMAGE, from) : -1;
    return Buffer.concat([head.bytes, file.subarray(from, end === -1 ? firstStrip + first.length : end)]);
  }
  return undefined;
};

/**
 * @param begin  as `beginOf` returns it
 * @param others  the entropy-coded data of the other strips
 * @returns undefined where the first strip does not begin a scan, for strips that cannot be joined, and for too large a head
 */
const withStrips = (begin: Buffer, others: readonly Buffer[], size: JoinedSize): Buffer | undefined => {
  const head = headOf(begin);
  if (head?.hasScan !== true) return undefined;
  const strips = [begin.subarray(head.bytes.length), ...others].map(upToEnd);
  if (head.bytes.length * strips.length > MAX_HEADS) return undefined;
  return strips.length > 1
    ? joinJpegStrips(
        // The JPEG's own colour transform counts, as where it has one strip: the tags of such files are often wrong.
        Buffer.concat([START_OF_IMAGE, ...adobeSegments(head.bytes), END_OF_IMAGE]),
        strips.map((strip) => Buffer.concat([head.bytes, strip, END_OF_IMAGE])),
        size,
      )
    : Buffer.concat([head.bytes, ...strips, END_OF_IMAGE]);
};

const adobeSegments = (jpeg: Buffer): readonly Buffer[] =>
  [...jpegSegments(jpeg)].filter(isAdobe).map(({ at, data }) => jpeg.subarray(at, at + 4 + data.length));

const upToEnd = (data: Buffer): Buffer => {
  const end = data.indexOf(END_OF_IMAGE);
  return end === -1 ? data : data.subarray(0, end);
};

/** The orientation of the TIFF as a segment of EXIF, which has the same numbers; empty for an upright image. */
const orientedBy = ({ orientation }: TiffDirectory): Buffer => {
  if (orientation === UPRIGHT) return Buffer.alloc(0);
  // APP1 with a TIFF of one entry: orientation, one SHORT.
  const segment = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001011200030000000100000000' + '00000000',
    'hex',
  );
  segment.writeUInt16BE(orientation, segment.length - 8);
  return segment;
};
