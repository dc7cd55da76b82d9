import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { jpegSegments } from '../../../../core/documents/images/jpeg-segments.ts';
import { DocumentTooLargeError, DocumentUnreadableError } from '../../../../core/errors.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { writeTiffDirectory } from '../../drawing/draw-upload.ts';
import { asFile, difference, renderPage } from '../../drawing/read-pdf.ts';
import { wrapUpload } from '../../drawing/wrap-upload.ts';

const [WIDTH, HEIGHT, ROWS] = [96, 80, 16];
/** Offsets in the file: of the strips' places and lengths, and of what is encoded. */
const [OFFSETS_AT, COUNTS_AT, DATA_AT] = [300, 340, 400];

/** A picture of colours that change from left to right and from top to bottom; every turned copy is another. */
const pixels = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT }, (_, at) => [(2 * at) % (2 * WIDTH), 3 * Math.floor(at / WIDTH), 90]).flat(),
);
const jpegOf = (rows: Buffer): Promise<Buffer> =>
  sharp(rows, { raw: { width: WIDTH, height: rows.length / (3 * WIDTH), channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer();
const whole = await jpegOf(pixels);

/** A JPEG in its segments before the scan, the segment of the scan, and the entropy-coded data with the end of the image. */
const partsOf = (jpeg: Buffer): readonly [tables: Buffer, scan: Buffer, data: Buffer] => {
  const scan = [...jpegSegments(jpeg)].at(-1);
  if (scan === undefined) throw new Error('The JPEG has no scan.');
  const from = scan.at + 4 + scan.data.length;
  return [jpeg.subarray(0, scan.at), jpeg.subarray(scan.at, from), jpeg.subarray(from)];
};

interface Layout {
  /** What is encoded, from DATA_AT. */
  readonly data: Buffer;
  /** Offset from DATA_AT, and length, of each strip. */
  readonly strips: readonly (readonly [number, number])[];
  readonly rowsPerStrip?: number;
  /** JPEGInterchangeFormat from DATA_AT; null: none. Its length; absent: none. */
  readonly format?: number | null;
  readonly formatLength?: number;
  readonly orientation?: number;
}

const oldTiff = ({
  data,
  strips,
  rowsPerStrip = HEIGHT,
  format = 0,
  formatLength,
  orientation = 1,
}: Layout): Buffer => {
  const head = Buffer.alloc(DATA_AT);
  for (const [index, [at, length]] of strips.entries()) {
    head.writeUInt32LE(DATA_AT + at, OFFSETS_AT + 4 * index);
    head.writeUInt32LE(length, COUNTS_AT + 4 * index);
  }
  const listOf = (at: number) => (strips.length === 1 ? head.readUInt32LE(at) : at);
  return Buffer.concat([
    writeTiffDirectory(head, [
      [256, 4, 1, WIDTH],
      [257, 4, 1, HEIGHT],
      [258, 3, 1, 8],
      [259, 3, 1, 6],
      [262, 3, 1, 6],
      [273, 4, strips.length, listOf(OFFSETS_AT)],
      [274, 3, 1, orientation],
      [277, 3, 1, 3],
      [278, 4, 1, rowsPerStrip],
      [279, 4, strips.length, listOf(COUNTS_AT)],
      ...(format === null ? [] : [[513, 4, 1, DATA_AT + format] as const]),
      ...(formatLength === undefined ? [] : [[514, 4, 1, formatLength] as const]),
    ]),
    data,
  ]);
};

const inOneStrip = (more: Partial<Layout> = {}): Buffer =>
  oldTiff({ data: whole, strips: [[0, whole.length]], formatLength: whole.length, ...more });

/** As Wang's programs write it: the tables, then strips of which the first begins with the scan, each encoded by itself. */
const inStrips = async (change = (tables: Buffer): Buffer => tables): Promise<Buffer> => {
  const bands = await Promise.all(
    Array.from({ length: HEIGHT / ROWS }, (_, band) =>
      jpegOf(pixels.subarray(band * ROWS * WIDTH * 3, (band + 1) * ROWS * WIDTH * 3)),
    ),
  );
  const [unchanged, scan] = partsOf(whole);
  const tables = change(unchanged);
  const data = bands.map((band, index) => {
    const [, , coded] = partsOf(band);
    const isLast = index === bands.length - 1;
    return Buffer.concat([index === 0 ? scan : Buffer.alloc(0), isLast ? coded : coded.subarray(0, -2)]);
  });
  const places = data.map((band, index): readonly [number, number] => [
    data.slice(0, index).reduce((sum, { length }) => sum + length, tables.length),
    band.length,
  ]);
  return oldTiff({
    data: Buffer.concat([tables, ...data]),
    strips: places,
    rowsPerStrip: ROWS,
    formatLength: tables.length,
  });
};

const render = async (bytes: Buffer, width = WIDTH, height = HEIGHT): Promise<RasterImage> => {
  const reader = await openDocument(await asFile(bytes, 'upload.bin'));
  try {
    return await reader.render(1, { width, height }, 3);
  } finally {
    await reader.close();
  }
};

const wrap = async (bytes: Buffer): Promise<{ path: string; pdf: Buffer }> => {
  const { pdf: path } = await wrapUpload(bytes, 'tiff');
  return { path, pdf: await readFile(path) };
};

describe('A page of a TIFF in the JPEG of TIFF 6.0', () => {
  it.each([
    ['with its place and length', inOneStrip()],
    ['without its length', oldTiff({ data: whole, strips: [[0, whole.length]] })],
    ['with the length of its tables alone', inOneStrip({ formatLength: partsOf(whole)[0].length })],
    ['with a place a few bytes beside it', inOneStrip({ format: 6 })],
    [
      'with a strip that begins behind the scan segment',
      oldTiff({ data: whole, strips: [[whole.length - partsOf(whole)[2].length, partsOf(whole)[2].length]] }),
    ],
    ['with a strip that is stated too short', oldTiff({ data: whole, strips: [[0, whole.length - 300]] })],
  ])('has the pixels of its JPEG %s', async (_, tiff) => {
    expect(difference(await render(tiff), await render(whole))).toBe(0);
  });

  it('has the pixels of all its strips', async () => {
    expect(difference(await render(await inStrips()), await render(whole))).toBeLessThan(1);
  });

  it('has the colours that its JPEG states, in one strip as in several', async () => {
    const rgb = Buffer.from('ffee000e41646f626500640000000000', 'hex');
    const stated = (jpeg: Buffer): Buffer => Buffer.concat([jpeg.subarray(0, 2), rgb, jpeg.subarray(2)]);
    const inOne = oldTiff({ data: stated(whole), strips: [[0, whole.length + rgb.length]] });
    const shown = await render(inOne);
    expect(difference(shown, await render(whole))).toBeGreaterThan(20);
    expect(difference(await render(await inStrips(stated)), shown)).toBeLessThan(1);
  });

  it.each([3, 6, 8])('is upright for orientation %i', async (orientation) => {
    const turned = await sharp(whole)
      .withMetadata({ orientation })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const [width, height] = orientation >= 5 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
    const shown = await render(inOneStrip({ orientation }), width, height);
    expect(difference(shown, await render(turned, width, height))).toBeLessThan(2);
    expect(difference(shown, await render(whole, width, height))).toBeGreaterThan(20);
  });

  it('is copied into its PDF as it is encoded, upright', async () => {
    const tiff = inOneStrip({ orientation: 6 });
    const { path, pdf } = await wrap(tiff);
    expect(pdf.includes(partsOf(whole)[2])).toBe(true);
    const shown = await renderPage(path, 1, HEIGHT);
    expect(difference(shown, await render(tiff, shown.width, shown.height))).toBeLessThan(4);
  });

  it.each([
    [
      'its data are cut',
      inOneStrip({ data: whole.subarray(0, whole.length - 400), strips: [[0, whole.length - 400]] }),
    ],
    ['it has tables, but no scan', oldTiff({ data: partsOf(whole)[0], strips: [[0, partsOf(whole)[0].length]] })],
    [
      'nothing says where its JPEG is',
      oldTiff({ data: partsOf(whole)[2], strips: [[0, partsOf(whole)[2].length]], format: null }),
    ],
  ])('cannot be read where %s', async (_, tiff) => {
    await expect(render(tiff)).rejects.toThrow(DocumentUnreadableError);
  });

  it('cannot be read where the head that all strips share is as large as no picture needs', async () => {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xffff - 2)]);
    const comments = new Array<Buffer>(128).fill(comment);
    const many = await inStrips((tables) => Buffer.concat([tables.subarray(0, 2), ...comments, tables.subarray(2)]));
    await expect(render(many)).rejects.toThrow(DocumentUnreadableError);
  });

  it('gives an image or a documented error, whatever bytes of the file are damaged', { tags: 'slow' }, async () => {
    const random = seededRandom(2);
    const files = [inOneStrip(), await inStrips()];
    for (let run = 0; run < 150; run += 1) {
      const tiff = Buffer.from(files[run % 2] ?? '');
      const end = random.chance(0.7) ? DATA_AT : tiff.length;
      for (let change = 0; change < 3; change += 1) tiff[8 + random.below(end - 8)] = random.below(256);
      const outcome = await wrap(tiff).then(
        ({ pdf }) => pdf.subarray(0, 4).toString('latin1'),
        (error: unknown) =>
          error instanceof DocumentUnreadableError || error instanceof DocumentTooLargeError ? '%PDF' : error,
      );
      expect(outcome).toBe('%PDF');
    }
  });
});
