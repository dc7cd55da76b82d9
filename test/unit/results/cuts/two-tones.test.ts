/** Pages of two tones that are no faxes, as PDFs. */
import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp, TiffOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { difference, renderPage } from '../../drawing/read-pdf.ts';
import { wrapUpload } from '../../drawing/wrap-upload.ts';

/** Whole bytes in a row of pixels. */
const [WIDTH, HEIGHT] = [200, 600];

/** One value a pixel: 0 is black. */
type Pixels = Buffer;

/** Edges as uneven as those of letters in a scan. */
const strokes = (): Pixels => {
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  const random = seededRandom(2);
  for (let left = 5; left < WIDTH - 12; left += 12)
    for (let [y, x] = [0, left]; y < HEIGHT; y += 1) {
      x = Math.min(Math.max(x + random.below(3) - 1, left - 4), left + 4);
      data.fill(0, y * WIDTH + x, y * WIDTH + x + 4);
    }
  return data;
};

/** Grey as it is printed: in each square of four by four pixels a part is black, which grows from row to row. */
const dithered = (): Pixels => {
  const thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1)
      if ((thresholds[4 * (y % 4) + (x % 4)] ?? 0) < (16 * y) / HEIGHT) data[y * WIDTH + x] = 0;
  return data;
};

const asImage = (pixels: Pixels): Sharp =>
  sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } }).toColourspace('b-w');

const tiffOf = (pixels: Pixels, options: TiffOptions): Promise<Buffer> =>
  asImage(pixels)
    .tiff({ predictor: 'none', bitdepth: 1, ...options })
    .toBuffer();

const chunk = (type: string, data: Buffer): Buffer => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  sum.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, sum]);
};

/** A PNG with one bit a pixel, in black and white or in the colours of the palette. */
const pngOf = (pixels: Pixels, palette?: Buffer): Buffer => {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = Buffer.alloc(1 + WIDTH / 8);
    for (let x = 0; x < WIDTH; x += 1)
      if (pixels[y * WIDTH + x] === 255) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([1, palette === undefined ? 0 : 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Returns the PDF, and the mean difference of its page from the page that was read, in grey levels. */
const wrap = async (bytes: Buffer, kind: 'tiff' | 'png') => {
  const { upload, pdf } = await wrapUpload(bytes, kind);
  const shown = await renderPage(pdf, 1, WIDTH);
  const reader = await openDocument(upload);
  try {
    const read = await reader.render(1, { width: shown.width, height: shown.height }, 3);
    return { text: (await readFile(pdf)).toString('latin1'), difference: difference(shown, read) };
  } finally {
    await reader.close();
  }
};

describe('A page of two tones', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['LZW', () => tiffOf(strokes(), { compression: 'lzw' })],
    ['deflate', () => tiffOf(strokes(), { compression: 'deflate' })],
    ['PackBits', () => tiffOf(strokes(), { compression: 'packbits' })],
    ['no compression', () => tiffOf(strokes(), { compression: 'none' })],
    ['tiles', () => tiffOf(strokes(), { compression: 'lzw', tile: true })],
  ])('of a TIFF is encoded in Group 4: %s', async (_, drawn) => {
    const wrapped = await wrap(await drawn(), 'tiff');
    expect(wrapped.text).toContain('/CCITTFaxDecode');
    expect(wrapped.difference).toBe(0);
  });

  it('is deflated where that is smaller, as of a dithered picture', async () => {
    const tiff = await tiffOf(dithered(), { compression: 'lzw' });
    const wrapped = await wrap(tiff, 'tiff');
    expect(wrapped.text).toContain('/FlateDecode');
    expect(wrapped.text.length).toBeLessThan(tiff.length);
    expect(wrapped.difference).toBe(0);
  });

  it('of a PNG is encoded in Group 4', async () => {
    const wrapped = await wrap(pngOf(strokes()), 'png');
    expect(wrapped.text).toContain('/CCITTFaxDecode');
    expect(wrapped.difference).toBe(0);
  });

  it('keeps other colours than black and white', async () => {
    const wrapped = await wrap(pngOf(strokes(), Buffer.from([255, 0, 0, 0, 0, 255])), 'png');
    expect(wrapped.text).toContain('/Indexed');
    expect(wrapped.difference).toBe(0);
  });
});
