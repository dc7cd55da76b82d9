/**
 * Reads sizes and resolutions of the pages of a TIFF file from its image file directories (TIFF 6.0, section 2, and
 * BigTIFF). sharp reports neither the vertical resolution, without which a fax page would be squeezed to half its
 * height, nor the size of each page without opening the file again.
 */
import { DocumentUnreadableError } from '../../errors.ts';
import { entriesOf, firstValue, layoutOf, offsetAt, tagsOf } from './tiff-entries.ts';
import type { Layout } from './tiff-entries.ts';

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

export const TAG = {
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
const UNIT_CENTIMETRE = 3;
/** Values of the tag. */
export const COMPRESSION = { none: 1, group3: 3, group4: 4, lzw: 5, oldJpeg: 6, jpeg: 7 } as const;
/** The highest orientation; libtiff takes 0 and what is higher for 1. */
export const MAX_ORIENTATION = 8;
/** Bit of NewSubfileType: a reduced-resolution version of another image. */
const REDUCED_RESOLUTION = 1;
export const CM_PER_INCH = 2.54;
/** Maximum number of directories that are read. */
const MAX_DIRECTORIES = 100_000;

const readDirectory = (layout: Layout, at: number): { directory: TiffDirectory; next: number } => {
  const entries = entriesOf(layout, at);
  const values = new Map<number, number>();
  for (const [tag, entry] of tagsOf(layout, entries)) {
    // The first of several entries of a tag counts.
    if (!wantedTags.has(tag) || values.has(tag)) continue;
    const value = firstValue(layout, entry);
    if (value !== undefined && Number.isFinite(value)) values.set(tag, value);
  }
  return {
    directory: { ...describe(values), at },
    next: offsetAt(layout, entries.first + entries.count * entries.bytes),
  };
};

const describe = (values: ReadonlyMap<number, number>): Omit<TiffDirectory, 'at'> => {
  const perInch = values.get(TAG.resolutionUnit) === UNIT_CENTIMETRE ? CM_PER_INCH : 1;
  const orientation = values.get(TAG.orientation) ?? 1;
  const dpi = (tag: number): number | undefined => {
    const value = values.get(tag);
    return value === undefined ? undefined : value * perInch;
  };
  return {
    width: values.get(TAG.width) ?? 0,
    height: values.get(TAG.height) ?? 0,
    dpiX: dpi(TAG.resolutionX),
    dpiY: dpi(TAG.resolutionY),
    orientation: orientation > MAX_ORIENTATION ? 1 : Math.max(1, orientation),
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
