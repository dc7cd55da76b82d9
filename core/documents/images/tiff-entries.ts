/** The entries of an image file directory and their values (TIFF 6.0, section 2, and BigTIFF). */

/** Size of a value in bytes, by field type: BYTE, SHORT, LONG, RATIONAL, UNDEFINED, LONG8. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 16: 8 };
const TYPE_RATIONAL = 5;

/** Byte order and variant (classic TIFF or BigTIFF) of a file. */
export interface Layout {
  readonly view: DataView;
  readonly isLittleEndian: boolean;
  readonly isBigTiff: boolean;
}

/** @throws RangeError if the file ends within its header, as all functions here do beyond its end */
export const layoutOf = (bytes: Uint8Array): Layout => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittleEndian = view.getUint8(0) === 0x49;
  return { view, isLittleEndian, isBigTiff: view.getUint16(2, isLittleEndian) === 43 };
};

export const offsetAt = ({ view, isLittleEndian, isBigTiff }: Layout, at: number): number =>
  isBigTiff ? Number(view.getBigUint64(at, isLittleEndian)) : view.getUint32(at, isLittleEndian);

/** Where the entries of a directory are: offset of the first, their number, and the bytes of each. */
export interface Entries {
  readonly first: number;
  readonly count: number;
  readonly bytes: number;
}

export const entriesOf = ({ view, isLittleEndian, isBigTiff }: Layout, at: number): Entries =>
  isBigTiff
    ? { first: at + 8, count: Number(view.getBigUint64(at, isLittleEndian)), bytes: 20 }
    : { first: at + 2, count: view.getUint16(at, isLittleEndian), bytes: 12 };

/** Yields the tag of each entry, and the offset of the entry in the file. */
export function* tagsOf(
  { view, isLittleEndian }: Layout,
  { first, count, bytes }: Entries,
): Generator<[number, number]> {
  for (let index = 0; index < count; index += 1) {
    const entry = first + index * bytes;
    yield [view.getUint16(entry, isLittleEndian), entry];
  }
}

/** Where the values of an entry are: their number, the offset of the first in the file, and the bytes of each. */
interface Values {
  readonly type: number;
  readonly count: number;
  readonly at: number;
  readonly bytes: number;
}

/** Undefined for a field type that the tags read here do not use. */
const valuesAt = (layout: Layout, entry: number): Values | undefined => {
  const { view, isLittleEndian, isBigTiff } = layout;
  const type = view.getUint16(entry + 2, isLittleEndian);
  const bytes = TYPE_BYTES[type];
  if (bytes === undefined) return undefined;
  const count = offsetAt(layout, entry + 4);
  const field = entry + (isBigTiff ? 12 : 8);
  const fits = Math.max(1, count) * bytes <= (isBigTiff ? 8 : 4);
  return { type, count, at: fits ? field : offsetAt(layout, field), bytes };
};

const valueAt = ({ view, isLittleEndian }: Layout, { type, bytes }: Values, at: number): number => {
  if (type === TYPE_RATIONAL) return view.getUint32(at, isLittleEndian) / view.getUint32(at + 4, isLittleEndian);
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, isLittleEndian);
  return bytes === 4 ? view.getUint32(at, isLittleEndian) : Number(view.getBigUint64(at, isLittleEndian));
};

/** The first value of an entry; undefined for a field type that is not read. */
export const firstValue = (layout: Layout, entry: number): number | undefined => {
  const values = valuesAt(layout, entry);
  return values === undefined ? undefined : valueAt(layout, values, values.at);
};

/** All values of an entry; undefined for a field type that is not read, and for more than `most` values. */
export const allValues = (layout: Layout, entry: number, most: number): readonly number[] | undefined => {
  const values = valuesAt(layout, entry);
  if (values === undefined || values.count > most) return undefined;
  return Array.from({ length: values.count }, (_, index) => valueAt(layout, values, values.at + index * values.bytes));
};

/** The bytes of an entry whose values are bytes; undefined for another field type. */
export const bytesOf = (layout: Layout, entry: number): Buffer | undefined => {
  const values = valuesAt(layout, entry);
  if (values?.bytes !== 1) return undefined;
  const { buffer, byteOffset } = layout.view;
  return Buffer.from(buffer, byteOffset + values.at, values.count);
};
