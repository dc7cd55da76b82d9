/** Draws small uploads for tests: PDFs with text layers of every quality, and images. */
import { deflateSync } from 'node:zlib';
import {
  PDFDocument,
  PDFName,
  StandardFonts,
  TextRenderingMode,
  concatTransformationMatrix,
  degrees,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
  setTextRenderingMode,
} from '@cantoo/pdf-lib';
import type { PDFPage, PDFRef } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

/** ISO A4 in points. */
export const A4: [number, number] = [595, 842];

export const LETTER_LINES = [
  'Dear Sir or Madam,',
  'thank you for your order of the twelfth of March.',
  'We have sent the goods to your address by train.',
  'Please pay the amount of 120 euros within thirty days.',
  'If you have any questions we are glad to help you.',
  'Yours faithfully,',
];

/** A PDF with one page per function, which draws it. */
export const drawPdf = async (
  ...pages: readonly ((page: PDFPage, pdf: PDFDocument) => Promise<void>)[]
): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  for (const draw of pages) await draw(pdf.addPage(A4), pdf);
  return pdf.save();
};

interface TextOptions {
  readonly lines?: readonly string[];
  readonly size?: number;
  readonly invisible?: boolean;
}

/** Lines of text, the first 100 points from the top, 24 points apart. */
export const withText =
  ({ lines = LETTER_LINES, size = 12, invisible = false }: TextOptions = {}) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    if (invisible) page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
    lines.forEach((line, index) => {
      page.drawText(line, { x: 72, y: page.getHeight() - 100 - index * 24, size, font });
    });
  };

/** Text from bottom to top: a clockwise rotation by 90 degrees makes it upright. */
export const withTextUpwards = async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  LETTER_LINES.forEach((line, index) => {
    page.drawText(line, { x: 100 + index * 24, y: 72, size: 12, font, rotate: degrees(90) });
  });
};

/**
 * Adds an image to the file, without its transparency. pdf-lib would read and compress it in JavaScript, which takes
 * longer than most of what tests do with a page.
 */
export const embedImage = async (image: Uint8Array, pdf: PDFDocument): Promise<PDFRef> => {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = pdf.context.stream(deflateSync(data, { level: 1 }), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: info.width,
    Height: info.height,
    BitsPerComponent: 8,
    ColorSpace: info.channels === 1 ? 'DeviceGray' : 'DeviceRGB',
    Filter: 'FlateDecode',
  });
  return pdf.context.register(pixels);
};

/** Draws an image whose corners the matrix [a b c d e f] places, as in the operator `cm` of PDF. */
export const drawImage = (
  page: PDFPage,
  image: PDFRef,
  ...matrix: Parameters<typeof concatTransformationMatrix>
): void => {
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...matrix),
    drawObject(page.node.newXObject('Image', image)),
    popGraphicsState(),
  );
};

/** An image that fills the page. */
export const withPageImage =
  (png: Uint8Array) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    drawImage(page, await embedImage(png, pdf), page.getWidth(), 0, 0, page.getHeight(), 0, 0);
  };

/** The image over the whole page, which turns it by a quarter. */
export const withSidewaysImage =
  (png: Uint8Array) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    page.setSize(A4[1], A4[0]);
    drawImage(page, await embedImage(png, pdf), 0, -A4[0], A4[1], 0, 0, A4[0]);
  };

/** The image over the whole page, in a form that holds nothing else. */
export const withImageInForm =
  (png: Uint8Array) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const [width, height] = [page.getWidth(), page.getHeight()];
    const form = pdf.context.stream(`q ${width / 2} 0 0 ${height / 2} 0 0 cm /Image Do Q`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: { XObject: { Image: await embedImage(png, pdf) } },
    });
    const name = page.node.newXObject('Form', pdf.context.register(form));
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(2, 0, 0, 2, 0, 0),
      drawObject(name),
      popGraphicsState(),
    );
  };

/** A form field with a text value. */
export const withField =
  (value: string) =>
  (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const field = pdf.getForm().createTextField(`field ${pdf.getPageCount()}`);
    field.setText(value);
    field.addToPage(page, { x: 72, y: 600, width: 200, height: 24 });
    return Promise.resolve();
  };

