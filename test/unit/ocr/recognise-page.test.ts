import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import { PdfReader } from '../../../core/documents/pdf/pdf-reader.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { recogniseLine } from '../../../core/ocr/lines/recognise-line.ts';
import type { PageSource } from '../../../core/ocr/pages/page-source.ts';
import { recognisePage } from '../../../core/ocr/pages/recognise-page.ts';
import { recognise } from '../../../core/ocr/tesseract-engine.ts';
import { readPage } from '../../../core/documents/read-page.ts';
import { uprightPage } from '../../../core/ocr/layout/deskew-page.ts';
import { drawPdf, withText } from '../drawing/draw-upload.ts';
import { asFile } from '../drawing/read-pdf.ts';
import { drawScan, withLines } from './draw-scan.ts';

const DPI = 220;
/**
 * The first baseline of a page is 100 points from its top, each following one 24 points lower; lines begin 72 points
 * from the left.
 */
const LETTER = [
  'Sehr geehrte Damen und Herren,',
  'für die Lieferung vom 12. März berechnen wir Ihnen den folgenden Betrag.',
  'Bitte überweisen Sie die Summe innerhalb von 30 Tagen auf unser Konto.',
  'Mit freundlichen Grüßen',
];

/** The defects of a scanned page. */
interface Scan {
  /** Degrees clockwise. */
  readonly rotation?: 0 | 90 | 180 | 270;
  readonly skew?: number;
  readonly change?: (image: RasterImage) => RasterImage;
}

/** An A4 page with these lines. */
async function scan(
  lines: readonly string[],
  { rotation = 0, skew = 0, change = (image) => image }: Scan = {},
): Promise<PageSource> {
  const reader = await PdfReader.open(await drawPdf(withText({ lines })));
  const sideways = rotation % 180 !== 0;
  const size = (dpi: number) => ({ width: Math.round((595 / 72) * dpi), height: Math.round((842 / 72) * dpi) });
  const { width, height } = size(DPI);
  return {
    widthPx: sideways ? height : width,
    heightPx: sideways ? width : height,
    dpi: DPI,
    render: async (dpi, by = { rotation: 0, skew: 0 }) => {
      const viewed = change(await uprightPage(await reader.render(1, size(dpi), 1), rotation, skew));
      return uprightPage(viewed, by.rotation, by.skew);
    },
  };
}

const lineTexts = (words: readonly { text: string; line: number }[]) =>
  [...Map.groupBy(words, ({ line }) => line).values()].map((line) => line.map(({ text }) => text).join(' '));

describe('OCR of a page', () => {
  it('detects the language and returns every word with box, line and entropy', async () => {
    const page = await recognisePage(await scan(LETTER), { languages: [] });
    expect(page).toMatchObject({ width: 1818, height: 2573, rotation: 0, skew: 0, language: 'de', text_source: 'ocr' });
    expect(lineTexts(page.words)).toEqual(LETTER);
    const first = page.words[0];
    // 72 points from the left and 100 points from the top to the baseline, in pixels at 220 dpi, within 3 pixels.
    expect(Math.abs((first?.x1 ?? 0) - 220)).toBeLessThanOrEqual(4);
    expect(Math.abs((first?.y2 ?? 0) - 306)).toBeLessThanOrEqual(12);
    expect(page.words.every(({ entropy }) => entropy >= 0 && entropy < 3)).toBe(true);
  });

  it('corrects rotation and skew of a page that was scanned upside down, and returns boxes on the upright page', async () => {
    const page = await recognisePage(await scan(LETTER, { rotation: 180, skew: 2 }), { languages: [] });
    expect(page.rotation).toBe(180);
    expect(Math.abs(page.skew + 2)).toBeLessThanOrEqual(0.15);
    expect(lineTexts(page.words)).toEqual(LETTER);
    expect(Math.abs((page.words[0]?.x1 ?? 0) - 220)).toBeLessThanOrEqual(8);
  });

  it('rotates a sideways page', { tags: 'slow' }, async () => {
    const page = await recognisePage(await scan(LETTER, { rotation: 90 }), { languages: [] });
    expect(page).toMatchObject({ width: 1818, height: 2573, rotation: 270, language: 'de' });
    expect(lineTexts(page.words)).toEqual(LETTER);
  });

  it('reads white on black, in the language that the caller has chosen', async () => {
    const negative = (image: RasterImage): RasterImage => ({ ...image, data: image.data.map((grey) => 255 - grey) });
    const page = await recognisePage(await scan(LETTER, { change: negative }), { languages: ['de'] });
    expect(lineTexts(page.words)).toEqual(LETTER);
    expect(page.language).toBe('de');
  });

  it('ignores a language hint that the page contradicts', async () => {
    const page = await recognisePage(await scan(LETTER), { languages: [], priorLanguage: 'pl' });
    expect(page.language).toBe('de');
  });

  it('renders a blank page only once, at low resolution', async () => {
    const requested: number[] = [];
    const blank: PageSource = {
      widthPx: 1818,
      heightPx: 2573,
      dpi: DPI,
      render: (dpi) => {
        requested.push(dpi);
        return Promise.resolve({ width: 1240, height: 1754, channels: 1, data: new Uint8Array(1240 * 1754).fill(247) });
      },
    };
    expect(await recognisePage(blank, { languages: [] })).toMatchObject({
      text_source: 'none',
      words: [],
      language: null,
      rotation: 0,
    });
    expect(requested).toEqual([150]);
  });
});

