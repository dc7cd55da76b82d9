import { drawObject, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { PDFPage } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import { DocumentUnreadableError } from '../../../../core/errors.ts';
import { A4, drawPdf, withText } from '../../drawing/draw-upload.ts';
import { together, withBoxFont } from './draw-font.ts';

const TEXT = Buffer.from('Some words of a letter');
const open = async (...draws: ((page: PDFPage, pdf: PDFDocument) => Promise<void>)[]): Promise<PdfReader> =>
  PdfReader.open(await drawPdf(...draws));

describe('The fonts of a PDF page', () => {
  it('are those of its text, with the size of the embedded file, without the tag of a subset', async () => {
    const reader = await open(together(withBoxFont(TEXT, { maps: ['macintosh'] }), withText()));
    const [boxes, helvetica, ...others] = await reader.fonts(1);
    expect(boxes?.name).toBe('Boxes');
    expect(boxes?.bytes).toBeGreaterThan(1000);
    expect(helvetica).toEqual({ name: 'Helvetica', bytes: 0 });
    expect(others).toEqual([]);
  });

  it('are two where two subsets of one font differ', async () => {
    const reader = await open(
      together(withBoxFont(TEXT, { maps: ['macintosh'] }), withBoxFont(TEXT, { maps: ['unicode'] }, 200)),
    );
    const fonts = await reader.fonts(1);
    expect(fonts.map(({ name }) => name)).toEqual(['Boxes', 'Boxes']);
    expect(new Set(fonts.map(({ bytes }) => bytes)).size).toBe(2);
  });

  it('are found in forms', async () => {
    const inner = await PDFDocument.load(await drawPdf(withText()));
    const reader = await open(async (page: PDFPage, pdf: PDFDocument) => {
      const [form] = await pdf.embedPdf(inner);
      if (form !== undefined) page.drawPage(form);
    });
    expect(await reader.fonts(1)).toEqual([{ name: 'Helvetica', bytes: 0 }]);
  });

  it('are none where there is no text', async () => {
    expect(await (await open(() => Promise.resolve())).fonts(1)).toEqual([]);
  });

  it('stay the same when the file is joined with another', async () => {
    const alone = await drawPdf(withBoxFont(TEXT, { maps: ['macintosh'] }));
    const joined = await PDFDocument.create();
    joined.addPage(A4);
    const [copy] = await joined.copyPages(await PDFDocument.load(alone), [0]);
    if (copy !== undefined) joined.addPage(copy);
    expect(await (await PdfReader.open(await joined.save())).fonts(2)).toEqual(
      await (await PdfReader.open(alone)).fonts(1),
    );
  });

  it('are found beside a form that draws itself, which ends the search', async () => {
    const reader = await open(async (page, pdf) => {
      const own = pdf.context.nextRef();
      pdf.context.assign(
        own,
        pdf.context.stream('/Self Do', {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: [0, 0, 100, 100],
          Resources: { XObject: { Self: own } },
        }),
      );
      page.node.setXObject(PDFName.of('Self'), own);
      page.pushOperators(drawObject('Self'));
      await withText()(page, pdf);
    });
    expect(await reader.fonts(1)).toEqual([{ name: 'Helvetica', bytes: 0 }]);
  });
});

describe('A page record', () => {
  it('has the fonts of a page with a text layer', async () => {
    const record = await readPage(await open(withText()), 1, { languages: ['en'] });
    expect(record.fonts).toEqual([{ name: 'Helvetica', bytes: 0 }]);
  });

  it('lacks them where PDFium fails on a font, and the page is read', async () => {
    const reader = await open(withText());
    reader.fonts = () => Promise.reject(new DocumentUnreadableError('The PDF makes its reader fail.'));
    const record = await readPage(reader, 1, { languages: ['en'] });
    expect(record.fonts).toBeUndefined();
    expect(record.words.length).toBeGreaterThan(10);
  });
});
