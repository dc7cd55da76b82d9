import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DocumentTooLargeError, DocumentUnreadableError } from '../../../../core/errors.ts';
import type { DocumentReader } from '../../../../core/documents/formats/document-reader.ts';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { halfBlack, halfWhite, tiffWithPreview, wideTiff, writeTiffDirectory } from '../../drawing/draw-upload.ts';
import { rotate180 } from '../../../../core/ocr/layout/crop-line.ts';
import { pagePixels } from '../../../../core/documents/page-pixels.ts';
import { asFile } from '../../drawing/read-pdf.ts';

const open = async (bytes: Uint8Array): Promise<DocumentReader> => openDocument(await asFile(bytes, 'upload.bin'));

/** Grey levels in the centre of the left and the right half. */
const halves = async (reader: DocumentReader, page = 1): Promise<readonly (number | undefined)[]> => {
  const { data } = await reader.render(page, { width: 40, height: 20 }, 1);
  return [data[10 * 40 + 5], data[10 * 40 + 35]];
};

const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A PNG whose header states a size for which it has no pixels. */
const bombPng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** The PNG with a statement of its pixels on each axis. @param unit  0: their ratio only, 1: per metre */
const withPixels = (png: Buffer, unit: 0 | 1, across: number, down: number): Buffer => {
  const stated = Buffer.alloc(9, unit);
  stated.writeUInt32BE(across, 0);
  stated.writeUInt32BE(down, 4);
  const headerEnd = png.indexOf('IHDR') + 4 + 13 + 4;
  return Buffer.concat([png.subarray(0, headerEnd), pngChunk('pHYs', stated), png.subarray(headerEnd)]);
};

/** Tag, type, number of values, and value or offset of an entry of a TIFF directory. */
type TiffEntry = readonly [number, number, number, number];

/**
 * A bilevel TIFF of one page, as a fax machine writes it: 204 dpi horizontally, 98 dpi vertically.
 * @param others  entries before its own
 */
const faxTiff = (others: readonly TiffEntry[] = []): Buffer => {
  const entries: readonly TiffEntry[] = [
    ...others,
    [256, 4, 1, 1728],
    [257, 4, 1, 1078],
    [258, 3, 1, 1],
    [259, 3, 1, 1],
    [262, 3, 1, 0],
    [273, 4, 1, 300],
    [278, 4, 1, 1078],
    [279, 4, 1, 216 * 1078],
    [282, 5, 1, 250],
    [283, 5, 1, 258],
    [296, 3, 1, 2],
  ];
  const file = Buffer.alloc(300 + 216 * 1078);
  writeTiffDirectory(file, entries);
  [204, 1, 98, 1].forEach((value, index) => file.writeUInt32LE(value, 250 + index * 4));
  return file;
};

/** A TIFF of 80 × 40 pixels in one strip, on which 0 is white. @param bits  of a pixel */
const compressedTiff = (compression: number, bits: number, strip: Buffer): Buffer => {
  const entries: readonly TiffEntry[] = [
    [256, 4, 1, 80],
    [257, 4, 1, 40],
    [258, 3, 1, bits],
    [259, 3, 1, compression],
    [262, 3, 1, 0],
    [273, 4, 1, 200],
    [277, 3, 1, 1],
    [278, 4, 1, 40],
    [279, 4, 1, strip.length],
  ];
  return Buffer.concat([writeTiffDirectory(Buffer.alloc(200), entries), strip]);
};

/** A fax in Group 3 (ITU-T T.4): its left half is white. */
const group3Tiff = (): Buffer => {
  // End of line 000000000001, 40 white pixels 00101001, 40 black ones 000001101100.
  const line = Buffer.from([0x00, 0x12, 0x90, 0x6c]);
  return compressedTiff(3, 1, Buffer.concat(new Array<Buffer>(40).fill(line)));
};

/** In LZW of before TIFF 6.0, whose codes begin with the lowest bit: its left half is white. */
const oldLzwTiff = (): Buffer => {
  // The table is cleared before each line, so that all codes have nine bits.
  const line = [256, ...new Array<number>(40).fill(0), ...new Array<number>(40).fill(255)];
  const codes = [...new Array<number[]>(40).fill(line).flat(), 257];
  const strip = Buffer.alloc(Math.ceil((codes.length * 9) / 8));
  for (const [index, code] of codes.entries())
    for (let bit = 0; bit < 9; bit += 1) {
      const at = index * 9 + bit;
      strip[at >> 3] = (strip[at >> 3] ?? 0) | (((code >> bit) & 1) << (at & 7));
    }
  return compressedTiff(5, 8, strip);
};