describe('A page in large print', () => {
  it('is read at fewer pixels per inch, and has boxes on the page as it is', async () => {
    const lines = [
      'TAX INVOICE',
      'Cashier 113',
      'Chicken Rice',
      'Total amount',
      'Cash tendered',
      'Change due',
      'Thank you',
    ];
    const drawn = await drawScan(withLines([...lines, ...lines.slice(1)], { size: 26, step: 52, top: 120 }));
    const requested: number[] = [];
    const source: PageSource = {
      ...drawn,
      render: (dpi, orientation) => {
        requested.push(dpi);
        return drawn.render(dpi, orientation);
      },
    };
    const { words, language, width } = await recognisePage(source, { languages: [] });
    expect(lineTexts(words)).toEqual([...lines, ...lines.slice(1)]);
    expect([language, width]).toEqual(['en', 1240]);
    // 60 points from the left and 120 points from the top to the baseline, in pixels at 150 dpi.
    expect(Math.abs((words[0]?.x1 ?? 0) - 125)).toBeLessThanOrEqual(5);
    expect(Math.abs((words[0]?.y2 ?? 0) - 250)).toBeLessThanOrEqual(5);
    expect(requested.length).toBeGreaterThan(1);
    expect(Math.max(...requested.slice(1))).toBeLessThan(120);
  });
});

describe('A page in large print with a footer in small print', () => {
  it('is read with its footer', { tags: 'slow' }, async () => {
    const page = await drawScan((sheet) => {
      for (let line = 0; line < 9; line += 1)
        sheet.text('Certificate of attendance', 60, 100 + line * 48, { size: 24 });
      sheet.text('Certificate number 2023-118-562 Issued 14.11.2023 VAT 552 118 904', 60, 780, { size: 8 });
    });
    const { words } = await recognisePage(page, { languages: ['en'] });
    expect(lineTexts(words).at(-1)).toBe('Certificate number 2023-118-562 Issued 14.11.2023 VAT 552 118 904');
  });
});

describe('Rows of one sign on a receipt', () => {
  const areNoWords = async (sign: string): Promise<void> => {
    const lines = ['Supermarket Miller', 'Apples 1.20', 'Bread 2.40', 'Milk 0.99', 'Total 4.59', 'Thank you'];
    const row = sign.repeat(40);
    const page = await drawScan(withLines(lines.flatMap((line) => [line, row])));
    const { words, unreadInk } = await recognisePage(page, { languages: ['en'] });
    expect(lineTexts(words)).toEqual(lines);
    expect(unreadInk).toBeLessThan(0.05);
  };
  it('are no words, and count as read: #', () => areNoWords('#'));
  it('are no words, and count as read: x', { tags: 'slow' }, () => areNoWords('x'));
});

