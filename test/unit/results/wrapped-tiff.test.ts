import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp, TiffOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { readEncodedTiff } from '../../../core/documents/images/encoded-tiff.ts';
import { readTiffDirectories } from '../../../core/documents/images/tiff-directories.ts';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import { DocumentTooLargeError, DocumentUnreadableError } from '../../../core/errors.ts';
import { joinJpegStrips } from '../../../core/documents/images/join-jpeg-strips.ts';
import { seededRandom } from '../../../model-container/random.ts';
import { tiffEntryAt, writeTiffDirectory } from '../drawing/draw-upload.ts';
import { difference, renderPage } from '../drawing/read-pdf.ts';
import { wrapUpload } from '../drawing/wrap-upload.ts';

/** libvips writes strips of 256 rows: three of this height. */
const [WIDTH, HEIGHT] = [200, 600];
const TAG = { photometric: 262, fillOrder: 266, orientation: 274, stripOffsets: 273, stripByteCounts: 279 } as const;

/** A smooth picture without symmetry, with an edge. */
const draw = (width = WIDTH, height = HEIGHT): Sharp => {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set(
        x > width / 2 && y < height / 3 ? [30, 20, 60] : [(255 * x) / width, (255 * y) / height, 128],
        3 * (y * width + x),
      );
  return sharp(data, { raw: { width, height, channels: 3 } });
};

const twoTone = async (width: number, height: number): Promise<Sharp> => {
  const data = await draw(width, height).greyscale().threshold(100).toColourspace('b-w').raw().toBuffer();
  return sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
};

const jpegTiff = (options: TiffOptions = {}, image = draw()): Promise<Buffer> =>
  image.tiff({ compression: 'jpeg', quality: 95, ...options }).toBuffer();
const group4Tiff = async (width: number, height: number): Promise<Buffer> =>
  (await twoTone(width, height)).tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();

const setTag = (tiff: Buffer, tag: number, value: number): void => {
  tiff.writeUInt16LE(value, tiffEntryAt(tiff, tag) + 8);
};

const stripsOf = (tiff: Buffer): readonly Uint8Array[] => {
  const [directory] = readTiffDirectories(tiff);
  return (directory === undefined ? undefined : readEncodedTiff(tiff, directory))?.strips ?? [];
};

/** Adobe's segment, with this colour transform. */
const adobeSegment = (transform: number): Buffer =>
  Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe', 'latin1'), 0, 100, 0, 0, 0, 0, transform]);

/** The file with Adobe's segment in each strip; the strips lie behind all else then. */
const withAdobe = (tiff: Buffer, transform: number): Buffer => {
  const strips = stripsOf(tiff).map((strip) =>
    Buffer.concat([strip.subarray(0, 2), adobeSegment(transform), strip.subarray(2)]),
  );
  const changed = Buffer.concat([tiff, ...strips]);
  let at = tiff.length;
  for (const [index, { length }] of strips.entries()) {
    changed.writeUInt32LE(at, tiff.readUInt32LE(tiffEntryAt(tiff, TAG.stripOffsets) + 8) + 4 * index);
    changed.writeUInt32LE(length, tiff.readUInt32LE(tiffEntryAt(tiff, TAG.stripByteCounts) + 8) + 4 * index);
    at += length;
  }
  return changed;
};

interface Wrapped {
  readonly upload: string;
  readonly path: string;
  readonly pdf: Buffer;
  readonly text: string;
}

const wrap = async (tiff: Buffer): Promise<Wrapped> => {
  const { upload, pdf: path } = await wrapUpload(tiff, 'tiff');
  const pdf = await readFile(path);
  return { upload, path, pdf, text: pdf.toString('latin1') };
};

/** Mean difference of the PDF's page from the page that was read, in grey levels. */
const differenceShown = async ({ upload, path }: Wrapped, width = WIDTH): Promise<number> => {
  const shown = await renderPage(path, 1, width);
  const reader = await openDocument(upload);
  try {
    return difference(shown, await reader.render(1, { width: shown.width, height: shown.height }, 3));
  } finally {
    await reader.close();
  }
};

const pixels = (image: Buffer): Promise<Buffer> => sharp(image).raw().toBuffer();

