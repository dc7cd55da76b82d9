import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { PDFPage, SaveOptions } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DocumentEncryptedError, DocumentUnreadableError } from '../../../../core/errors.ts';
import { pagePixels } from '../../../../core/documents/page-pixels.ts';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import {
  A4,
  LETTER_LINES,
  blank,
  cropToQuarter,
  drawPdf,
  halfBlack,
  inheritResources,
  setRotate,
  setUserUnit,
  withField,
  withImageInForm,
  withOversizedImage,
  withPageImage,
  withSidewaysImage,
  withStamp,
  withText,
  withTextUpwards,
} from '../../drawing/draw-upload.ts';

const MM_PER_POINT = 25.4 / 72;

const textOf = async (reader: PdfReader, page = 1): Promise<string> =>
  (await reader.textLayer(page)).words.map((word) => word.text).join(' ');

const encrypt =
  (userPassword: string, options?: SaveOptions) =>
  (pdf: PDFDocument): Promise<Uint8Array> => {
    pdf.encrypt({ userPassword, ownerPassword: 'owner' });
    return pdf.save(options);
  };

const encrypted = async (userPassword: string): Promise<Uint8Array> =>
  encrypt(userPassword)(await PDFDocument.load(await drawPdf(withText())));

describe('A PDF page', () => {
  it('has the size that a viewer displays', async () => {
    const reader = await PdfReader.open(await drawPdf(blank, (page) => setRotate(page, 90), cropToQuarter));
    const [plain, sideways, cropped] = [await reader.pageSize(1), await reader.pageSize(2), await reader.pageSize(3)];
    expect(plain.widthMm).toBeCloseTo(A4[0] * MM_PER_POINT, 2);
    expect(sideways.widthMm).toBeCloseTo(A4[1] * MM_PER_POINT, 2);
    expect(cropped.heightMm).toBeCloseTo((A4[1] / 2) * MM_PER_POINT, 2);
  });

  it.each([
    ['text', withText({ lines: ['Invoice'] })],
    ['a stamp', withStamp('Invoice')],
  ])('with %s and a crop box that lies outside of it is shown as a whole', async (_, draw) => {
    const cropBeside = async (page: PDFPage, pdf: PDFDocument) => {
      await draw(page, pdf);
      page.setCropBox(1000, 1000, 500, 500);
    };
    const reader = await PdfReader.open(await drawPdf(draw, cropBeside));
    expect(await reader.pageSize(2)).toEqual(await reader.pageSize(1));
    expect(await reader.textLayer(2)).toEqual(await reader.textLayer(1));
    const size = { width: 100, height: 140 };
    expect((await reader.render(2, size, 1)).data).toEqual((await reader.render(1, size, 1)).data);
  });

  it('that is a scan has the resolution of its image', async () => {
    const png = await halfBlack(827, 1170).png().toBuffer();
    const reader = await PdfReader.open(await drawPdf(withPageImage(png)));
    const size = await reader.measurePage(1);
    const { width, height, dpi } = pagePixels(size);
    expect(dpi).toBeCloseTo(100, 0);
    expect(width).toBeGreaterThan(820);
    expect(width).toBeLessThanOrEqual(827);
    expect(height).toBeLessThanOrEqual(1170);
    expect(size).toMatchObject(await reader.pageSize(1));
  });

  it('that is a scan has it with an invisible text layer, rotated, and with the image in a form', async () => {
    const png = await halfBlack(827, 1170).png().toBuffer();
    const reader = await PdfReader.open(
      await drawPdf(
        async (page, pdf) => {
          await withPageImage(png)(page, pdf);
          await withText({ invisible: true })(page, pdf);
        },
        async (page, pdf) => {
          await withPageImage(png)(page, pdf);
          await setRotate(page, 90);
        },
        withSidewaysImage(png),
        withImageInForm(png),
      ),
    );
    for (const page of [1, 2, 3, 4])
      expect((await reader.measurePage(page)).ownDpi, `page ${page}`).toBeCloseTo(100, 0);
  });

  it.each([
    ['has object streams', (pdf: PDFDocument) => pdf.save()],
    ['has no object streams', (pdf: PDFDocument) => pdf.save({ useObjectStreams: false })],
    ['is encrypted', (pdf: PDFDocument) => encrypt('', { useObjectStreams: false })(pdf)],
  ])('has its size, its words and its resolution in its own unit, in a file that %s', async (_, save) => {
    const png = await halfBlack(827, 1170).png().toBuffer();
    const drawn = await drawPdf(
      blank,
      async (page, pdf) => {
        await withText()(page, pdf);
        await setUserUnit(page, 10);
      },
      async (page, pdf) => {
        await withPageImage(png)(page, pdf);
        await setUserUnit(page, 2.5);
      },
    );
    const reader = await PdfReader.open(await save(await PDFDocument.load(drawn)));
    const [plain, poster, scan] = [await reader.pageSize(1), await reader.pageSize(2), await reader.measurePage(3)];
    expect(plain.widthMm).toBeCloseTo(A4[0] * MM_PER_POINT, 2);
    expect(poster.heightMm).toBeCloseTo(A4[1] * 10 * MM_PER_POINT, 2);
    expect(scan.widthMm).toBeCloseTo(A4[0] * 2.5 * MM_PER_POINT, 2);
    expect(scan.ownDpi).toBeCloseTo(40, 0);
    const [first] = (await reader.textLayer(2)).words;
    expect(first?.x1).toBeCloseTo(730, -1);
    expect(first?.y2).toBeCloseTo(1000, -1);
  });

  it.each([
    [75_000, 75_000],
    [10 ** 12, 75_000],
    [10 ** -9, 0.001],
    [0, 1],
    [-2, 1],
  ])('whose unit is stated as %d points has units of %d, and no more pixels than any page', async (stated, used) => {
    const reader = await PdfReader.open(await drawPdf((page) => setUserUnit(page, stated)));
    const size = await reader.measurePage(1);
    expect(size.widthMm / (A4[0] * MM_PER_POINT)).toBeCloseTo(used, 3);
    const { width, height, dpi } = pagePixels(size);
    expect(width * height).toBeLessThan(25_010_000);
    expect(Math.min(width, height, Math.ceil(dpi))).toBeGreaterThan(0);
  });

  it('that draws text, lines or nothing has no resolution of its own', async () => {
    const png = await halfBlack(595, 842).png().toBuffer();
    const withImageAnd =
      (draw: (page: PDFPage, pdf: PDFDocument) => Promise<void> | void) => async (page: PDFPage, pdf: PDFDocument) => {
        await withPageImage(png)(page, pdf);
        await draw(page, pdf);
      };
    const reader = await PdfReader.open(
      await drawPdf(
        blank,
        withText(),
        withText({ invisible: true }),
        withImageAnd(withText()),
        withImageAnd((page) => {
          page.drawLine({ start: { x: 10, y: 10 }, end: { x: 300, y: 10 } });
        }),
        withImageAnd(withStamp('PAID')),
      ),
    );
    for (let page = 1; page <= reader.pageCount; page += 1)
      expect((await reader.measurePage(page)).ownDpi, `page ${page}`).toBeUndefined();
  });

  it('that is a fax keeps all pixels of its finer axis', async () => {
    const png = await halfBlack(843, 573).png().toBuffer();
    const reader = await PdfReader.open(await drawPdf(withPageImage(png)));
    expect((await reader.measurePage(1)).ownDpi).toBeCloseTo(102, 0);
  });

  it('whose images are too coarse for a page, or of no size, is not rendered at their resolution', async () => {
    const dot = await halfBlack(2, 2).png().toBuffer();
    const flat = async (page: PDFPage, pdf: PDFDocument) => {
      page.drawImage(await pdf.embedPng(dot), { x: 0, y: 0, width: 100, height: 0 });
    };
    const reader = await PdfReader.open(await drawPdf(withPageImage(dot), flat));
    expect((await reader.measurePage(1)).ownDpi).toBe(50);
    expect((await reader.measurePage(2)).ownDpi).toBeUndefined();
  });

  it('has words in order, with their corners from the top left', async () => {
    const reader = await PdfReader.open(await drawPdf(withText()));
    const { words, quality } = await reader.textLayer(1);
    const [first] = words;
    expect(words.map((word) => word.text).join(' ')).toBe(LETTER_LINES.join(' '));
    expect(quality).toBe('good');
    expect(first?.x1).toBeCloseTo(73, 0);
    expect(first?.y2).toBeCloseTo(100, 0);
    expect(first?.y1).toBeGreaterThan(88);
  });

  it('has words at the positions of the rotated page', async () => {
    const reader = await PdfReader.open(
      await drawPdf(async (page, pdf) => {
        await withText()(page, pdf);
        await setRotate(page, 90);
      }),
    );
    const { words, rotation } = await reader.textLayer(1);
    const first = words.find((word) => word.text === 'Dear');
    // The top left of the page before rotation becomes the top right.
    expect(first?.x2).toBeCloseTo(A4[1] - 88.9, -1);
    expect(first?.y1).toBeCloseTo(73, -1);
    expect(rotation).toBe(270);
  });

  it('has the rotation that makes its text upright', async () => {
    const reader = await PdfReader.open(await drawPdf(withTextUpwards));
    expect((await reader.textLayer(1)).rotation).toBe(90);
  });

  it('is not rendered if an image on it has more pixels than any scan', async () => {
    const reader = await PdfReader.open(await drawPdf(withOversizedImage(25_000), withOversizedImage(24_000)));
    await expect(reader.render(1, { width: 100, height: 100 }, 1)).rejects.toThrow('25,000 × 25,000 pixels');
    expect((await reader.textLayer(1)).quality).toBe('none');
    expect((await reader.render(2, { width: 100, height: 100 }, 1)).width).toBe(100);
  });

  it.each([1, 2])('is not rendered if such an image is inside of %i forms', async (forms) => {
    const reader = await PdfReader.open(await drawPdf(withOversizedImage(25_000, forms)));
    await expect(reader.render(1, { width: 100, height: 100 }, 1)).rejects.toThrow('25,000 × 25,000 pixels');
  });

  it('has a doubtful layer if its text is invisible', async () => {
    const reader = await PdfReader.open(await drawPdf(withText({ invisible: true })));
    expect(await reader.textLayer(1)).toMatchObject({ quality: 'good', doubt: 'scan' });
  });

  it('has a bad layer if it is a scan with a stamp of text over it', async () => {
    const png = await halfBlack(100, 140).png().toBuffer();
    const reader = await PdfReader.open(
      await drawPdf(async (page, pdf) => {
        await withPageImage(png)(page, pdf);
        await withText({ lines: ['Received in May'] })(page, pdf);
      }),
    );
    expect((await reader.textLayer(1)).quality).toBe('bad');
  });

  it('has no text layer if it has no text', async () => {
    const reader = await PdfReader.open(await drawPdf(blank));
    expect(await reader.textLayer(1)).toMatchObject({ words: [], quality: 'none' });
  });

  it('includes the values of its form fields in its text', async () => {
    const reader = await PdfReader.open(await drawPdf(withField('Margarete Musterfrau')));
    expect(await textOf(reader)).toBe('Margarete Musterfrau');
  });

  it('includes stamps in its text, even in a file without a form', async () => {
    const reader = await PdfReader.open(await drawPdf(withStamp('PAID in May')));
    expect(await textOf(reader)).toBe('PAID in May');
  });

  it('is rendered in grey at exactly the requested size', async () => {
    const png = await halfBlack(100, 140).png().toBuffer();
    const reader = await PdfReader.open(await drawPdf(withPageImage(png)));
    const { width, height, data } = await reader.render(1, { width: 40, height: 56 }, 1);
    expect([width, height, data.length]).toEqual([40, 56, 40 * 56]);
    expect([data[28 * 40 + 5], data[28 * 40 + 35]]).toEqual([0, 255]);
  });

  it('is rendered in colour, in the order red, green, blue', async () => {
    const png = await sharp({ create: { width: 10, height: 10, channels: 3, background: { r: 200, g: 100, b: 50 } } })
      .png()
      .toBuffer();
    const reader = await PdfReader.open(await drawPdf(withPageImage(png)));
    const { data, channels } = await reader.render(1, { width: 8, height: 8 }, 3);
    expect(channels).toBe(3);
    expect([...data.subarray(3 * 36, 3 * 37)]).toEqual([200, 100, 50]);
  });

  it('is rendered with its form fields', async () => {
    const reader = await PdfReader.open(await drawPdf(withField('WWWWWWWW')));
    const { data } = await reader.render(1, { width: 595, height: 842 }, 1);
    expect(data.some((level) => level < 100)).toBe(true);
  });

  it('that does not exist causes a RangeError', async () => {
    const reader = await PdfReader.open(await drawPdf(blank));
    await expect(reader.pageSize(2)).rejects.toThrow(RangeError);
    await expect(reader.textLayer(2)).rejects.toThrow(RangeError);
    await expect(reader.render(2, { width: 8, height: 8 }, 3)).rejects.toThrow(RangeError);
  });

  it.each(['MediaBox', 'CropBox'] as const)(
    'keeps its size with a stamp if its %s is that of the page tree',
    async (box) => {
      const sideways = async (page: PDFPage, pdf: PDFDocument) => {
        await withStamp('PAID in May')(page, pdf);
        page.node.delete(PDFName.of(box));
        pdf.catalog.Pages().set(PDFName.of(box), pdf.context.obj([50, 500, 450, 700]));
      };
      const reader = await PdfReader.open(await drawPdf(sideways));
      const { widthMm, heightMm } = await reader.pageSize(1);
      expect([widthMm, heightMm]).toEqual([400 * MM_PER_POINT, 200 * MM_PER_POINT]);
      const [word] = (await reader.textLayer(1)).words;
      expect(word?.x1).toBeCloseTo(72 + 10 - 50, -1);
      expect(word?.y2).toBeCloseTo(700 - 600 - 10, -1);
      expect(await reader.pageSize(1)).toEqual({ widthMm, heightMm });
    },
  );

  it.each([
    ['is valid', (pdf: PDFDocument) => pdf.save()],
    ['has no object streams', (pdf: PDFDocument) => pdf.save({ useObjectStreams: false })],
    ['is encrypted', encrypt('')],
  ])('keeps inherited images and fonts with a stamp in a file that %s', async (_, save) => {
    const png = await halfBlack(100, 140).png().toBuffer();
    const pdf = await PDFDocument.load(
      await drawPdf(blank, async (page, drawn) => {
        await withPageImage(png)(page, drawn);
        await withText({ lines: ['Invoice'] })(page, drawn);
        await withStamp('PAID in May')(page, drawn);
        inheritResources(page, drawn);
      }),
    );
    const reader = await PdfReader.open(await save(pdf));
    expect(await textOf(reader, 2)).toBe('Invoice PAID in May');
    expect(await reader.fonts(2)).toHaveLength(1);
    const { data } = await reader.render(2, { width: 40, height: 56 }, 1);
    expect([data[50 * 40 + 5], data[50 * 40 + 35]]).toEqual([0, 255]);
  });

  it('that needs more memory than allowed fails, and the next page is read', async () => {
    const reader = await PdfReader.open(await drawPdf(blank, withText()));
    await expect(reader.render(1, { width: 30_000, height: 30_000 }, 3)).rejects.toBeInstanceOf(
      DocumentUnreadableError,
    );
    expect(await textOf(reader, 2)).toContain('Dear Sir');
  });
});

describe('A PDF file', () => {
  it('that is encrypted with an empty password is opened, and reported as encrypted', async () => {
    const reader = await PdfReader.open(await encrypted(''));
    expect(reader.encrypted).toBe(true);
    expect(await textOf(reader)).toContain('Dear Sir');
  });

  it('that needs a password is rejected with a named error', async () => {
    await expect(PdfReader.open(await encrypted('secret'))).rejects.toBeInstanceOf(DocumentEncryptedError);
  });

  it('that is not encrypted is reported as such', async () => {
    expect((await PdfReader.open(await drawPdf(blank))).encrypted).toBe(false);
  });

  it('with only a header is rejected as unreadable', async () => {
    await expect(PdfReader.open(Buffer.from('%PDF-1.7\n%%EOF'))).rejects.toBeInstanceOf(DocumentUnreadableError);
  });

  it('with a damaged cross-reference table is repaired', async () => {
    const bytes = Buffer.from(await drawPdf(withText(), withText()));
    const broken = Buffer.from(bytes.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
    expect((await PdfReader.open(broken)).pageCount).toBe(2);
  });
});
