/** The image of a directory as it is encoded in the file: its strips, and what a decoder must know of them (TIFF 6.0). */
import type { TiffDirectory } from './tiff-directories.ts';
import { allValues, bytesOf, entriesOf, layoutOf, tagsOf } from './tiff-entries.ts';

/** An image in strips, one below the other; members with the names of their tags. */
export interface EncodedTiff {
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
  readonly compression: number;
  readonly photometric: number;
  readonly bitsPerSample: number;
  readonly samplesPerPixel: number;
  readonly rowsPerStrip: number;
  /** 2: the lowest bit of a byte is the leftmost pixel. */
  readonly fillOrder: number;
  /** Options of Group 4: bit 1 allows uncompressed data. */
  readonly t6Options: number;
  /** An abbreviated JPEG with the tables of all strips (technical note 2); empty without one. */
  readonly jpegTables: Buffer;
  readonly strips: readonly Buffer[];
  /** Offset in the file of the JPEG of TIFF 6.0, section 22, or of its head; undefined if not stated. */
  readonly jpegInterchangeFormat: number | undefined;
}

const TAG = {
  bitsPerSample: 258,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  t6Options: 293,
  extraSamples: 338,
  jpegTables: 347,
  jpegInterchangeFormat: 513,
} as const;
const NONE = Buffer.alloc(0);
const CONTIGUOUS = 1;

/**
 * @param bytes  of the file
 * @returns undefined for an image in tiles or in a plane for each colour, for one with transparency, and where the tags
 * contradict each other or the file
 */
export const readEncodedTiff = (bytes: Uint8Array, directory: TiffDirectory): EncodedTiff | undefined => {
  try {
    const layout = layoutOf(bytes);
    // The first of several entries of a tag counts.
    const entries = new Map([...tagsOf(layout, entriesOf(layout, directory.at))].reverse());
    const { width, height, orientation, compression } = directory;
    const listOf = (tag: number): readonly number[] => {
      const entry = entries.get(tag);
      // A strip has at least one row, and a pixel at most a value for each of its samples.
      return (entry === undefined ? undefined : allValues(layout, entry, height)) ?? [];
    };
    const valueOf = (tag: number, otherwise: number): number => listOf(tag)[0] ?? otherwise;
    const strips = stripsOf(bytes, listOf(TAG.stripOffsets), listOf(TAG.stripByteCounts));
    const rowsPerStrip = Math.min(height, valueOf(TAG.rowsPerStrip, height));
    if (strips === undefined || strips.length !== Math.ceil(height / rowsPerStrip)) return undefined;
    if (valueOf(TAG.planarConfiguration, CONTIGUOUS) !== CONTIGUOUS || entries.has(TAG.extraSamples)) return undefined;
    const tables = entries.get(TAG.jpegTables);
    return {
      ...{ width, height, orientation, compression, rowsPerStrip, strips },
      photometric: valueOf(TAG.photometric, 0),
      bitsPerSample: valueOf(TAG.bitsPerSample, 1),
      samplesPerPixel: valueOf(TAG.samplesPerPixel, 1),
      fillOrder: valueOf(TAG.fillOrder, 1),
      t6Options: valueOf(TAG.t6Options, 0),
      jpegInterchangeFormat: listOf(TAG.jpegInterchangeFormat)[0],
      jpegTables: (tables === undefined ? undefined : bytesOf(layout, tables)) ?? NONE,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Undefined where a strip is empty, or is not within the file. */
const stripsOf = (
  bytes: Uint8Array,
  offsets: readonly number[],
  counts: readonly number[],
): readonly Buffer[] | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const strips = offsets.map((offset, index) => file.subarray(offset, offset + (counts[index] ?? 0)));
  const isWhole = strips.every(({ length }, index) => length > 0 && length === counts[index]);
  return isWhole && strips.length === counts.length ? strips : undefined;
};
