/** Reads tables of an OpenType or TrueType font file (OpenType specification, "OpenType font file"). */

/** `ttcf`: a font collection, of which the first font is used. */
export const TTC_TAG = 0x74746366;

/** @returns the bytes of one table; empty if the font has no such table or is truncated */
export const tableOf = (font: Uint8Array, tag: number): Uint8Array => {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  if (font.length < 16) return new Uint8Array();
  const directory = view.getUint32(0) === TTC_TAG ? view.getUint32(12) : 0;
  if (directory + 12 > font.length) return new Uint8Array();
  const tables = Math.min(view.getUint16(directory + 4), Math.floor((font.length - directory - 12) / 16));
  for (let index = 0; index < tables; index += 1) {
    const entry = directory + 12 + index * 16;
    if (view.getUint32(entry) === tag)
      return font.subarray(view.getUint32(entry + 8), view.getUint32(entry + 8) + view.getUint32(entry + 12));
  }
  return new Uint8Array();
};

const CMAP_TAG = 0x636d6170;
const MACINTOSH = 1;

/** Whether the font has a character map for Mac Roman (OpenType, "cmap": platform 1, encoding 0). */
export const hasMacintoshMap = (font: Uint8Array): boolean => {
  const cmap = tableOf(font, CMAP_TAG);
  const view = new DataView(cmap.buffer, cmap.byteOffset, cmap.byteLength);
  const maps = cmap.length < 4 ? 0 : Math.min(view.getUint16(2), Math.floor((cmap.length - 4) / 8));
  return Array.from({ length: maps }, (_, index) => 4 + index * 8).some(
    (at) => view.getUint16(at) === MACINTOSH && view.getUint16(at + 2) === 0,
  );
};
