import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInkBox } from '../../../../core/ocr/layout/find-ink-box.ts';
import { readLanguageData } from '../../../../core/ocr/languages/language-data.ts';
import { crop, type Box } from '../../../../core/ocr/lstm/line-image.ts';
import { loadLineRecogniser, type LineRecogniser } from '../../../../core/ocr/lstm/line-recogniser.ts';
import { dropEngines, recognise } from '../../../../core/ocr/tesseract-engine.ts';
import { tesseractName } from '../../../../core/ocr/languages/tesseract-languages.ts';
import { LEVEL, LSTM_ONLY, SEGMENTATION, loadTesseract } from '../../../../core/ocr/tesseract-module.ts';
import type { Language } from '../../../../core/ocr/languages/languages.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { drawPage, invertImage } from '../draw-line.ts';

const LETTER = [
  'Dear Madam, please find enclosed invoice no. 2026-118',
  'of 12 March over 1,284.50 EUR (net), due in 30 days.',
  'With all good wishes, also to your colleagues',
];

interface ReadWord {
  readonly text: string;
  readonly confidence: number;
}

/** The words that Tesseract itself recognises. */
async function readByTesseract(image: RasterImage, language: Language, dpi: number): Promise<ReadWord[]> {
  const module = await loadTesseract();
  const name = tesseractName(language);
  module.FS.writeFile(`/tessdata/${name}.traineddata`, await readLanguageData(language));
  const api = new module.TessBaseAPI();
  api.Init('/tessdata', name, LSTM_ONLY);
  api.SetPageSegMode(SEGMENTATION.page);
  const address = module._malloc(image.data.length);
  new Uint8Array(module.memory.buffer).set(image.data, address);
  api.SetImage(address, image.width, image.height, 1, image.width);
  api.SetSourceResolution(dpi);
  api.Recognize(null);
  const iterator = api.GetIterator();
  const words: ReadWord[] = [];
  do words.push({ text: iterator.GetUTF8Text(LEVEL.word), confidence: iterator.Confidence(LEVEL.word) });
  while (iterator.Next(LEVEL.word));
  return words;
}

/** Baselines of LETTER in pixels at 150 dpi. */
const BASELINES = [208, 258, 308] as const;

