import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentReader } from '../../../../core/documents/formats/document-reader.ts';
import { PageImages } from '../../../../core/documents/page-images.ts';
import { pageRecordSchema, type PageRecord, type Word } from '../../../../core/documents/page-record.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import { readPageLines } from '../../../../core/ocr/pages/read-page-lines.ts';
import { resamplePicture } from '../../../../core/documents/sheets/resample-picture.ts';
import { geometryOf } from '../../../../core/results/images/page-geometry.ts';
import { renderUpright } from '../../../../core/results/images/upright-image.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { drawScan, withLines } from '../../ocr/draw-scan.ts';
import { A4 } from '../../drawing/draw-upload.ts';

const WORDS = (
  'The committee has read the report of the treasurer with great interest and approves it because members who cannot ' +
  'attend this meeting may send their votes in writing before May ends'
).split(' ');
/** No two lines are alike, as in any text: else their words form columns. */
const LINES = Array.from({ length: 20 }, (_, line) =>
  Array.from(
    { length: 14 },
    (_word, at) => WORDS[(line * line + 3 * line + at * (1 + (line % 4))) % WORDS.length],
  ).join(' '),
);

const size = { widthMm: (A4[0] / 72) * 25.4, heightMm: (A4[1] / 72) * 25.4, ownDpi: 150 };

/** Part of the height by which a place of the page is seen farther down: as on the left page of a book. */
const bend = (x: number, y: number): number => 0.13 * (Math.exp((x - 1) / 0.2) - 0.2) * (0.5 - y);

const bent = (flat: RasterImage): RasterImage =>
  resamplePicture(flat, (x, y) => ({ x, y: y - flat.height * bend(x / flat.width, y / flat.height) }));

/** A page that is an image of its own, as it would be if it were flat, or curled. */
async function pageReader(isCurled: boolean, lines = LINES, step = 31): Promise<DocumentReader> {
  const source = await drawScan(withLines(lines, { size: 11, step, top: 110 }));
  return readerOf(async (dpi) => {
    const flat = await source.render(dpi);
    return isCurled ? bent(flat) : flat;
  });
}

/** Six lines of text that run up a page, beside the rows of a bent pattern, which are more and longer. */
async function patternReader(): Promise<DocumentReader> {
  const text = await drawScan(withLines(LINES.slice(0, 6), { size: 11, step: 22, top: 40 }));
  const pattern = await drawScan((sheet) => {
    for (let row = 0; row < 30; row += 1)
      for (let at = 0; at < 16; at += 1) sheet.area(200 + 22 * at, 60 + 24 * row, 9 + ((at * row) % 7), 8, 0);
  });
  return readerOf(async (dpi) => {
    const [rows, up] = [bent(await pattern.render(dpi)), await text.render(dpi, { rotation: 270, skew: 0 })];
    const data = rows.data.slice();
    for (let y = 0; y < Math.min(rows.height, up.height); y += 1)
      for (let x = 0; x < Math.min(rows.width, up.width); x += 1)
        data[y * rows.width + x] = Math.min(data[y * rows.width + x] ?? 255, up.data[y * up.width + x] ?? 255);
    return { ...rows, data };
  });
}

function readerOf(draw: (dpi: number) => Promise<RasterImage>): DocumentReader {
  return {
    kind: 'jpeg',
    pageCount: 1,
    encrypted: false,
    pageSize: () => Promise.resolve(size),
    measurePage: () => Promise.resolve(size),
    textLayer: () => Promise.resolve({ words: [], quality: 'none', doubt: 'no', rotation: 0 }),
    fonts: () => Promise.resolve([]),
    render: async (_, { width }, channels) => {
      const seen = await draw(Math.round((width / A4[0]) * 72));
      return channels === 1 ? seen : inColour(seen);
    },
    close: () => Promise.resolve(),
  };
}

function inColour({ width, height, data }: RasterImage): RasterImage {
  const colours = new Uint8Array(3 * data.length);
  for (let at = 0; at < colours.length; at += 1) colours[at] = data[Math.floor(at / 3)] ?? 255;
  return { width, height, channels: 3, data: colours };
}

/** Part of the words of the page that were read. */
function shareRead(text: string): number {
  const read = new Set(text.split(/\s+/u));
  const words = LINES.flatMap((line) => line.split(' '));
  return words.filter((word) => read.has(word)).length / words.length;
}

