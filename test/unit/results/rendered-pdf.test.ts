import { readFile, stat, writeFile } from 'node:fs/promises';
import { PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import type { PDFDict } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import type { RenderedPdfOptions } from '../../../core/parser-jobs.ts';
import { run as writeRenderedPdf } from '../../../core/results/jobs/write-rendered-pdf.ts';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import { drawRecord } from '../drawing/draw-record.ts';
import { asFile, difference, allTextOf, loadPdf, newPath, renderPage, silent, wordsOf } from '../drawing/read-pdf.ts';

/** A white A4 page with a black bar at the top left, as a scan at 50 dpi. */
async function drawScan(): Promise<string> {
  const bar = await sharp({ create: { width: 90, height: 20, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  const scan = sharp({ create: { width: 413, height: 585, channels: 3, background: 'white' } }).composite([
    { input: bar, left: 23, top: 14 },
  ]);
  return asFile(await scan.png().toBuffer(), 'scan.png');
}

/** Low quality, for tests that do not compare pixels. */
const SMALL: RenderedPdfOptions = { dpi: 50 };

async function render(
  records: readonly PageRecord[],
  options: RenderedPdfOptions = SMALL,
  upload?: string,
): Promise<string> {
  const path = upload ?? (await drawScan());
  const outPath = newPath('rendered.pdf');
  const recordPath = await asFile(records.map((record) => `${JSON.stringify(record)}\n`).join(''), 'records.jsonl');
  await writeRenderedPdf(
    {
      path,
      kind: 'png',
      recordPaths: [recordPath],
      pages: records.map(({ page }) => page),
      ...(records.some(({ crop }) => crop !== undefined) ? { crops: records.map(({ crop = 1 }) => crop) } : {}),
      options,
      title: 'Příloha <1> & 文書',
      outPath,
    },
    silent,
  );
  return outPath;
}

async function imageOf(path: string): Promise<PDFDict> {
  const pdf = await loadPdf(path);
  const [image] = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
        ? [object.dict]
        : [],
    );
  if (image === undefined) throw new Error('The page has no image.');
  return image;
}

async function pixelsOf(path: string): Promise<string> {
  const image = await imageOf(path);
  return `${image.get(PDFName.of('Width'))?.toString() ?? ''}x${image.get(PDFName.of('Height'))?.toString() ?? ''}`;
}

describe('The invisible text of a rendered page', () => {
  it('is at the positions of the words on the image', async () => {
    const record = drawRecord(['Invoice 4711 of May', { text: 'Total: 12,50', y: 900, size: 60 }]);
    const path = await render([record]);
    const found = await wordsOf(path, 1);
    const points = 72 / 220;
    expect(found.map(({ text }) => text)).toEqual(record.words.map(({ text }) => text));
    for (const [index, word] of record.words.entries()) {
      const box = found[index];
      expect(Math.abs((box?.x1 ?? 0) - word.x1 * points)).toBeLessThan(2);
      expect(Math.abs((box?.x2 ?? 0) - word.x2 * points)).toBeLessThan(2);
      expect(box?.y1).toBeLessThan(((word.y1 + word.y2) / 2) * points);
      expect(box?.y2).toBeGreaterThan(((word.y1 + word.y2) / 2) * points);
    }
  });

  it('is not visible', async () => {
    const upload = await drawScan();
    const path = await render([drawRecord(['Some words', 'in two lines'])], SMALL, upload);
    const shown = await renderPage(path, 1, 300);
    const reader = await openDocument(upload);
    expect(difference(shown, await reader.render(1, { width: shown.width, height: shown.height }, 3))).toBeLessThan(1);
  });

  it('is one string for a run of Japanese, so that copying inserts no spaces', async () => {
    const record = drawRecord([]);
    const words = Array.from('請求書の合計', (text, index) => ({
      x1: 200 + index * 42,
      y1: 200,
      x2: 240 + index * 42,
      y2: 240,
      text,
      entropy: 0,
      line: 0,
      block: 0,
    }));
    const contents = await allTextOf(await render([{ ...record, words }]));
    expect(contents.match(/ Tj/g)).toHaveLength(1);
    expect(contents).toContain('<0001> <8acb>');
  });

  it('separates Japanese columns, and Japanese from Latin, by spaces', async () => {
    const at = (text: string, x1: number, x2: number) => ({
      x1,
      y1: 200,
      x2,
      y2: 240,
      text,
      entropy: 0,
      line: 0,
      block: 0,
    });
    const path = await render([
      {
        ...drawRecord([]),
        words: [at('合計', 200, 280), at('ABC', 290, 360), at('円', 900, 940), at('税', 1200, 1240)],
      },
    ]);
    expect((await wordsOf(path, 1)).map(({ text }) => text)).toEqual(['合計', 'ABC', '円', '税']);
  });

  it.each(['العربية', '(שלום)', 'שָׁלוֹם', 'بيت12.50', '12:30בית', 'PDFملف', 'ملفPDF', 'سنة١٢٣', 'plain-12.50%'])(
    'is read as it was, whatever its direction: %s',
    async (text) => {
      const word = { x1: 200, y1: 200, x2: 440, y2: 240, text, entropy: 0, line: 0, block: 0 };
      const found = await wordsOf(await render([{ ...drawRecord([]), words: [word] }]), 1);
      expect(found.map((one) => one.text).join('')).toBe(text.normalize('NFC'));
    },
  );

  it.each([
    ['down a column', ['請求書の', '合計金額'], [200, 500]],
    ['up a line that stands on its side', ['Invoice', 'total'], [500, 200]],
  ])('runs %s, over the words', async (_direction, texts, tops) => {
    const words = texts.map((text, index) => {
      const y1 = tops[index] ?? 0;
      return { x1: 700, y1, x2: 740, y2: y1 + 240, text, entropy: 0, line: 0, block: 0 };
    });
    const found = await wordsOf(await render([{ ...drawRecord([]), words }]), 1);
    const points = 72 / 220;
    expect(found.map(({ text }) => text)).toEqual(texts);
    for (const [index, { x1, y1, x2, y2 }] of words.entries())
      for (const [edge, expected] of Object.entries({ x1, y1, x2, y2 }))
        expect(
          Math.abs(Number(Object.entries(found[index] ?? {}).find(([name]) => name === edge)?.[1]) - expected * points),
        ).toBeLessThan(4);
  });

  it('includes characters beyond the basic plane, and no forbidden ones', async () => {
    const path = await render([drawRecord(['𠮷野家 bad\u0000\u0007char \ud800half'])]);
    expect(await allTextOf(path)).toContain('<d842dfb7>');
    expect((await wordsOf(path, 1)).map(({ text }) => text).join(' ')).not.toMatch(
      /[\u0000\u0007\ud800-\udbff](?![\udc00-\udfff])/,
    );
  });

  it('has at most 4 KB for a page of 400 words', async () => {
    const lines = Array.from({ length: 40 }, (_, line) =>
      Array.from({ length: 10 }, (_unused, word) => `word${line * 7 + word}`).join(' '),
    );
    const [withText, without] = await Promise.all(
      [drawRecord(lines), drawRecord([])].map(
        async (record) => (await stat(await render([record, { ...record, page: 1 }]))).size,
      ),
    );
    // The tables of the font, up to 2,000 bytes here, are included once.
    expect(((withText ?? 0) - (without ?? 0)) / 2).toBeLessThan(4_000 + 2_000);
  });
});

describe('The size of rendered pages', () => {
  it('is that of the paper, at 220 dpi', async () => {
    const path = await render([drawRecord([])], {});
    const { width, height } = (await loadPdf(path)).getPage(0).getSize();
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    expect(await pixelsOf(path)).toBe('1819x2573');
  });

  it('follows dpi', async () => {
    expect(await pixelsOf(await render([drawRecord([])], { dpi: 110 }))).toBe('909x1287');
  });

  it('follows image_width, the short side in pixels', async () => {
    expect(await pixelsOf(await render([drawRecord([])], { image_width: 500, dpi: 600 }))).toBe('500x707');
  });

  it('follows the page size in millimetres', async () => {
    const path = await render([drawRecord([])], { page_height: 210, page_width: 148, dpi: 100 });
    const { width, height } = (await loadPdf(path)).getPage(0).getSize();
    expect([width, height].map((points) => Math.round((points / 72) * 25.4))).toEqual([148, 210]);
    expect(await pixelsOf(path)).toBe('583x824');
  });

  it('is smaller for a lower quality', async () => {
    const [low, high] = await Promise.all(
      [10, 95].map(
        async (jpeg_quality) => (await stat(await render([drawRecord([])], { ...SMALL, jpeg_quality }))).size,
      ),
    );
    expect(low).toBeLessThan(high ?? 0);
  });
});

it('a rotated page is rendered upright, with its text in place', async () => {
  const sideways = await asFile(
    await sharp(await readFile(await drawScan()))
      .rotate(90)
      .png()
      .toBuffer(),
    'sideways.png',
  );
  const path = await render([drawRecord(['upright words'], { rotation: 270 })], SMALL, sideways);
  const upright = await render([drawRecord(['upright words'])]);
  expect(difference(await renderPage(path, 1, 200), await renderPage(upright, 1, 200))).toBeLessThan(1);
});

it('only the requested pages are rendered', async () => {
  const outPath = newPath('rendered.pdf');
  const recordPath = newPath('records.jsonl');
  await writeFile(
    recordPath,
    [2, 1, 3]
      .map(
        (page) =>
          `${JSON.stringify(drawRecord([`page ${page}`], { page: 1 })).replace('"page":1', `"page":${page}`)}\n`,
      )
      .join(''),
  );
  const { pages } = await writeRenderedPdf(
    { path: await drawScan(), kind: 'png', recordPaths: [recordPath], pages: [1], options: SMALL, title: '', outPath },
    silent,
  );
  expect([pages, (await loadPdf(outPath)).getPageCount()]).toEqual([1, 1]);
  expect((await wordsOf(outPath, 1)).map(({ text }) => text)).toEqual(['page', '1']);
});

describe('A PDF/A', () => {
  it('has XMP metadata, an output intent and an identifier', async () => {
    const path = await render([drawRecord(['words'])], { ...SMALL, pdfa_compliant: true });
    const everything = await allTextOf(path);
    expect(everything).toMatch(/<pdfaid:part>2<.*\s*<pdfaid:conformance>B</);
    expect(everything).toContain(
      'Příloha &lt;1&gt; &amp; 文書'.replace(/[^\0-\x7f]/g, (character) => Buffer.from(character).toString('latin1')),
    );
    expect(everything).toContain('/GTS_PDFA1');
    expect((await readFile(path)).toString('latin1')).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  });

  it('has the same bytes whenever it is written', async () => {
    const upload = await drawScan();
    const writtenOn = async (day: string): Promise<Buffer> => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) });
      return readFile(await render([drawRecord(['words'])], { ...SMALL, pdfa_compliant: true }, upload));
    };
    onTestFinished(() => void vi.useRealTimers());
    expect(await writtenOn('2026-11-30')).toEqual(await writtenOn('2027-02-28'));
  });
});

