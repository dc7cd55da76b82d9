import { describe, expect, it } from 'vitest';
import { recognise } from '../../../core/ocr/tesseract-engine.ts';
import { rotateBox, unrotateBox, rotateImage } from '../../../core/ocr/layout/rotate-image.ts';
import { recognisePage } from '../../../core/ocr/pages/recognise-page.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { drawPage } from './draw-line.ts';
import { drawScan, type Sheet } from './draw-scan.ts';

const TEXT = Array.from({ length: 16 }, (_, line) => `This is line number ${line + 1} of a page of text that runs on.`);
const ASIDE = [
  'Printed in the margin of the form, please do not write',
  'Version of November 2026, valid for all of the branches',
];

/** A page of text with two vertical lines at its right margin, from bottom to top. */
async function pageWithMargin(): Promise<RasterImage> {
  const page = await drawPage(TEXT, 150);
  const margin = rotateImage(await drawPage(ASIDE, 150), 270);
  const data = page.data.slice();
  for (let y = 0; y < page.height; y += 1) {
    const row = margin.height - page.height + y + 400;
    for (let x = 850; x < page.width; x += 1)
      data[y * page.width + x] = margin.data[row * margin.width + x - 700] ?? 255;
  }
  return { ...page, data };
}

describe('Vertical lines', () => {
  it('are read, with boxes at their positions', async () => {
    const page = await pageWithMargin();
    const { words } = await recognise(page, ['en'], { dpi: 150, segmentation: 'page', alternatives: false });
    const text = words.map((word) => word.text).join(' ');
    for (const line of [...TEXT.slice(0, 3), ...ASIDE.map((aside) => aside.slice(8, 24).trim())])
      expect(text).toContain(line);
    const printed = words.find((word) => word.text === 'November');
    expect(printed?.x1).toBeGreaterThan(850);
    expect((printed?.y2 ?? 0) - (printed?.y1 ?? 0)).toBeGreaterThan(2 * ((printed?.x2 ?? 0) - (printed?.x1 ?? 0)));
  });

  it('are read in a second language without another rotation of the page', () => {
    const page: RasterImage = { width: 3, height: 2, channels: 1, data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
    const turned = rotateImage(page, 90);
    expect(turned).toEqual({ ...page, width: 2, height: 3, data: Uint8Array.of(4, 1, 5, 2, 6, 3) });
    expect(rotateImage(page, 90) === turned).toBe(true);
    expect(rotateImage(page, 270).data).toEqual(Uint8Array.of(3, 6, 2, 5, 1, 4));
  });

  it('have boxes that map back to the page', () => {
    const size = { width: 120, height: 80 };
    const box = { left: 10, top: 20, right: 40, bottom: 25 };
    for (const turn of [0, 90, 270] as const) expect(unrotateBox(rotateBox(box, size, turn), size, turn)).toEqual(box);
    const dot: RasterImage = { ...size, channels: 1, data: new Uint8Array(9600).fill(255) };
    dot.data[20 * 120 + 10] = 0;
    const { left, top } = rotateBox({ left: 10, top: 20, right: 11, bottom: 21 }, size, 90);
    const rotated = rotateImage(dot, 90);
    expect(rotated.data[top * rotated.width + left]).toBe(0);
  });
});

/** The paper of a court: the numbers of its 28 lines stand beside two rules, and the text begins at the eleventh. */
const drawPleading = (sheet: Sheet): void => {
  for (let row = 0; row < 28; row += 1) {
    const y = 100 + 24 * row;
    sheet.text(String(row + 1), row > 8 ? 32 : 38, y, { size: 12 });
    if (row > 9) sheet.text(TEXT[row % TEXT.length] ?? '', 75, y, { size: 12 });
  }
  for (const x of [54, 57]) sheet.area(x, 20, 0.8, 790, 0);
};

describe('The numbers of the lines of a pleading', () => {
  it('are read as numbers, and not as a line of letters from bottom to top', { tags: 'slow' }, async () => {
    const page = await recognisePage(await drawScan(drawPleading), { languages: ['en'] });
    const margin = page.words.filter(({ x2 }) => x2 < 110).toSorted((a, b) => a.y1 - b.y1);
    expect(margin.slice(0, 5).map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5']);
  });
});