describe('A page of a TIFF in JPEG compression', () => {
  it.each([
    ['colours', () => jpegTiff()],
    ['grey', () => jpegTiff({}, draw().toColourspace('b-w'))],
  ])('is one JPEG of its strips in %s, with the same pixels', async (_, drawn) => {
    const tiff = await drawn();
    expect(stripsOf(tiff)).toHaveLength(3);
    const { pdf, text } = await wrap(tiff);
    expect(text).toContain('/DCTDecode');
    const jpeg = pdf.subarray(pdf.indexOf(Buffer.from([0xff, 0xd8])), pdf.indexOf('endstream', 0, 'latin1'));
    expect((await pixels(jpeg)).equals(await pixels(tiff))).toBe(true);
  });

  it('looks as it is read where colours are stored at half the resolution', async () => {
    const wrapped = await wrap(await jpegTiff({ quality: 80 }));
    expect(wrapped.text).toContain('/DCTDecode');
    expect(await differenceShown(wrapped)).toBeLessThan(4);
  });

  it('is not taken for YCbCr where it is stored as RGB', async () => {
    const tiff = await jpegTiff();
    setTag(tiff, TAG.photometric, 2);
    const wrapped = await wrap(tiff);
    expect(wrapped.text).toContain('/ColorTransform 0');
    expect(await differenceShown(wrapped)).toBeLessThan(4);
  });

  it.each([
    ['YCbCr', 0],
    ['RGB', 1],
  ])('is taken for %s, as its tags say, where its strips state the other transform', async (colours, transform) => {
    const tiff = withAdobe(await jpegTiff({ quality: colours === 'RGB' ? 95 : 80 }), transform);
    if (colours === 'RGB') setTag(tiff, TAG.photometric, 2);
    const wrapped = await wrap(tiff);
    expect(wrapped.text).toContain(`/ColorTransform ${1 - transform}`);
    expect(await differenceShown(wrapped)).toBeLessThan(4);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is upright for orientation %i', async (orientation) => {
    const wrapped = await wrap(await jpegTiff({}, draw().withMetadata({ orientation })));
    expect(wrapped.text).toContain('/DCTDecode');
    expect(await differenceShown(wrapped, 100)).toBeLessThan(4);
  });

  it('keeps its colour profile', async () => {
    const wrapped = await wrap(await jpegTiff({}, draw().withIccProfile('p3')));
    expect(wrapped.text).toContain('/ICCBased');
    expect(await differenceShown(wrapped)).toBeLessThan(4);
  });

  it('in tiles is compressed without loss', async () => {
    const wrapped = await wrap(await jpegTiff({ tile: true }));
    expect(wrapped.text).not.toContain('/DCTDecode');
    expect(await differenceShown(wrapped)).toBeLessThan(1);
  });

  it('is refused where a strip is damaged', async () => {
    const tiff = await jpegTiff();
    stripsOf(tiff)[1]?.fill(0, 700);
    await expect(wrap(tiff)).rejects.toThrow(DocumentUnreadableError);
  });
});

describe('A page of a TIFF in Group 4', () => {
  it('is copied as it is encoded where it has one strip', async () => {
    const tiff = await group4Tiff(WIDTH, 250);
    const [strip] = stripsOf(tiff);
    const wrapped = await wrap(tiff);
    expect(wrapped.text).toContain('/CCITTFaxDecode');
    expect(strip?.length).toBeGreaterThan(100);
    expect(wrapped.pdf.includes(Buffer.from(strip ?? []))).toBe(true);
    expect(await differenceShown(wrapped)).toBe(0);
  });

  it.each([0, 1])('has its black and white for photometric interpretation %i', async (photometric) => {
    const tiff = await group4Tiff(WIDTH, 250);
    setTag(tiff, TAG.photometric, photometric);
    const wrapped = await wrap(tiff);
    expect(wrapped.text).toContain('/CCITTFaxDecode');
    expect(await differenceShown(wrapped)).toBe(0);
  });

  it('has the bits of its bytes in the order of a PDF', async () => {
    const tiff = await group4Tiff(WIDTH, 250);
    const [strip] = stripsOf(tiff);
    // The resolution makes room for the order of bits.
    const entry = tiffEntryAt(tiff, 282);
    tiff.writeUInt16LE(3, entry + 2);
    tiff.writeUInt16LE(TAG.fillOrder, entry);
    tiff.writeUInt16LE(2, entry + 8);
    strip?.forEach(
      (byte, at) => (strip[at] = Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2)),
    );
    const wrapped = await wrap(tiff);
    expect(wrapped.text).toContain('/CCITTFaxDecode');
    expect(await differenceShown(wrapped)).toBe(0);
  });

  it.each([0, 1])('is encoded anew in one strip where it has several, for photometric %i', async (photometric) => {
    const tiff = await group4Tiff(WIDTH, HEIGHT);
    setTag(tiff, TAG.photometric, photometric);
    expect(stripsOf(tiff)).toHaveLength(3);
    const wrapped = await wrap(tiff);
    expect(wrapped.text.split('/CCITTFaxDecode')).toHaveLength(2);
    expect(await differenceShown(wrapped)).toBe(0);
  });

  it.each([2, 6, 7])('is upright in several strips for orientation %i', async (orientation) => {
    const tiff = await group4Tiff(WIDTH, HEIGHT);
    setTag(tiff, TAG.orientation, orientation);
    const wrapped = await wrap(tiff);
    expect(wrapped.text).toContain('/CCITTFaxDecode');
    expect(await differenceShown(wrapped, orientation > 4 ? HEIGHT : WIDTH)).toBe(0);
  });
});