describe('The page of a crop', () => {
  /** Two white receipts on a black page of 8 by 10 inches at 100 dpi. */
  const drawReceipts = async (): Promise<string> => {
    const receipt = (width: number) =>
      sharp({ create: { width, height: 800, channels: 3, background: 'white' } })
        .png()
        .toBuffer();
    const lid = sharp({ create: { width: 800, height: 1000, channels: 3, background: 'black' } }).composite([
      { input: await receipt(300), left: 50, top: 100 },
      { input: await receipt(200), left: 500, top: 100 },
    ]);
    return asFile(await lid.withMetadata({ density: 100 }).png().toBuffer(), 'receipts.png');
  };
  const box = (left: number, right: number): number[] => [left, 0.1, right, 0.1, right, 0.9, left, 0.9];
  const cropOf = (crop: number, width: number, corners: number[]): PageRecord => {
    const { schema_version, page, ...record } = drawRecord([{ text: `Receipt ${crop}`, y: 100, size: 30 }]);
    return { schema_version, page, crop, ...record, dpi: 100, width, height: 800, crop_corners: corners };
  };
  const LEFT = cropOf(1, 300, box(50 / 800, 350 / 800));
  const RIGHT = cropOf(2, 200, box(500 / 800, 700 / 800));

  it('has the size of the crop, its words, and nothing of the background', { tags: 'slow' }, async () => {
    const path = await render([LEFT, RIGHT], {}, await drawReceipts());
    const sizes = (await loadPdf(path)).getPages().map((page) => [page.getWidth(), page.getHeight()]);
    expect(sizes).toEqual([
      [216, 576],
      [144, 576],
    ]);
    for (const [at, record] of [LEFT, RIGHT].entries()) {
      const words = await wordsOf(path, at + 1);
      expect(words.map(({ text }) => text)).toEqual(['Receipt', String(record.crop)]);
      const [shown] = words;
      const [word] = record.words;
      expect(Math.abs((shown?.x1 ?? 0) - (word?.x1 ?? 99) * 0.72)).toBeLessThan(2);
      const image = await renderPage(path, at + 1, 200);
      // The outermost pixels are interpolated.
      expect(image.data.filter((value) => value < 120)).toHaveLength(0);
    }
  });

  it('is written alone where the other crop of the page is not asked for', async () => {
    const path = newPath('one.pdf');
    const lines = [LEFT, RIGHT].map((record) => `${JSON.stringify(record)}\n`).join('');
    await writeRenderedPdf(
      {
        path: await drawReceipts(),
        kind: 'png',
        recordPaths: [await asFile(lines, 'records.jsonl')],
        pages: [1],
        crops: [2],
        options: SMALL,
        title: 'One',
        outPath: path,
      },
      silent,
    );
    expect((await wordsOf(path, 1)).map(({ text }) => text)).toEqual(['Receipt', '2']);
    expect((await loadPdf(path)).getPageCount()).toBe(1);
  });

  it('is as long and wide as is asked', async () => {
    const path = await render([LEFT], { page_height: 200, page_width: 75, dpi: 100 }, await drawReceipts());
    const [page] = (await loadPdf(path)).getPages();
    expect([Math.round(page?.getWidth() ?? 0), Math.round(page?.getHeight() ?? 0)]).toEqual([213, 567]);
    expect(await pixelsOf(path)).toBe('295x787');
  });

  it(
    'at a resolution at which the whole page would be too large is enlarged from the largest page',
    { tags: 'slow' },
    async () => {
      const corners = [50 / 800, 0.1, 100 / 800, 0.1, 100 / 800, 0.15, 50 / 800, 0.15];
      const small = { ...cropOf(1, 50, corners), height: 50 };
      const path = await render([small], { dpi: 1200, pdfa_compliant: true }, await drawReceipts());
      expect(await pixelsOf(path)).toBe('600x600');
    },
  );
});