describe('A table on its side', () => {
  it('is not taken for large print', { tags: 'slow' }, async () => {
    const cities = ['Mainz', 'Essen', 'Trier', 'Worms', 'Gotha', 'Celle'];
    const table = await drawScan((sheet) => {
      for (let row = 0; row < 24; row += 1)
        for (let column = 0; column < 9; column += 1)
          sheet.text(cities[(row + column) % cities.length] ?? '', 50 + column * 56, 80 + row * 11.5, { size: 10 });
    });
    const { widthPx, heightPx } = table;
    const requested: number[] = [];
    const sideways: PageSource = {
      ...table,
      widthPx: heightPx,
      heightPx: widthPx,
      render: async (dpi, by = { rotation: 0, skew: 0 }) => {
        requested.push(dpi);
        return uprightPage(await table.render(dpi, { rotation: 90, skew: 0 }), by.rotation, by.skew);
      },
    };
    const { words, rotation } = await recognisePage(sideways, { languages: ['de'] });
    expect(rotation).toBe(270);
    expect(words.filter(({ text }) => cities.includes(text)).length).toBeGreaterThan(204);
    expect(Math.min(...requested)).toBe(150);
  });
});

describe('A scanned page with dotted lines', () => {
  it.each([3, 5])('has no word with the height of the page (page %i of the sample)', { tags: 'slow' }, async (page) => {
    const reader = await openDocument(fileURLToPath(new URL('../../../samples/scanned-mail.pdf', import.meta.url)));
    try {
      const { words, height } = await readPage(reader, page, { languages: ['fr', 'cs'] });
      expect(words.length).toBeGreaterThan(100);
      expect(Math.max(...words.map(({ y1, y2 }) => y2 - y1))).toBeLessThan(height / 20);
    } finally {
      await reader.close();
    }
  });
});

describe('A page that was scanned at 96 dpi', () => {
  it('keeps its resolution, is upscaled for OCR, and has boxes at its own resolution', { tags: 'slow' }, async () => {
    const letter = await PdfReader.open(await drawPdf(withText({ lines: LETTER, size: 14 })));
    const { data, ...raw } = await letter.render(1, { width: 793, height: 1123 }, 1);
    const upload = await asFile(
      await sharp(data, { raw }).withMetadata({ density: 96 }).jpeg({ quality: 95 }).toBuffer(),
      'scan.jpg',
    );
    const reader = await openDocument(upload);
    try {
      const { width, height, dpi, words, fulltext } = await readPage(reader, 1, { languages: ['de'] });
      expect({ width, height, dpi }).toEqual({ width: 793, height: 1123, dpi: 96 });
      expect(fulltext).toContain('Bitte überweisen Sie die Summe innerhalb von 30 Tagen auf unser Konto.');
      // 72 points from the left, in pixels at 96 dpi.
      expect(Math.abs((words[0]?.x1 ?? 0) - 96)).toBeLessThanOrEqual(3);
    } finally {
      await reader.close();
    }
  });
});

describe('The OCR engine', () => {
  it('reads a single line', async () => {
    const source = await scan(['Invoice number 2026-118']);
    const page = await source.render(150);
    const line: RasterImage = {
      width: page.width,
      height: 60,
      channels: 1,
      data: page.data.slice(170 * page.width, 230 * page.width),
    };
    const { text, confidence } = await recogniseLine('en', line);
    expect(text).toBe('Invoice number 2026-118');
    expect(confidence).toBeGreaterThan(80);
  });

  it('stops at its limit on the length of lines, with the widest of them read', { tags: 'slow' }, async () => {
    // Lines 2 to 9 are the widest. Eight lines are read at a time, and the limit is reached with the first one.
    const lines = Array.from(
      { length: 20 },
      (_, at) => `Line ${at} of a long page${at >= 2 && at < 10 ? ' goes on' : ''}`,
    );
    const image = await (await drawScan(withLines(lines, { step: 17 }))).render(150);
    const readUpTo = async (maxLength: number) =>
      lineTexts(
        (await recognise(image, ['en'], { dpi: 150, segmentation: 'page', alternatives: true, maxLength })).words,
      );
    expect(await readUpTo(1)).toEqual(lines.slice(2, 10));
    expect(await readUpTo(10_000)).toHaveLength(20);
  });

  it('continues after a page on which it failed', async () => {
    const bad: RasterImage = { width: 10, height: 10, channels: 3, data: new Uint8Array(300) };
    await expect(recognise(bad, ['en'], { dpi: 150, segmentation: 'page', alternatives: false })).rejects.toThrow(
      'grey',
    );
    const image = await (await scan(['Good morning'])).render(150);
    const { words } = await recognise(image, ['en'], { dpi: 150, segmentation: 'page', alternatives: false });
    expect(words.map(({ text }) => text)).toEqual(['Good', 'morning']);
  });
});
