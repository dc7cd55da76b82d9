/** A page of a TIFF as a file from which libvips decodes it. */
import type { ImageSource } from './decode-upright.ts';
import { oldStyleJpeg } from './old-style-jpeg.ts';
import { COMPRESSION, MAX_ORIENTATION, TAG } from './tiff-directories.ts';
import type { TiffDirectory } from './tiff-directories.ts';
import { entriesOf, firstValue, layoutOf, tagsOf } from './tiff-entries.ts';
import type { Entries, Layout } from './tiff-entries.ts';

/**
 * The tags by which the pixels of an image are decoded: TIFF 6.0 (baseline and extensions, old JPEG and colour included), the new
 * JPEG of technical note 2 (347), SGI's (32,995 to 32,997) and ICC profiles (34,675). The others describe the image and its
 * origin.
 */
// prettier-ignore
const pixelTags: ReadonlySet<number> = new Set([
  254, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 280, 281, 284, 290, 291, 292, 293, 301, 317, 318, 319, 320,
  321, 322, 323, 324, 325, 332, 334, 336, 338, 339, 340, 341, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530,
  531, 532, 32_995, 32_996, 32_997, 32_998, 34_675,
]);
/** The highest values of FillOrder and Orientation, from 1. libtiff remarks on others, and takes them for 1. */
const highestValues: ReadonlyMap<number, number> = new Map([
  [266, 2],
  [TAG.orientation, MAX_ORIENTATION],
]);
/**
 * Compressions of which a remark is not damage: a disturbed line of a fax (ITU-T T.4) leaves the others as they are, and
 * LZW codes of before TIFF 6.0 are decoded as well. Damage to LZW codes is an error.
 */
const toleratedCompressions: ReadonlySet<number> = new Set([COMPRESSION.group3, COMPRESSION.lzw]);

const writeOffset = ({ view, isLittleEndian, isBigTiff }: Layout, at: number, offset: number): void => {
  if (isBigTiff) view.setBigUint64(at, BigInt(offset), isLittleEndian);
  else view.setUint32(at, offset, isLittleEndian);
};

/**
 * Returns a directory as an image for libvips. Modifies the bytes of the file in place so that it is the only directory, with
 * the tags by which pixels are decoded. libvips reads all directories whenever it opens a file, so that reading n pages would
 * take time proportional to n². It also takes a remark of libtiff on any tag for damage, such as a name of the software
 * that does not end with a zero. A JPEG of TIFF 6.0, which it does not read in a TIFF, is a file by itself.
 */
export const sourceOfDirectory = (bytes: Uint8Array, directory: TiffDirectory): ImageSource => {
  const { at, compression } = directory;
  const jpeg = compression === COMPRESSION.oldJpeg ? oldStyleJpeg(bytes, directory) : undefined;
  if (jpeg !== undefined) return { file: jpeg, failOn: 'warning' };
  const layout = layoutOf(bytes);
  const entries = entriesOf(layout, at);
  const kept = pixelEntries(layout, entries);
  for (const [index, entry] of kept.entries()) bytes.set(entry, entries.first + index * entries.bytes);
  writeOffset(layout, layout.isBigTiff ? 8 : 4, at);
  if (layout.isBigTiff) layout.view.setBigUint64(at, BigInt(kept.length), layout.isLittleEndian);
  else layout.view.setUint16(at, kept.length, layout.isLittleEndian);
  writeOffset(layout, entries.first + kept.length * entries.bytes, 0);
  return { file: bytes, failOn: toleratedCompressions.has(compression) ? 'error' : 'warning' };
};

/** Copies of the entries with pixelTags and a value of the tag, each tag once, in ascending order, as TIFF 6.0 (section 2) demands. */
const pixelEntries = (layout: Layout, entries: Entries): readonly Uint8Array[] => {
  const { buffer, byteOffset } = layout.view;
  const byTag = new Map<number, Uint8Array>();
  for (const [tag, entry] of tagsOf(layout, entries))
    if (pixelTags.has(tag) && !byTag.has(tag) && hasValue(layout, tag, entry))
      byTag.set(tag, new Uint8Array(buffer, byteOffset + entry, entries.bytes).slice());
  return [...byTag].sort(([one], [other]) => one - other).map(([, entry]) => entry);
};

/** True also where the value lies outside the file: libvips then says so. */
const hasValue = (layout: Layout, tag: number, entry: number): boolean => {
  const highest = highestValues.get(tag);
  if (highest === undefined) return true;
  try {
    const value = firstValue(layout, entry) ?? 1;
    return value >= 1 && value <= highest;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
};
