import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { halfBlack, halfWhite } from '../../drawing/draw-upload.ts';
import { asFile } from '../../drawing/read-pdf.ts';

/** Offsets in the file: of the resolution, and of the pixels. */
const [RATIONAL_AT, PIXELS_AT] = [250, 300];
/** 70 × 50 mm at 100 dpi in grey, whose left half is black, stored with its left side at the top. */
const ENTRIES = [
  [256, 3, 200],
  [257, 3, 280],
  [258, 3, 8],
  [259, 3, 1],
  [262, 3, 1],
  [273, 4, PIXELS_AT],
  [274, 3, 6],
  [277, 3, 1],
  [278, 3, 280],
  [279, 4, 200 * 280],
  [282, 5, RATIONAL_AT],
  [283, 5, RATIONAL_AT],
] as const;
const SHORT = 3;

/** @param order  of bytes: `II` for the lowest one first, `MM` for the highest */
function tiffIn(order: 'II' | 'MM'): Buffer {
  const file = Buffer.alloc(PIXELS_AT + 200 * 280, 255);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const isLow = order === 'II';
  file.write(order, 'latin1');
  view.setUint16(2, 42, isLow);
  view.setUint32(4, 8, isLow);
  view.setUint16(8, ENTRIES.length, isLow);
  for (const [index, [tag, type, value]] of ENTRIES.entries()) {
    const at = 10 + 12 * index;
    view.setUint16(at, tag, isLow);
    view.setUint16(at + 2, type, isLow);
    view.setUint32(at + 4, 1, isLow);
    if (type === SHORT) view.setUint16(at + 8, value, isLow);
    else view.setUint32(at + 8, value, isLow);
  }
  view.setUint32(10 + 12 * ENTRIES.length, 0, isLow);
  view.setUint32(RATIONAL_AT, 100, isLow);
  view.setUint32(RATIONAL_AT + 4, 1, isLow);
  // Orientation 6: the last row is the left column.
  return file.fill(0, PIXELS_AT + 200 * 140);
}

/** Grey levels in the middle of the left and of the right half of each page, and its width in millimetres. */
async function pagesOf(bytes: Uint8Array): Promise<(readonly (number | undefined)[])[]> {
  const reader = await openDocument(await asFile(bytes, 'upload.tif'));
  const pages = [];
  for (let page = 1; page <= reader.pageCount; page += 1) {
    const { data } = await reader.render(page, { width: 40, height: 20 }, 1);
    const { widthMm } = await reader.pageSize(page);
    pages.push([data[10 * 40 + 10], data[10 * 40 + 30], Math.round(widthMm)]);
  }
  return pages;
}

describe('A TIFF file', () => {
  it.each(['II', 'MM'] as const)('of the byte order %s has its size, its orientation and its pixels', async (order) => {
    expect(await pagesOf(tiffIn(order))).toEqual([[0, 255, 71]]);
  });

  it('whose offsets have 64 bits has all of its pages', async () => {
    const pages = [await halfBlack(300, 200).png().toBuffer(), await (await halfWhite(300, 200)).png().toBuffer()];
    const drawn = sharp(pages, { join: { animated: true } }).withMetadata({ density: 100 });
    const bytes = await drawn.tiff({ bigtiff: true, resolutionUnit: 'inch' }).toBuffer();
    expect(bytes.readUInt16LE(2)).toBe(43);
    expect(await pagesOf(bytes)).toEqual([
      [0, 255, 76],
      [255, 0, 76],
    ]);
  });
});