/** A page with a stamp: an annotation with text, in a file without a form. */
export const withStamp =
  (text: string) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const appearance = pdf.context.stream(`BT /F 18 Tf 10 10 Td (${text}) Tj ET`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 200, 40],
      Resources: { Font: { F: font.ref } },
    });
    page.node.addAnnot(
      pdf.context.register(
        pdf.context.obj({
          Type: 'Annot',
          Subtype: 'Stamp',
          Rect: [72, 600, 272, 640],
          F: 4,
          AP: { N: pdf.context.register(appearance) },
        }),
      ),
    );
  };

/** Moves the resources of the page to the page tree, from which the page inherits them. */
export const inheritResources = (page: PDFPage, pdf: PDFDocument): void => {
  pdf.catalog.Pages().set(PDFName.of('Resources'), page.node.normalizedEntries().Resources);
  page.node.delete(PDFName.of('Resources'));
};

export const blank = (): Promise<void> => Promise.resolve();

/** A page whose crop box is its lower right quarter. */
export const cropToQuarter = (page: PDFPage): Promise<void> => {
  page.setCropBox(A4[0] / 2, 0, A4[0] / 2, A4[1] / 2);
  return Promise.resolve();
};

/** Sets /Rotate of the page, in degrees clockwise. */
export const setRotate = (page: PDFPage, angle: number): Promise<void> => {
  page.node.set(PDFName.of('Rotate'), page.doc.context.obj(angle));
  return Promise.resolve();
};

/** Sets /UserUnit of the page: the size of its unit in points. */
export const setUserUnit = (page: PDFPage, unit: number): Promise<void> => {
  page.node.set(PDFName.of('UserUnit'), page.doc.context.obj(unit));
  return Promise.resolve();
};

/** A white image whose left half is black. */
export const halfBlack = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: '#000000' } },
      left: 0,
      top: 0,
    },
  ]);

/** A white image whose right half is black. */
export const halfWhite = async (width: number, height: number): Promise<Sharp> =>
  sharp(await halfBlack(width, height).png().toBuffer()).negate({ alpha: false });

