/**
 * The pages of a TIFF file with their sizes and resolutions, from its image file directories (TIFF 6.0 and BigTIFF).
 * The image engine tells neither the vertical resolution, without which a fax page is squeezed to half its height, nor
 * the size of each page without opening the file anew for it.
 */
import { DocumentUnreadableError } from '../../errors.ts';

export interface TiffDirectory {
  /** Pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch, undefined where the file does not say. */
  readonly dpiX: number | undefined;
  readonly dpiY: number | undefined;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** True for a smaller copy of another directory's picture: a preview, a level of a pyramid. */
  readonly reduced: boolean;
  /** Where the directory begins in the file, and where its link to the next one stands. */
  readonly at: number;
  readonly linkAt: number;
}

const TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  orientation: 274,
  resolutionX: 282,
  resolutionY: 283,
  resolutionUnit: 296,
} as const;
const wantedTags: ReadonlySet<number> = new Set(Object.values(TAG));
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 16: 8 };
const TYPE_RATIONAL = 5;
const UNIT_CENTIMETRE = 3;
/** Bit of NewSubfileType. */
const REDUCED_RESOLUTION = 1;
export const CM_PER_INCH = 2.54;
/** Directories that are followed at most. */
const MOST_DIRECTORIES = 100_000;

/** How classic TIFF and BigTIFF differ. */
interface Layout {
  readonly view: DataView;
  readonly little: boolean;
  readonly big: boolean;
}

const layoutOf = (bytes: Uint8Array): Layout => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = view.getUint8(0) === 0x49;
  return { view, little, big: view.getUint16(2, little) === 43 };
};

const offsetAt = ({ view, little, big }: Layout, at: number): number =>
  big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);

/** The first value of a directory entry, undefined for a type that none of our tags has. */
const firstValue = (layout: Layout, entry: number): number | undefined => {
  const { view, little, big } = layout;
  const type = view.getUint16(entry + 2, little);
  const size = TYPE_BYTES[type];
  if (size === undefined) return undefined;
  const valueField = entry + (big ? 12 : 8);
  const at = size > (big ? 8 : 4) ? offsetAt(layout, valueField) : valueField;
  if (type === TYPE_RATIONAL) return view.getUint32(at, little) / view.getUint32(at + 4, little);
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, little);
  return size === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little));
};

const readDirectory = (layout: Layout, at: number): { directory: TiffDirectory; next: number } => {
  const { view, little, big } = layout;
  const count = big ? Number(view.getBigUint64(at, little)) : view.getUint16(at, little);
  const first = at + (big ? 8 : 2);
  const entryBytes = big ? 20 : 12;
  const values = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const entry = first + index * entryBytes;
    const tag = view.getUint16(entry, little);
    if (!wantedTags.has(tag)) continue;
    const value = firstValue(layout, entry);
    if (value !== undefined && Number.isFinite(value)) values.set(tag, value);
  }
  const linkAt = first + count * entryBytes;
  return { directory: { ...describe(values), at, linkAt }, next: offsetAt(layout, linkAt) };
};

const describe = (values: ReadonlyMap<number, number>): Omit<TiffDirectory, 'at' | 'linkAt'> => {
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
    reduced: ((values.get(TAG.subfileType) ?? 0) & REDUCED_RESOLUTION) !== 0,
  };
};

/**
 * One entry a page, in order. A smaller copy is none, unless the file holds nothing else.
 * @throws DocumentUnreadableError where the directories form a loop or lie outside the file
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
    for (let at = offsetAt(layout, layout.big ? 8 : 4); at !== 0;) {
      if (seen.has(at) || directories.length >= MOST_DIRECTORIES)
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

const writeOffset = ({ view, little, big }: Layout, at: number, offset: number): void => {
  if (big) view.setBigUint64(at, BigInt(offset), little);
  else view.setUint32(at, offset, little);
};

/**
 * Changes the file's bytes in place so that it has this page alone. The image engine walks through all directories whenever it opens a
 * file, which makes reading n pages cost n²; with one it finds at once.
 */
export const showOnly = (bytes: Uint8Array, { at, linkAt }: TiffDirectory): void => {
  const layout = layoutOf(bytes);
  writeOffset(layout, layout.big ? 8 : 4, at);
  writeOffset(layout, linkAt, 0);
};
