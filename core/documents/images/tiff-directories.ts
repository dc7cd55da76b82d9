/**
 * Reads sizes and resolutions of the pages of a TIFF file from its image file directories (TIFF 6.0, section 2, and
 * BigTIFF). sharp reports neither the vertical resolution, without which a fax page would be squeezed to half its
 * height, nor the size of each page without opening the file again.
 */
import { DocumentUnreadableError } from '../../errors.ts';
import type { ImageSource } from './decode-upright.ts';
import { entriesOf, firstValue, layoutOf, offsetAt } from './tiff-entries.ts';
import type { Entries, Layout } from './tiff-entries.ts';

export interface TiffDirectory {
  /** Size in pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** Resolution in pixels per inch; undefined if not stated. */
  readonly dpiX: number | undefined;
  readonly dpiY: number | undefined;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** As the tag says; 1, none, where it is not stated. */
  readonly compression: number;
  /** True for a reduced copy of another directory's image: a preview or a level of a pyramid. */
  readonly reduced: boolean;
  /** Offset of the directory in the file, in bytes. */
  readonly at: number;
}

const TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  compression: 259,
  orientation: 274,
  resolutionX: 282,
  resolutionY: 283,
  resolutionUnit: 296,
} as const;
const wantedTags: ReadonlySet<number> = new Set(Object.values(TAG));
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
const UNIT_CENTIMETRE = 3;
const COMPRESSION = { none: 1, group3: 3, lzw: 5 } as const;
/**
 * Compressions of which a remark is not damage: a disturbed line of a fax (ITU-T T.4) leaves the others as they are, and
 * LZW codes of before TIFF 6.0 are decoded as well. Damage to LZW codes is an error.
 */
const toleratedCompressions: ReadonlySet<number> = new Set([COMPRESSION.group3, COMPRESSION.lzw]);
/** Bit of NewSubfileType: a reduced-resolution version of another image. */
const REDUCED_RESOLUTION = 1;
export const CM_PER_INCH = 2.54;
/** Maximum number of directories that are read. */
const MAX_DIRECTORIES = 100_000;

const readDirectory = (layout: Layout, at: number): { directory: TiffDirectory; next: number } => {
  const { first, count, bytes } = entriesOf(layout, at);
  const values = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const entry = first + index * bytes;
    const tag = layout.view.getUint16(entry, layout.isLittleEndian);
    if (!wantedTags.has(tag)) continue;
    const value = firstValue(layout, entry);
    if (value !== undefined && Number.isFinite(value)) values.set(tag, value);
  }
  return { directory: { ...describe(values), at }, next: offsetAt(layout, first + count * bytes) };
};

const describe = (values: ReadonlyMap<number, number>): Omit<TiffDirectory, 'at'> => {
  const perInch = values.get(TAG.resolutionUnit) === UNIT_CENTIMETRE ? CM_PER_INCH : 1;
  const dpi = (tag: number): number | undefined => {
    const value = values.get(tag);
    return value === undefined ? undefined : value * perInch;
  };
  return {
    width: values.get(TAG.width) ?? 0,
    height: values.get(TAG.height) ?? 0,
    dpiX: dpi(TAG.resolutionX),
    dpiY: dpi(TAG.resolutionY),
    orientation: values.get(TAG.orientation) ?? 1,
    compression: values.get(TAG.compression) ?? COMPRESSION.none,
    reduced: ((values.get(TAG.subfileType) ?? 0) & REDUCED_RESOLUTION) !== 0,
  };
};

/**
 * Returns one directory per page, in order. Reduced copies are left out unless the file contains nothing else.
 * @throws DocumentUnreadableError if the directories form a cycle or are outside the file
 */
export const readTiffDirectories = (bytes: Uint8Array): readonly TiffDirectory[] => {
  const all = readAllDirectories(bytes);
  const pages = all.filter(({ reduced }) => !reduced);
  return pages.length > 0 ? pages : all;
};

const readAllDirectories = (bytes: Uint8Array): readonly TiffDirectory[] => {
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  try {
    const layout = layoutOf(bytes);
    for (let at = offsetAt(layout, layout.isBigTiff ? 8 : 4); at !== 0;) {
      if (seen.has(at) || directories.length >= MAX_DIRECTORIES)
        throw new DocumentUnreadableError('The pages of the TIFF file run in a circle: it is damaged.');
      seen.add(at);
      const { directory, next } = readDirectory(layout, at);
      directories.push(directory);
      at = next;
    }
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new DocumentUnreadableError(
        'The TIFF file is damaged: it ends before its pages do. Send it again completely.',
        { cause },
      );
    throw cause;
  }
  return directories;
};

const writeOffset = ({ view, isLittleEndian, isBigTiff }: Layout, at: number, offset: number): void => {
  if (isBigTiff) view.setBigUint64(at, BigInt(offset), isLittleEndian);
  else view.setUint32(at, offset, isLittleEndian);
};

/**
 * Returns a directory as an image for libvips. Modifies the bytes of the file in place so that it is the only directory, with
 * the tags by which pixels are decoded. libvips reads all directories whenever it opens a file, so that reading n pages would
 * take time proportional to n². It also takes a remark of libtiff on any tag for damage, such as a name of the software
 * that does not end with a zero.
 */
export const sourceOfDirectory = (bytes: Uint8Array, { at, compression }: TiffDirectory): ImageSource => {
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

/** Copies of the entries with pixelTags, each tag once, in ascending order, as TIFF 6.0 (section 2) demands. */
const pixelEntries = ({ view, isLittleEndian }: Layout, { first, count, bytes }: Entries): readonly Uint8Array[] => {
  const byTag = new Map<number, Uint8Array>();
  for (let index = 0; index < count; index += 1) {
    const entry = first + index * bytes;
    const tag = view.getUint16(entry, isLittleEndian);
    if (pixelTags.has(tag) && !byTag.has(tag))
      byTag.set(tag, new Uint8Array(view.buffer, view.byteOffset + entry, bytes).slice());
  }
  return [...byTag].sort(([one], [other]) => one - other).map(([, entry]) => entry);
};