describe('The line recogniser', () => {
  let page: RasterImage;
  let english: LineRecogniser;
  beforeAll(async () => {
    page = await drawPage(LETTER, 150);
    english = await loadLineRecogniser(await readLanguageData('en'));
  });
  afterAll(dropEngines);

  /** The bounding box of the line's ink with a margin of four pixels. */
  const line = (baseline: number): Box => {
    const { left, top, right, bottom } = findInkBox(page, {
      left: 100,
      top: baseline - 25,
      right: 1150,
      bottom: baseline + 12,
    }) ?? { left: 0, top: 0, right: 0, bottom: 0 };
    return { left: left - 4, top: top - 4, right: right + 4, bottom: bottom + 4 };
  };
  const texts = (image: RasterImage, tops: readonly number[]) =>
    english.read(image, tops.map(line)).map((words) => words.map(({ text }) => text).join(' '));

  const title = 'returns the same text and confidence as Tesseract with the data of "%s"';
  const returnsTheSame = async (language: Language): Promise<void> => {
    const theirs = await readByTesseract(page, language, 150);
    const { words: ours } = await recognise(page, [language], {
      dpi: 150,
      segmentation: 'page',
      alternatives: false,
    });
    expect(ours.map(({ text }) => text)).toEqual(theirs.map(({ text }) => text));
    const differences = ours.map(({ confidence }, index) => Math.abs(confidence - (theirs[index]?.confidence ?? 0)));
    expect(differences.reduce((sum, difference) => sum + difference, 0) / differences.length).toBeLessThan(4);
  };
  it.each(['en'] as const)(title, returnsTheSame);
  it.each(['de', 'fr'] as const)(title, { tags: 'slow' }, returnsTheSame);

  it('reads languages whose characters have several codes', { tags: 'slow' }, async () => {
    const theirs = await readByTesseract(page, 'ja', 150);
    const { words: ours } = await recognise(page, ['ja'], { dpi: 150, segmentation: 'page', alternatives: false });
    // The Japanese network hardly knows Latin letters: it confuses upper and lower case if the line is one pixel lower.
    const other = ours.filter(({ text }, index) => text !== theirs[index]?.text);
    expect(ours.length).toBe(theirs.length);
    expect(other.length).toBeLessThanOrEqual(3);
  });

  it('reads several lines together like each line alone', () => {
    expect(texts(page, BASELINES)).toEqual(LETTER);
    expect(BASELINES.flatMap((top) => texts(page, [top]))).toEqual(LETTER);
  });

  it('reads white on black', () => {
    expect(texts(invertImage(page), BASELINES)).toEqual(LETTER);
  });

  it('returns the positions of the words', () => {
    const [words = []] = english.read(page, [line(BASELINES[0])]);
    // "Dear" begins 72 points from the left, which is 150 pixels.
    expect(Math.abs((words[0]?.left ?? 0) - 150)).toBeLessThanOrEqual(10);
    for (const [index, word] of words.entries()) expect(word.left).toBeGreaterThanOrEqual(words[index - 1]?.right ?? 0);
  });

  it('returns them where the margin of the line reaches beyond the image', () => {
    const box = line(BASELINES[0]);
    const inside = { left: box.left, top: box.top + 4, right: box.right, bottom: box.bottom - 4 };
    const cut: RasterImage = { ...crop(page, inside), channels: 1 };
    const width = box.right - box.left;
    const [words = []] = english.read(cut, [{ left: 0, top: -4, right: width, bottom: cut.height + 4 }]);
    const [whole = []] = english.read(page, [box]);
    expect(words.map(({ text }) => text)).toEqual(whole.map(({ text }) => text));
    for (const [index, { left, right }] of words.entries()) {
      expect(Math.abs(left + box.left - (whole[index]?.left ?? 0))).toBeLessThanOrEqual(6);
      expect(Math.abs(right + box.left - (whole[index]?.right ?? 0))).toBeLessThanOrEqual(6);
    }
  });

  it('reads nothing in a box without width, and nothing on blank paper', () => {
    expect(
      english.read(page, [
        { left: 300, top: 100, right: 300, bottom: 130 },
        { left: 300, top: 600, right: 900, bottom: 630 },
      ]),
    ).toEqual([[], []]);
  });

  it('has lower confidence and higher entropy for a smudged word', async () => {
    const smudged: RasterImage = { ...page, data: page.data.slice() };
    for (let y = 190; y < 204; y += 1) for (let x = 230; x < 330; x += 3) smudged.data[y * smudged.width + x] = 90;
    const entropyOf = async (image: RasterImage) => {
      const { words, confidence } = await recognise(image, ['en'], {
        dpi: 150,
        segmentation: 'page',
        alternatives: true,
      });
      return { confidence, entropy: words.slice(0, 8).reduce((sum, { entropy }) => sum + entropy, 0) };
    };
    const [clean, poor] = [await entropyOf(page), await entropyOf(smudged)];
    expect(poor.confidence).toBeLessThan(clean.confidence);
    expect(poor.entropy).toBeGreaterThan(clean.entropy);
  });

  it('keeps the more confident of two languages, line by line', async () => {
    const german = await drawPage(['Für die Größe der Räume gilt Artikel 5 der Satzung über Gebühren.'], 150);
    const { words } = await recognise(german, ['en', 'de'], { dpi: 150, segmentation: 'page', alternatives: false });
    expect(words.map(({ text }) => text).join(' ')).toBe(
      'Für die Größe der Räume gilt Artikel 5 der Satzung über Gebühren.',
    );
  });
});