/** A TIFF file of two pages, black on their left and right half; the first one is marked as a reduced copy. */
export const tiffWithPreview = async (width: number, height: number): Promise<Buffer> => {
  const pages = [
    await halfBlack(width, height).png().toBuffer(),
    await (await halfWhite(width, height)).png().toBuffer(),
  ];
  const tiff = await sharp(pages, { join: { animated: true } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
  const subfileType = tiffEntryAt(tiff, 254);
  tiff.writeUInt32LE(1, subfileType + 8);
  return tiff;
};

/** Offset of the image file directory of a page, from 1, in a little-endian TIFF file. */
const tiffDirectoryAt = (tiff: Buffer, page: number): number => {
  let at = tiff.readUInt32LE(4);
  for (let before = 1; before < page; before += 1) at = tiff.readUInt32LE(at + 2 + tiff.readUInt16LE(at) * 12);
  return at;
};

/** Offset of the entry of a tag in a little-endian TIFF file. @param page  from 1 */
export const tiffEntryAt = (tiff: Buffer, tag: number, page = 1): number => {
  const at = tiffDirectoryAt(tiff, page);
  const entries = Array.from({ length: tiff.readUInt16LE(at) }, (_, index) => at + 2 + index * 12);
  const found = entries.find((entry) => tiff.readUInt16LE(entry) === tag);
  if (found === undefined) throw new Error(`Page ${page} of the TIFF has no tag ${tag}.`);
  return found;
};

/** Bytes of a page's first strip that are overwritten: fewer than the smallest page has. */
const DAMAGED_BYTES = 16;

/** A TIFF file of these pages. The pixels of those in `damaged` cannot be decoded. @param damaged  page numbers, from 1 */
export const tiffWithDamage = async (pages: readonly Sharp[], damaged: readonly number[]): Promise<Buffer> => {
  const drawn = await Promise.all(pages.map((page) => page.png().toBuffer()));
  const tiff = await sharp(drawn, { join: { animated: true } })
    .tiff({ compression: 'deflate' })
    .toBuffer();
  for (const page of damaged) {
    const strips = tiffEntryAt(tiff, 273, page);
    const value = tiff.readUInt32LE(strips + 8);
    const pixels = tiff.readUInt32LE(strips + 4) === 1 ? value : tiff.readUInt32LE(value);
    tiff.fill(0x55, pixels, pixels + DAMAGED_BYTES);
  }
  return tiff;
};

/**
 * A TIFF file with 32 bits per sample: dark grey on the left, light grey on the right. A fourth sample is opacity:
 * transparent on the right.
 * @param white  absent: the samples are integers; otherwise floating-point numbers from 0 to this one
 * @param profile  bytes of an ICC profile
 */
export const wideTiff = (
  samples: 1 | 3 | 4,
  width: number,
  height: number,
  white?: number,
  profile?: Uint8Array,
): Buffer => {
  const DATA_AT = 300;
  const BITS_AT = 250;
  const FORMATS_AT = 270;
  const largest = white ?? 0xffff_ffff;
  const values = Array.from({ length: width * height * samples }, (_, index) => {
    const left = Math.floor(index / samples) % width < width / 2;
    if (index % samples === 3) return left ? largest : 0;
    return (largest / 255) * (left ? 0x40 : 0xc0);
  });
  const pixels = white === undefined ? Uint32Array.from(values) : Float32Array.from(values);
  const entries: readonly (readonly [number, number, number, number])[] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, samples, samples === 1 ? 32 : BITS_AT],
    [259, 3, 1, 1],
    [262, 3, 1, samples === 1 ? 1 : 2],
    [273, 4, 1, DATA_AT],
    [277, 3, 1, samples],
    [278, 4, 1, height],
    [279, 4, 1, pixels.byteLength],
    ...(samples === 4 ? [[338, 3, 1, 2] as const] : []),
    ...(white === undefined ? [] : [[339, 3, samples, samples === 1 ? 3 : FORMATS_AT] as const]),
    ...(profile === undefined ? [] : [[34_675, 7, profile.length, DATA_AT + pixels.byteLength] as const]),
  ];
  const head = Buffer.alloc(DATA_AT);
  for (let sample = 0; sample < samples; sample += 1) {
    head.writeUInt16LE(32, BITS_AT + sample * 2);
    head.writeUInt16LE(3, FORMATS_AT + sample * 2);
  }
  const data = Buffer.from(pixels.buffer);
  return Buffer.concat([writeTiffDirectory(head, entries), data, profile ?? new Uint8Array()]);
};

/** Writes one TIFF directory of entries (tag, type, count, value) to the beginning of the file. */
export const writeTiffDirectory = (
  file: Buffer,
  entries: readonly (readonly [number, number, number, number])[],
): Buffer => {
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, count, value], index) => {
    file.writeUInt16LE(tag, 10 + index * 12);
    file.writeUInt16LE(type, 12 + index * 12);
    file.writeUInt32LE(count, 14 + index * 12);
    file.writeUInt32LE(value, 18 + index * 12);
  });
  return file;
};

/** An image that states `side` × `side` pixels of one bit, but has no data; inside this number of nested forms. */
export const withOversizedImage =
  (side: number, forms = 0) =>
  (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const image = pdf.context.stream('', {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      BitsPerComponent: 1,
      ColorSpace: 'DeviceGray',
    });
    let drawn = pdf.context.register(image);
    for (let form = 0; form < forms; form += 1) {
      const Resources = { XObject: { Inner: drawn } };
      drawn = pdf.context.register(
        pdf.context.stream('/Inner Do', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1], Resources }),
      );
    }
    const name = page.node.newXObject('Giant', drawn);
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(page.getWidth(), 0, 0, page.getHeight(), 0, 0),
      drawObject(name),
      popGraphicsState(),
    );
    return Promise.resolve();
  };