/**
 * The JPEG with a JFIF segment before all others.
 * @param unit 0: aspect ratio only, 1: dots per inch, 2: dots per centimetre
 */
const withJfif = (jpeg: Buffer, unit: 0 | 1 | 2, across: number, down = across): Buffer => {
  const segment = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01', 'latin1');
  const density = Buffer.alloc(7);
  density.writeUInt8(unit, 0);
  density.writeUInt16BE(across, 1);
  density.writeUInt16BE(down, 3);
  return Buffer.concat([jpeg.subarray(0, 2), segment, density, jpeg.subarray(2)]);
};

/** The same WebP file with EXIF data as other programs write it, without "Exif\0\0". */
const withoutExifHeader = (webp: Buffer): Buffer => {
  const at = webp.indexOf('EXIF');
  const [from, length] = [at + 8, webp.readUInt32LE(at + 4)];
  const tiff = webp.subarray(from + 6, from + length);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(tiff.length);
  const rest = webp.subarray(from + length + (length % 2));
  const whole = Buffer.concat([webp.subarray(0, at + 4), size, tiff, rest]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
};

describe('An image', () => {
  it.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)('in %s is a document of one page', async (format) => {
    const reader = await open(await halfBlack(80, 40).toFormat(format).toBuffer());
    expect([reader.kind, reader.pageCount]).toEqual([format, 1]);
    const [left = 255, right = 0] = await halves(reader);
    expect(left).toBeLessThan(10);
    expect(right).toBeGreaterThan(245);
  });

  it('has no text layer', async () => {
    const reader = await open(await halfBlack(80, 40).png().toBuffer());
    expect((await reader.textLayer(1)).quality).toBe('none');
  });

  it('has pixels of which steps that change a copy leave the image as it is', async () => {
    const reader = await open(await halfBlack(80, 40).png().toBuffer());
    const image = await reader.render(1, { width: 80, height: 40 }, 1);
    const before = Uint8Array.from(image.data);
    expect(rotate180(image).data).toEqual(before.toReversed());
    expect(Uint8Array.from(image.data)).toEqual(before);
  });

  it('is rotated by its EXIF orientation', async () => {
    const reader = await open(await halfBlack(80, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { widthMm, heightMm } = await reader.pageSize(1);
    expect(heightMm).toBeCloseTo(widthMm * 2);
    const { data } = await reader.render(1, { width: 20, height: 40 }, 1);
    expect(data[5 * 20 + 10]).toBeLessThan(10);
    expect(data[35 * 20 + 10]).toBeGreaterThan(245);
  });

  it('has the physical size that its resolution implies', async () => {
    const reader = await open(await halfBlack(827, 1169).withMetadata({ density: 100 }).png().toBuffer());
    expect((await reader.pageSize(1)).widthMm).toBeCloseTo(210, 0);
  });

  it('counts as 220 dpi if its resolution would make it a poster', { tags: 'slow' }, async () => {
    const reader = await open(await halfBlack(4400, 2200).withMetadata({ density: 72 }).jpeg().toBuffer());
    expect((await reader.pageSize(1)).widthMm).toBeCloseTo(508, 0);
  });

  it('without a resolution is a page of A4 where its pixels are one at a usual resolution', async () => {
    const { widthMm, heightMm, ownDpi } = await (await open(await halfBlack(827, 1170).png().toBuffer())).pageSize(1);
    expect([widthMm, heightMm, ownDpi].map((value) => Math.round(value ?? 0))).toEqual([210, 297, 100]);
  });

  it.each([
    ['dots an inch', { resolutionUnit: 'inch', density: 200 }],
    ['dots a centimetre', { resolutionUnit: 'cm', density: 200 }],
  ] as const)(
    'in TIFF has the physical size that its resolution in %s implies',
    async (_name, { resolutionUnit, density }) => {
      const tiff = await halfBlack(1654, 2339).withMetadata({ density }).tiff({ resolutionUnit }).toBuffer();
      expect((await (await open(tiff)).pageSize(1)).widthMm).toBeCloseTo(210, 0);
    },
  );

  it.each([100, 150, 200, 300])('at %i dpi has a page image of no more pixels than it has itself', async (density) => {
    const [width, height] = [Math.round(density * 8.27), Math.round(density * 11.69)];
    const size = await (
      await open(await halfBlack(width, height).withMetadata({ density }).jpeg().toBuffer())
    ).pageSize(1);
    const pixels = pagePixels(size);
    expect(pixels.width).toBeLessThanOrEqual(width);
    expect(pixels.height).toBeLessThanOrEqual(height);
    expect(pixels.dpi).toBeCloseTo(Math.min(220, density), 0);
  });

  it('without a resolution has the same size as JPEG and as PNG', async () => {
    const page = halfBlack(827, 1169);
    const asPng = await (await open(await page.clone().png().toBuffer())).pageSize(1);
    const jpeg = await page.clone().jpeg().toBuffer();
    expect(await (await open(jpeg)).pageSize(1)).toEqual(asPng);
    expect(await (await open(withJfif(jpeg, 0, 100))).pageSize(1)).toEqual(asPng);
  });

  it.each([
    ['JFIF, dots an inch', 210, (jpeg: Buffer) => withJfif(jpeg, 1, 100)],
    ['JFIF, dots a centimetre', 207, (jpeg: Buffer) => withJfif(jpeg, 2, 40)],
    ['EXIF', 210, (jpeg: Buffer) => sharp(jpeg).withMetadata({ density: 100 }).jpeg().toBuffer()],
  ])('in JPEG has the physical size that its resolution in %s implies', async (_name, width, state) => {
    const reader = await open(await state(await halfBlack(827, 1169).jpeg().toBuffer()));
    expect((await reader.pageSize(1)).widthMm).toBeCloseTo(width, 0);
  });

  it.each([
    ['those of a fax, whose pixels are not square', 1, 8031, 3858, [215, 279]],
    ['200 dpi', 1, 7874, 7874, [219, 137]],
    ['their ratio only, which is none', 0, 4, 3, [200, 124]],
  ] as const)(
    'in PNG has the physical size that its pixels per metre imply: %s',
    async (_, unit, across, down, size) => {
      const png = await halfBlack(1728, 1078).png().toBuffer();
      const { widthMm, heightMm } = await (await open(withPixels(png, unit, across, down))).pageSize(1);
      expect([widthMm, heightMm].map(Math.round)).toEqual(size);
    },
  );

  it('in WebP has the physical size that its resolution in EXIF implies, and that of A4 or 220 dpi without one', async () => {
    const stated = await halfBlack(1000, 1300).withMetadata({ density: 100 }).webp().toBuffer();
    expect((await (await open(stated)).pageSize(1)).widthMm).toBeCloseTo(254, 0);
    const damaged = Buffer.from(stated);
    damaged.writeUInt32LE(0xffff, damaged.indexOf('EXIF') + 8 + 'Exif\0\0'.length + 4);
    for (const webp of [damaged, await halfBlack(1000, 1300).webp().toBuffer()])
      expect((await (await open(webp)).pageSize(1)).widthMm).toBeCloseTo(115.5, 0);
  });

  it('in WebP whose EXIF data begins with the TIFF header has that size too', async () => {
    const stated = await halfBlack(1000, 1300).withMetadata({ density: 100 }).webp().toBuffer();
    expect((await (await open(withoutExifHeader(stated))).pageSize(1)).widthMm).toBeCloseTo(254, 0);
  });

  it('with damaged EXIF data is read like one without a resolution', async () => {
    const jpeg = await halfBlack(827, 1300).withMetadata({ density: 100 }).jpeg().toBuffer();
    jpeg.writeUInt32LE(0xffff, jpeg.indexOf('Exif') + 10);
    expect((await (await open(jpeg)).pageSize(1)).widthMm).toBeCloseTo(95.5, 0);
  });

  it('is white where it is transparent', async () => {
    const clear = await sharp({
      create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(await halves(await open(clear))).toEqual([255, 255]);
  });

  it('with 16 bits per sample is read', async () => {
    const deep = await halfBlack(80, 40).toColourspace('rgb16').png().toBuffer();
    expect(await halves(await open(deep))).toEqual([0, 255]);
  });

  it('in CMYK is read', async () => {
    const print = await halfBlack(80, 40).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    const [left = 255, right = 0] = await halves(await open(print));
    expect(left).toBeLessThan(60);
    expect(right).toBeGreaterThan(240);
  });

  it('that is truncated is rejected as unreadable', async () => {
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#fff',
      },
    })
      .jpeg()
      .toBuffer();
    const reader = await open(whole.subarray(0, whole.length / 2));
    await expect(reader.render(1, { width: 30, height: 30 }, 1)).rejects.toBeInstanceOf(DocumentUnreadableError);
  });

  it('that states 50,000 × 50,000 pixels is rejected before it is decoded', async () => {
    await expect(open(bombPng(50_000, 50_000))).rejects.toBeInstanceOf(DocumentTooLargeError);
  });

  it('with an animation is read as its first frame', async () => {
    const frames = await sharp(
      [await halfBlack(80, 40).png().toBuffer(), await (await halfWhite(80, 40)).png().toBuffer()],
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const reader = await open(frames);
    expect(reader.pageCount).toBe(1);
    expect(await halves(reader)).toEqual([0, 255]);
  });
});

describe('A TIFF file', () => {
  it('of several pages is a document with as many pages', async () => {
    const first = await halfBlack(80, 40).png().toBuffer();
    const second = await (await halfWhite(80, 40)).png().toBuffer();
    const reader = await open(
      await sharp([first, second], { join: { animated: true } })
        .tiff()
        .toBuffer(),
    );
    expect(reader.pageCount).toBe(2);
    expect([await halves(reader, 1), await halves(reader, 2)]).toEqual([
      [0, 255],
      [255, 0],
    ]);
  });

  it('has no page for a reduced copy of another', async () => {
    const pyramid = await open(await halfBlack(600, 400).tiff({ pyramid: true, tile: true }).toBuffer());
    expect(pyramid.pageCount).toBe(1);
    const withPreview = await open(await tiffWithPreview(80, 40));
    expect(withPreview.pageCount).toBe(1);
    expect(await halves(withPreview)).toEqual([255, 0]);
  });

  it.each([
    [1, [0x40, 0xc0]],
    [3, [0x40, 0xc0]],
    [4, [0x40, 0xff]],
  ] as const)('with %i samples of 32 bits per pixel has the right brightness', async (samples, expected) => {
    expect(await halves(await open(wideTiff(samples, 80, 40)))).toEqual(expected);
  });

  it.each([1, 255])('in grey of floating-point numbers from 0 to %i has the right brightness', async (white) => {
    expect(await halves(await open(wideTiff(1, 80, 40, white)))).toEqual([0x40, 0xc0]);
  });

  it.each([
    [3, 1, [0x40, 0xc0]],
    [3, 255, [0x40, 0xc0]],
    [4, 1, [0x40, 0xff]],
  ] as const)(
    'with %i floating-point numbers from 0 to %i per pixel has the brightness of sRGB, not of linear light',
    async (samples, white, expected) => {
      expect(await halves(await open(wideTiff(samples, 80, 40, white)))).toEqual(expected);
    },
  );

  it('in colours of floating-point numbers is no black page if it has a colour profile', async () => {
    const withProfile = await halfBlack(8, 8).withIccProfile('p3').png().toBuffer();
    const { icc } = await sharp(withProfile).metadata();
    expect(await halves(await open(wideTiff(3, 80, 40, 1, icc)))).toEqual([0x40, 0xc0]);
  });

  it('of only reduced copies has them as pages', async () => {
    const copy = await tiffWithPreview(80, 40);
    // The link to the second directory is after the entries of 12 bytes each.
    const first = copy.readUInt32LE(4);
    copy.writeUInt32LE(0, first + 2 + copy.readUInt16LE(first) * 12);
    expect((await open(copy)).pageCount).toBe(1);
  });

  it('of a fax has the aspect ratio of its paper, although its pixels are not square', async () => {
    const { widthMm, heightMm } = await (await open(faxTiff())).pageSize(1);
    expect(widthMm).toBeCloseTo(215, 0);
    expect(heightMm).toBeCloseTo(279, 0);
  });

  it.each<readonly [string, TiffEntry]>([
    ['a name of the software that does not end with a zero', [305, 2, 4, 0x41_41_41_41]],
    ['a name with a zero in it', [269, 2, 4, 0x41_41_00_41]],
    ['a tag that is not in ascending order', [50_000, 4, 1, 7]],
    ['a tag that occurs again', [257, 4, 1, 1078]],
    ['a tag of an unknown type', [50_001, 99, 1, 0]],
    ['a description that lies outside the file', [270, 2, 100, 99_999_999]],
    ['the orientation 0, which some scanners write', [274, 3, 1, 0]],
    ['an orientation that there is none of', [274, 3, 1, 9]],
    ['a fill order that there is none of', [266, 3, 1, 0]],
  ])('with %s is read', async (_, entry) => {
    const reader = await open(faxTiff([entry]));
    expect(await halves(reader)).toEqual([255, 255]);
    expect(await halves(reader)).toEqual([255, 255]);
    expect(await reader.pageSize(1)).toEqual(await (await open(faxTiff())).pageSize(1));
  });

  it('with a fill order that lies outside the file is rejected as unreadable', async () => {
    const reader = await open(faxTiff([[266, 5, 1, 99_999_999]]));
    await expect(reader.render(1, { width: 40, height: 20 }, 1)).rejects.toBeInstanceOf(DocumentUnreadableError);
  });

  it('whose height occurs again has the page that the first one makes, which is decoded', async () => {
    const { widthMm, heightMm } = await (await open(faxTiff([[257, 4, 1, 539]]))).pageSize(1);
    expect([widthMm, heightMm].map(Math.round)).toEqual([215, 140]);
  });

  it('of a fax with a disturbed line is read with its other lines', async () => {
    const fax = group3Tiff();
    expect(await halves(await open(fax))).toEqual([255, 0]);
    const disturbed = Buffer.from(fax);
    // 41 white pixels, 00101010, in one line.
    disturbed.writeUInt8(0xa0, 200 + 30 * 4 + 2);
    const reader = await open(disturbed);
    expect(await halves(reader)).toEqual([255, 0]);
    expect((await reader.render(1, { width: 80, height: 40 }, 1)).data.subarray(30 * 80, 31 * 80)).not.toEqual(
      (await (await open(fax)).render(1, { width: 80, height: 40 }, 1)).data.subarray(30 * 80, 31 * 80),
    );
  });

  it('in LZW of before TIFF 6.0 is read, and rejected where it is damaged', async () => {
    expect(await halves(await open(oldLzwTiff()))).toEqual([255, 0]);
    const damaged = oldLzwTiff();
    damaged.fill(0xff, 1000, 1500);
    const reader = await open(damaged);
    await expect(reader.render(1, { width: 40, height: 20 }, 1)).rejects.toBeInstanceOf(DocumentUnreadableError);
  });

  it('with a compression that is not read is rejected as such', async () => {
    const reader = await open(compressedTiff(34_925, 8, Buffer.alloc(100)));
    await expect(reader.render(1, { width: 40, height: 20 }, 1)).rejects.toThrow(/compression.* is not read/u);
  });

  it('in Group 4 with a disturbed line, which disturbs all others below it, is rejected as unreadable', async () => {
    const { data, info } = await halfBlack(800, 400).greyscale().raw().toBuffer({ resolveWithObject: true });
    const grey = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const bytes = await grey.toColourspace('b-w').tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();
    expect(await halves(await open(Buffer.from(bytes)))).toEqual([0, 255]);
    const strip = Buffer.from(bytes);
    strip.fill(0x55, 12, 20);
    const reader = await open(strip);
    await expect(reader.render(1, { width: 40, height: 20 }, 1)).rejects.toBeInstanceOf(DocumentUnreadableError);
  });

  it('whose directories form a cycle is rejected as unreadable', async () => {
    const circle = faxTiff();
    circle.writeUInt32LE(8, 10 + 11 * 12);
    await expect(open(circle)).rejects.toBeInstanceOf(DocumentUnreadableError);
  });

  it('that ends before its pages is rejected as unreadable', async () => {
    await expect(open(faxTiff().subarray(0, 60))).rejects.toBeInstanceOf(DocumentUnreadableError);
  });
});
