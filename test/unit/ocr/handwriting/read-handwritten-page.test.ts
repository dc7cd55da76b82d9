import { describe, expect, it } from 'vitest';
import { readHandwrittenPage } from '../../../../core/ocr/handwriting/read-handwritten-page.ts';
import { LANGUAGES, type Language } from '../../../../core/ocr/languages/languages.ts';
import type { PageReader } from '../../../../core/ocr/ppocr/page-reader.ts';
import type { SlantedBox } from '../../../../core/ocr/ppocr/slanted-box.ts';

const PAGE = {
  image: { width: 1240, height: 1754, channels: 1, data: new Uint8Array(1240 * 1754).fill(255) },
  dpi: 150,
} as const;

const BOXES = Array.from({ length: 8 }, (_, line): SlantedBox => ({
  x: 600,
  y: 1000 - 100 * line,
  width: 900 - line,
  height: 50,
  angle: 0.02,
}));

/** Reads each line as this text; the lines are found from the bottom to the top. */
const readerOf = (text: string, confidence: number): PageReader => ({
  findLines: () => Promise.resolve([...BOXES]),
  read: async (lines, choose) => {
    const words = lines.map(({ width }) => ({ text: `${text}${width}`, left: 0, right: 1, confidence, entropy: 0.5 }));
    await choose?.(words);
    return words.map((word) => [word]);
  },
});

describe('A page that is written by hand throughout', () => {
  it('has all lines, from the top to the bottom', async () => {
    const page = await readHandwrittenPage(PAGE, readerOf('motherisinlondon', 80), LANGUAGES);
    const words = page?.lines.flatMap((line) => line.words) ?? [];
    expect(words.map(({ text }) => text)).toEqual(BOXES.map(({ width }) => `motherisinlondon${width}`).toReversed());
    expect(words.every(({ handwritten }) => handwritten)).toBe(true);
  });

  it('is in one of the languages that were chosen, or in none', async () => {
    const reader = readerOf('het huis van mijn moeder staat niet ver weg', 80);
    const languageAmong = async (among: readonly Language[]) =>
      (await readHandwrittenPage(PAGE, reader, among))?.language;
    expect(await languageAmong(LANGUAGES)).toBe('nl');
    expect([null, 'en', 'fr']).toContain(await languageAmong(['en', 'fr']));
  });

  it.each([
    ['read with little confidence', readerOf('motherisinlondon', 60)],
    ['in another script', readerOf('現在のフレームワークにおいて', 95)],
    ['of few letters', readerOf('1917 ab', 95)],
  ])('is none where its lines are %s', async (_name, reader) => {
    expect(await readHandwrittenPage(PAGE, reader, LANGUAGES)).toBeNull();
  });

  it('is none where no line is found', async () => {
    const blind: PageReader = { findLines: () => Promise.resolve([]), read: () => Promise.resolve([]) };
    expect(await readHandwrittenPage(PAGE, blind, LANGUAGES)).toBeNull();
  });
});
