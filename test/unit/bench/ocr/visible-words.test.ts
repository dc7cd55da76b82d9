import { PDFDocument, StandardFonts, rgb } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { visibleWords } from '../../../../bench/ocr/pages/visible-words.ts';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';

describe('the visible words of a page', () => {
  it('are those with contrast, on the page, each once in a place', async () => {
    const file = await PDFDocument.create();
    const font = await file.embedFont(StandardFonts.Helvetica);
    const page = file.addPage([300, 200]);
    page.drawRectangle({ x: 0, y: 40, width: 300, height: 40, color: rgb(0, 0, 0) });
    page.drawText('seen', { x: 20, y: 150, size: 12, font });
    page.drawText('seen', { x: 200, y: 150, size: 12, font });
    page.drawText('inverse', { x: 20, y: 55, size: 12, font, color: rgb(1, 1, 1) });
    page.drawText('white', { x: 20, y: 120, size: 12, font, color: rgb(1, 1, 1) });
    page.drawText('covered', { x: 120, y: 55, size: 12, font });
    const reader = await PdfReader.open(await file.save());
    const { words } = await reader.textLayer(1);
    const beyond = { text: 'beyond', x1: 400, y1: 40, x2: 430, y2: 52 };
    const twice = words.filter(({ text }) => text === 'inverse').map((word) => ({ ...word, x1: word.x1 + 0.5 }));
    const visible = await visibleWords(reader, 1, [...words, beyond, ...twice]);
    expect(visible.map(({ text }) => text)).toEqual(['seen', 'seen', 'inverse']);
    expect(visible[0]?.x).toBeCloseTo((20 + 14) / 72, 1);
    await reader.close();
  });
});
