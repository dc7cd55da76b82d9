import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAGE_FILES } from '../../../core/results/page-files.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import type { PagePart } from '../../../core/requests/processing-blobs.ts';
import { hocrHead, hocrPage, HOCR_TAIL } from '../../../core/results/text/hocr.ts';
import { ocrResultSchema } from '../../../core/results/text/ocr-result.ts';
import { withScratchFolder } from '../../../core/storage/scratch-folder.ts';
import { writePageFiles } from '../../fakes/documents/page-files.ts';
import { drawRecord } from '../drawing/draw-record.ts';

async function write(
  records: readonly PageRecord[],
  title = 'A document',
): Promise<{ geometry: unknown; ocr: unknown; hocr: string }> {
  return withScratchFolder(async (folder) => {
    writePageFiles(folder, records);
    const textOf = (part: PagePart) => readFile(join(folder, PAGE_FILES[part].name), 'utf8');
    const geometry: unknown = JSON.parse(`[${await textOf('geometry')}]`);
    const ocr: unknown = JSON.parse(`{"pages":[${await textOf('ocr')}]}`);
    return { geometry, ocr, hocr: hocrHead(title) + (await textOf('hocr')) + HOCR_TAIL };
  });
}

describe('The OCR result', () => {
  it('has the structure of the specification', async () => {
    const { ocr } = await write([drawRecord(['Two words']), drawRecord([], { page: 2 })]);
    expect(ocrResultSchema.parse(ocr).pages.map(({ bboxes }) => bboxes.map(({ id, text }) => `${id} ${text}`))).toEqual(
      [['0 Two', '1 words'], []],
    );
  });

  it('contains boxes, entropy and the full text unchanged', async () => {
    const record = drawRecord(['x']);
    const word = { x1: 3, y1: 4, x2: 30, y2: 40, text: '"<é', entropy: 1.25, line: 0, block: 0 };
    const { ocr } = await write([{ ...record, words: [word], fulltext: 'full\ntext' }]);
    expect(ocr).toEqual({
      pages: [
        {
          width: 1819,
          height: 2573,
          bboxes: [{ id: 0, x1: 3, y1: 4, x2: 30, y2: 40, text: '"<é', text_entropy: 1.25 }],
          fulltext: 'full\ntext',
          unread_ink: 0,
          unread_handwriting: 0,
        },
      ],
    });
  });

  it('says which words are handwritten, and how many of them were not read', async () => {
    const box = { x1: 3, y1: 4, x2: 30, y2: 40, entropy: 0, line: 0, block: 0 };
    const words = [
      { ...box, text: 'Name', kind: 'printed' as const },
      { ...box, text: '', kind: 'handwritten' as const },
      { ...box, text: 'Ada', kind: 'handwritten' as const },
    ];
    const { ocr, hocr } = await write([{ ...drawRecord(['x']), words }]);
    const [page] = ocrResultSchema.parse(ocr).pages;
    expect(page?.bboxes.map(({ text, kind }) => `${kind} ${text}`)).toEqual([
      'printed Name',
      'handwritten ',
      'handwritten Ada',
    ]);
    expect(page?.unread_handwriting).toBe(1);
    expect(hocr.match(/class="ocrx_word"/g)).toHaveLength(2);
  });

  it('says of each page how much of its ink was not read: nothing of a text layer and of older records', async () => {
    const records = [
      drawRecord(['read'], { text_source: 'ocr', unread_ink: 0.0312, unread_script: false }),
      drawRecord([], { page: 2, unread_ink: 1, unread_script: true }),
      drawRecord(['from a text layer'], { page: 3 }),
    ];
    const { pages } = ocrResultSchema.parse((await write(records)).ocr);
    expect(pages.map(({ unread_ink }) => unread_ink)).toEqual([0.0312, 1, 0]);
  });

  it('is still read where it was written without the unread ink', () => {
    const page = { width: 10, height: 10, bboxes: [], fulltext: '' };
    expect(ocrResultSchema.parse({ pages: [page] })).toEqual({ pages: [page] });
    expect(ocrResultSchema.safeParse({ pages: [{ ...page, unread_ink: 1.01 }] }).success).toBe(false);
  });
});

describe('hOCR', () => {
  it('has metadata, and nests page, area, paragraph, line and word', async () => {
    const { hocr } = await write([drawRecord(['Hello'], { language: 'de' })]);
    expect(hocr).toContain('<meta name="ocr-system" content="Tearline" />');
    const classes = Array.from(hocr.matchAll(/<\w+ class="(\w+)"/g), ([, value]) => value);
    expect(classes).toEqual(['ocr_page', 'ocr_carea', 'ocr_par', 'ocr_line', 'ocrx_word']);
    expect(hocr).toContain('lang="de"');
  });

  it('has on every element the bounding box of its contents', () => {
    const words = [
      { x1: 10, y1: 20, x2: 40, y2: 50, text: 'a', entropy: 0, line: 0, block: 0 },
      { x1: 60, y1: 15, x2: 90, y2: 45, text: 'b', entropy: 0, line: 0, block: 0 },
      { x1: 12, y1: 70, x2: 44, y2: 95, text: 'c', entropy: 0, line: 1, block: 0 },
    ];
    const html = hocrPage({ ...drawRecord([]), words });
    expect(html).toContain('class="ocr_carea" id="block_1_1" title="bbox 10 15 90 95"');
    expect(html).toContain('class="ocr_line" id="line_1_1_1" title="bbox 10 15 90 50"');
    expect(html).toContain('class="ocr_line" id="line_1_1_2" title="bbox 12 70 44 95"');
    expect(html).toContain('title="bbox 60 15 90 45"');
  });

  it('has the words at their positions on the page, in CSS pixels', () => {
    const words = [{ x1: 220, y1: 440, x2: 330, y2: 480, text: 'here', entropy: 0, line: 0, block: 0 }];
    expect(hocrPage({ ...drawRecord([]), words })).toMatch(
      /style="left:96px;top:192px;font-size:[\d.]+px;transform:scaleX\([\d.]+\)"/,
    );
  });

  it('shows Japanese that is written downwards in columns as large as they are', () => {
    const words = [
      { x1: 220, y1: 440, x2: 260, y2: 640, text: '令和六年五', entropy: 0, line: 0, block: 0 },
      { x1: 240, y1: 640, x2: 255, y2: 660, text: '。', entropy: 0, line: 0, block: 0 },
    ];
    const html = hocrPage({ ...drawRecord([], { language: 'ja' }), words });
    const column = 'left:96px;top:192px;font-size:17.45px;writing-mode:vertical-rl;transform:scaleY(1)';
    expect(html).toContain(`style="${column}"`);
    expect(html.match(/writing-mode/g)).toHaveLength(2);
  });

  it('escapes any text', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (text, title) => {
        const words = [{ x1: 1, y1: 1, x2: 9, y2: 9, text: `<script>${text}`, entropy: 0, line: 0, block: 0 }];
        const html = `${hocrHead(`</title><script>${title}`)}${hocrPage({ ...drawRecord([]), words })}`;
        expect(html).not.toMatch(/<script/i);
        expect(html).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
        expect(html.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('The page geometry', () => {
  it('has size and rotation of each page, without its words', async () => {
    const { geometry } = await write([drawRecord(['x']), drawRecord([], { page: 2, rotation: 90 })]);
    expect(geometry).toEqual([
      { page: 1, width: 1819, height: 2573, dpi: 220, rotation: 0, skew: 0 },
      { page: 2, width: 1819, height: 2573, dpi: 220, rotation: 90, skew: 0 },
    ]);
  });
});