describe('A page of a TIFF in Group 3', () => {
  it('is encoded anew in Group 4', async () => {
    // Each row, after its end-of-line code: 8 white, 8 black, and 48 white pixels (ITU-T T.4, tables 2 and 3).
    const row = ['000000000001', '10011', '000101', '00001011'].join('');
    const bits = row.repeat(32).replace(/(.{8})/g, '$1 ');
    const strip = Buffer.from(
      bits
        .trim()
        .split(' ')
        .map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
    );
    const tiff = Buffer.concat([
      writeTiffDirectory(Buffer.alloc(200), [
        [256, 4, 1, 64],
        [257, 4, 1, 32],
        [258, 3, 1, 1],
        [259, 3, 1, 3],
        [TAG.photometric, 3, 1, 0],
        [TAG.stripOffsets, 4, 1, 200],
        [278, 4, 1, 32],
        [TAG.stripByteCounts, 4, 1, strip.length],
      ]),
      strip,
    ]);
    const wrapped = await wrap(tiff);
    expect(wrapped.text).toContain('/CCITTFaxDecode');
    expect(await differenceShown(wrapped, 64)).toBe(0);
    const { data } = await renderPage(wrapped.path, 1, 64);
    expect([4, 12, 20].map((x) => data[3 * x])).toEqual([255, 0, 255]);
  });
});

describe('The strips of a TIFF', () => {
  it('are not read where one lies outside the file', async () => {
    const tiff = await group4Tiff(WIDTH, 250);
    tiff.writeUInt32LE(tiff.length, tiffEntryAt(tiff, TAG.stripOffsets) + 8);
    expect(stripsOf(tiff)).toEqual([]);
  });

  it('are not read where the file states more of them than it has rows', async () => {
    const tiff = await group4Tiff(WIDTH, 250);
    tiff.writeUInt32LE(0xffff_ffff, tiffEntryAt(tiff, TAG.stripOffsets) + 4);
    expect(stripsOf(tiff)).toEqual([]);
  });

  it('give a PDF or a documented error, whatever bytes of the file are damaged', async () => {
    const random = seededRandom(1);
    const files = [await jpegTiff({ quality: 60 }, draw(64, 300)), await group4Tiff(64, 64)];
    for (let run = 0; run < 150; run += 1) {
      const tiff = Buffer.from(files[run % 2] ?? '');
      // Most tags lie at the end of the file.
      const from = random.chance(0.7) ? tiff.readUInt32LE(4) : 8;
      for (let change = 0; change < 3; change += 1) tiff[from + random.below(tiff.length - from)] = random.below(256);
      const outcome = await wrap(tiff).then(
        ({ text }) => text.startsWith('%PDF'),
        (error: unknown) =>
          error instanceof DocumentUnreadableError || error instanceof DocumentTooLargeError ? true : error,
      );
      expect(outcome).toBe(true);
    }
  });
});

describe('JPEGs of the rows of an image', () => {
  const strip = (rows: number, options: Parameters<Sharp['jpeg']>[0] = {}): Promise<Buffer> =>
    draw(64, rows)
      .jpeg({ chromaSubsampling: '4:4:4', optimiseCoding: false, ...options })
      .toBuffer();
  const none = Buffer.alloc(0);

  it('are joined below each other', async () => {
    const strips = [await strip(16), await strip(16), await strip(10)];
    const joined = joinJpegStrips(none, strips, { width: 64, height: 42, rowsPerStrip: 16 });
    const rows = Buffer.concat(await Promise.all(strips.map(pixels)));
    expect((await pixels(joined ?? none)).equals(rows)).toBe(true);
  });

  it.each([
    ['have other tables', 16, async () => [await strip(16), await strip(16, { quality: 40 })]],
    ['have other sampling factors', 16, async () => [await strip(16), await strip(16, { chromaSubsampling: '4:2:0' })]],
    [
      'are progressive',
      16,
      async () => [await strip(16, { progressive: true }), await strip(16, { progressive: true })],
    ],
    ['have rows that are not a whole number of blocks', 12, async () => [await strip(12), await strip(12)]],
    ['are cut', 16, async () => [await strip(16), (await strip(16)).subarray(0, -40)]],
    ['are none', 16, () => Promise.resolve([])],
  ])('are not joined where they %s', async (_, rowsPerStrip, drawn) => {
    const joined = joinJpegStrips(none, await drawn(), { width: 64, height: 2 * rowsPerStrip, rowsPerStrip });
    expect(joined).toBeUndefined();
  });
});