/** Part of the boxes with print in their middle and a clear gap below the line above. */
function partWithPrint({ width, data, channels }: RasterImage, boxes: readonly Word[]): number {
  const darkest = (box: Word, top: number, rows: number): number => {
    let dark = 255;
    for (let y = top; y < top + rows; y += 1)
      for (let x = box.x1; x < box.x2; x += 1) dark = Math.min(dark, data[(y * width + x) * channels] ?? 0);
    return dark;
  };
  const hasPrint = (box: Word) =>
    darkest(box, Math.round((box.y1 + box.y2) / 2), 1) < 160 && darkest(box, box.y1 - 9, 4) > 200;
  return boxes.filter(hasPrint).length / boxes.length;
}

describe('A page that is not flat', () => {
  let reader: DocumentReader;
  let record: PageRecord;
  beforeAll(async () => {
    reader = await pageReader(true);
    record = await readPage(reader, 1, { languages: ['en'] });
  });

  it('is flattened by the bend of its lines, which its record keeps, and is read', () => {
    expect(pageRecordSchema.parse(record).curl?.bends).toHaveLength(51);
    expect(geometryOf(record).curl).toEqual(record.curl);
    expect(record.skew).toBe(0);
    expect(shareRead(record.fulltext)).toBeGreaterThan(0.97);
    // Each line of the page is one line of its text.
    const lines = new Set(record.words.map(({ line }) => line));
    expect(lines.size).toBe(LINES.length);
  });

  it('has an image that is flat, to which the boxes of its words refer', async () => {
    const image = await renderUpright(reader, geometryOf(record), record);
    expect(partWithPrint(image, record.words)).toBeGreaterThan(0.95);
    const asSeen = await renderUpright(reader, { page: 1, rotation: 0, skew: 0 }, record);
    expect(partWithPrint(asSeen, record.words)).toBeLessThan(0.8);
  });

  it('is resampled once with the perspective: flattening begins with the picture as it was drawn', async () => {
    const images = new PageImages(reader, 1, size);
    const drawn = await images.render(150);
    images.straightenBy([0.02, 0, 1, 0.01, 0.98, 1, 0, 0.99]);
    images.flattenBy({ sideways: false, skew: 0, bends: Array.from({ length: 51 }, () => 0) });
    const twice = images.largest;
    images.straightenBy([0, 0, 1, 0, 1, 1, 0, 1]);
    const differing = images.largest?.data.filter((grey, at) => Math.abs(grey - (drawn.data[at] ?? 0)) > 1).length ?? 0;
    // The last row and column have no neighbour.
    expect(differing).toBeLessThanOrEqual(drawn.width + drawn.height);
    expect(twice?.data.some((grey, at) => Math.abs(grey - (drawn.data[at] ?? 0)) > 50)).toBe(true);
  });
});

describe('Lines beside the sheet of a photograph', () => {
  /** How often the page is flattened if its paper lies there. */
  async function timesFlattened(paper: readonly [number, number, number, number]): Promise<number> {
    const images = new PageImages(await pageReader(true, LINES.slice(0, 10), 62), 1, size);
    let times = 0;
    await readPageLines(
      {
        widthPx: 1240,
        heightPx: 1754,
        dpi: 150,
        render: (dpi, orientation) => images.render(dpi, orientation),
        flattenBy: () => {
          times += 1;
        },
        paper,
      },
      { languages: ['en'] },
    );
    return times;
  }

  it('do not flatten it, as the grain of a table', { tags: 'slow' }, async () => {
    expect(await timesFlattened([0, 0, 1, 1])).toBe(1);
    expect(await timesFlattened([0.1, 0, 0.9, 0.05])).toBe(0);
  });
});

describe('A page on its side', () => {
  it(
    'is not flattened by a bent pattern whose rows are not read in any orientation, if its lines are',
    { tags: 'slow' },
    async () => {
      const record = await readPage(await patternReader(), 1, { languages: ['en'] });
      expect(record.curl).toBeUndefined();
      expect(record.rotation).toBe(90);
      const read = new Set(record.fulltext.split(/\s+/u));
      const words = LINES.slice(0, 6).flatMap((line) => line.split(' '));
      expect(words.filter((word) => read.has(word)).length / words.length).toBeGreaterThan(0.9);
    },
  );
});

describe('A page that is flat', () => {
  it('has no curl, and is read as it is', { tags: 'slow' }, async () => {
    const record = await readPage(await pageReader(false), 1, { languages: ['en'] });
    expect(record.curl).toBeUndefined();
    expect(shareRead(record.fulltext)).toBeGreaterThan(0.97);
  });
});
