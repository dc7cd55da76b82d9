import { deflateSync } from 'node:zlib';
import type { PDFDict } from '@cantoo/pdf-lib';
import {
  concatTransformationMatrix,
  PDFName,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
  type PDFDocument,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { greyOfRgb } from '../../../../core/documents/images/grey-of-rgb.ts';
import { mayChangeImages } from '../../../../core/documents/pdf/scan/image-entries.ts';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { rotateGrey } from '../../../../core/documents/page-thumbnail.ts';
import type { Rotation } from '../../../../core/ocr/rotation.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { A4, cropToQuarter, drawPdf, setRotate, withStamp, withText } from '../../drawing/draw-upload.ts';

const SIZE = { width: 420, height: 594 };

/** A page with a red corner, a blue one and grey levels between: no two of its quarters look alike. */
const drawing = sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842">
      <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#888"/></linearGradient></defs>
      <rect width="595" height="842" fill="url(#g)"/>
      <rect width="200" height="200" fill="#d02020"/><rect y="600" x="400" width="195" height="242" fill="#2030c0"/>
    </svg>`,
  ),
);
let jpeg: Buffer;
let greyJpeg: Buffer;
beforeAll(async () => {
  jpeg = await drawing.clone().flatten().jpeg({ quality: 95 }).toBuffer();
  greyJpeg = await drawing.clone().flatten().toColourspace('b-w').jpeg({ quality: 95 }).toBuffer();
});

type Draw = (page: PDFPage, pdf: PDFDocument) => Promise<void>;

const withScan =
  (bytes: () => Uint8Array, ...also: readonly Draw[]): Draw =>
  async (page, pdf) => {
    page.drawImage(await pdf.embedJpg(bytes()), { x: 0, y: 0, width: A4[0], height: A4[1] });
    for (const draw of also) await draw(page, pdf);
  };

/** The grey that PDFium computes from the colours that it draws. */
const lumaOf = ({ data }: RasterImage): number[] =>
  Array.from(
    { length: data.length / 3 },
    (_, at) => 0.299 * (data[3 * at] ?? 0) + 0.587 * (data[3 * at + 1] ?? 0) + 0.114 * (data[3 * at + 2] ?? 0),
  );

/** Mean difference, in grey levels, between the page in grey and the page as PDFium draws it in colour. */
const differenceFromDrawn = async (file: Uint8Array): Promise<number> => {
  const reader = await PdfReader.open(file);
  const grey = await reader.render(1, SIZE, 1);
  const drawn = lumaOf(await reader.render(1, SIZE, 3));
  await reader.close();
  expect(grey.data).toHaveLength(drawn.length);
  return drawn.reduce((sum, level, at) => sum + Math.abs(level - (grey.data[at] ?? 0)), 0) / drawn.length;
};

/** Changes the dictionary of the page's image. */
const withEntry =
  (change: (dictionary: PDFDict, pdf: PDFDocument, stream: PDFRef) => void): Draw =>
  async (_, pdf) => {
    await pdf.flush();
    for (const [stream, object] of pdf.context.enumerateIndirectObjects())
      if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
        change(object.dict, pdf, stream);
  };

/** The scan as this matrix places it. */
const withTransform =
  (...[a, b, c, d, e, f]: readonly [number, number, number, number, number, number]): Draw =>
  async (page, pdf) => {
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(a, b, c, d, e, f));
    page.drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: 1, height: 1 });
    page.pushOperators(popGraphicsState());
  };

describe('A PDF page that is one JPEG', () => {
  it.each([
    ['in colour', () => withScan(() => jpeg)],
    ['in grey', () => withScan(() => greyJpeg)],
    ['with an invisible text layer', () => withScan(() => jpeg, withText({ invisible: true }))],
    ['with visible text', () => withScan(() => jpeg, withText())],
    ['with a stamp', () => withScan(() => jpeg, withStamp('PAID'))],
    [
      'rotated',
      () =>
        withScan(
          () => jpeg,
          (page) => setRotate(page, 90),
        ),
    ],
    ['cropped', () => withScan(() => jpeg, cropToQuarter)],
    [
      'with inverted colours',
      () =>
        withScan(
          () => jpeg,
          withEntry((dictionary, pdf) => {
            dictionary.set(PDFName.of('Decode'), pdf.context.obj([1, 0, 1, 0, 1, 0]));
          }),
        ),
    ],
    [
      'that is smaller than the page',
      (): Draw => async (page, pdf) => {
        page.drawImage(await pdf.embedJpg(jpeg), { x: 90, y: 120, width: 300, height: 500 });
      },
    ],
    [
      'that leaves a margin on two sides',
      (): Draw => async (page, pdf) => {
        page.drawImage(await pdf.embedJpg(jpeg), { x: 15, y: 30, width: A4[0] - 15, height: A4[1] - 30 });
      },
    ],
    [
      'that is larger than the page',
      (): Draw => async (page, pdf) => {
        page.drawImage(await pdf.embedJpg(jpeg), { x: -20, y: -40, width: A4[0] + 60, height: A4[1] + 70 });
      },
    ],
    [
      'that is twice as large as the page',
      (): Draw => async (page, pdf) => {
        page.drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: 2 * A4[0], height: 2 * A4[1] });
      },
    ],
    ['turned by a quarter', () => withTransform(0, -A4[1], A4[0], 0, 0, A4[1])],
    ['turned by three quarters, beside a margin', () => withTransform(0, A4[1] - 40, 30 - A4[0], 0, A4[0], 20)],
    ['mirrored', () => withTransform(-A4[0], 0, 0, A4[1], A4[0], 0)],
    ['turned by a quarter and mirrored', () => withTransform(0, A4[1], A4[0], 0, 0, 0)],
    ['askew', () => withTransform(A4[0] - 5, 9, -9, A4[1] - 5, 5, 2)],
    [
      'that is compressed once more',
      () =>
        withScan(
          () => jpeg,
          withEntry((dictionary, pdf, stream) => {
            const filters = [PDFName.of('FlateDecode'), PDFName.of('DCTDecode')];
            dictionary.set(PDFName.of('Filter'), pdf.context.obj(filters));
            pdf.context.assign(stream, PDFRawStream.of(dictionary, deflateSync(jpeg)));
          }),
        ),
    ],
    [
      'upside down',
      (): Draw => async (page, pdf) => {
        page.drawImage(await pdf.embedJpg(jpeg), { x: A4[0], y: A4[1], width: -A4[0], height: -A4[1] });
      },
    ],
  ])('%s is in grey what it is in colour', async (_, draw) => {
    expect(await differenceFromDrawn(await drawPdf(draw()))).toBeLessThan(2.5);
  });

  it('and damaged is drawn as far as it goes', async () => {
    const half = () => greyJpeg.subarray(0, greyJpeg.length / 2);
    expect(await differenceFromDrawn(await drawPdf(withScan(half)))).toBeLessThan(2.5);
  });
});

describe('A PDF page that is one JPEG and is shown turned', () => {
  const greyOf = async (rotation: Rotation): Promise<RasterImage> => {
    const turn: Draw = (page) => setRotate(page, rotation);
    const reader = await PdfReader.open(await drawPdf(withScan(() => jpeg, turn)));
    const { width, height } = SIZE;
    const grey = await reader.render(1, rotation % 180 === 0 ? SIZE : { width: height, height: width }, 1);
    await reader.close();
    return grey;
  };

  // PDFium draws other greys, in several times the time.
  it.each([90, 180, 270] as const)('by %i degrees is the same picture, turned', async (rotation) => {
    const [upright, turned] = [await greyOf(0), await greyOf(rotation)];
    expect(Buffer.from(turned.data).equals(rotateGrey(upright, rotation).data)).toBe(true);
  });
});

describe('The entries of images', () => {
  it.each([
    '/Decode [1 0]',
    '/Decode[1\n0 1 0]',
    '/Decode 12 0 R',
    '/Decode\r\n12\0 0\tR',
    '/OC 5 0 R',
    '/OC<</Type/OCG>>',
    '/ColorSpace [/Separation /Spot /DeviceCMYK <</FunctionType 2 /N 1>>] /Decode [1 0]',
  ])('%j may change what is drawn', (text) => {
    expect(mayChangeImages(Buffer.from(`4 0 obj\n<< /Subtype /Image ${text} >>\nstream`))).toBe(true);
  });

  it.each([
    '/Decode [0 1]',
    '/Decode[0 1 0.0 1.0 0 1]',
    '/DecodeParms 12 0 R',
    '/OCProperties 4 0 R',
    '/Filter /DCTDecode',
  ])('%s changes nothing', (text) => {
    expect(mayChangeImages(Buffer.from(`4 0 obj\n<< /Subtype /Image ${text} >>\nstream`))).toBe(false);
  });

  it('are not the same letters in the bytes of a scan, as a large file has them', () => {
    for (const bytes of ['/OC;\xf1', '/OC\xff\x00\xd7', '/OC 7\xd0', '/OC\n', '/Decode', '/Decode\x9a[']) {
      const scan = Buffer.from(`4 0 obj\n<< /Subtype /Image >>\nstream\n\xff\xd8${bytes}`, 'latin1');
      expect(mayChangeImages(scan), bytes).toBe(false);
    }
  });

  it('are not those of a function, as a colour profile has one', () => {
    const sampled = '7 0 obj\n<< /FunctionType 0 /Decode [-1 1.00787] /Size [256] >>\nstream\nendstream\nendobj\n';
    const inverted = '8 0 obj\n<< /Subtype /Image /Decode [1 0] >>\nstream\nendstream\nendobj\n';
    expect(mayChangeImages(Buffer.from(sampled))).toBe(false);
    expect(mayChangeImages(Buffer.from(`${sampled}${inverted}${sampled}`))).toBe(true);
  });
});

describe('The grey of colours', () => {
  it('is the one that libvips computes, to the bit', async () => {
    // Each eighth level of red and green, with each level of blue.
    const levels = Array.from({ length: 32 }, (_, at) => 8 * at + (at % 8));
    const rgb = Buffer.from(
      levels.flatMap((red) =>
        levels.flatMap((green) => Array.from({ length: 256 }, (_, blue) => [red, green, blue]).flat()),
      ),
    );
    const weights: [number, number, number] = [0.299, 0.587, 0.114];
    const image = sharp(rgb, { raw: { width: 1024, height: 256, channels: 3 } });
    const expected = await image.recomb([weights, weights, weights]).extractChannel(0).raw().toBuffer();
    expect(Buffer.from(greyOfRgb(rgb)).equals(expected)).toBe(true);
  });
});
