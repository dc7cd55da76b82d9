import { describe, expect, it } from 'vitest';
import type { Word } from '../../../../core/documents/page-record.ts';
import { arrangeWords } from '../../../../core/documents/text-layer/arrange-words.ts';
import { pagePixels } from '../../../../core/documents/page-pixels.ts';
import { layerMatchesPixels, textSimilarity } from '../../../../core/documents/pdf/check-text-layer.ts';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { placeWords } from '../../../../core/documents/text-layer/place-words.ts';
import { drawPdf, withText } from '../../drawing/draw-upload.ts';

describe('The similarity of two texts', () => {
  it('ignores spaces, punctuation and capitals', () => {
    expect(textSimilarity('Total amount: 120,50 EUR', 'TOTAL AMOUNT 120 . 50 EUR')).toBe(1);
  });

  it('suffices for a scan in spite of some OCR errors', () => {
    expect(
      textSimilarity(
        'ConfC-mation No : 21//0 Scandic Klara, Stockholm',
        'Confirmation No : 2170 Seandic Klara, Stockholm',
      ),
    ).toBeGreaterThan(0.6);
  });

  it('does not suffice for different lines', () => {
    expect(
      textSimilarity('We have sent the goods to your address', 'Please pay the amount within thirty days'),
    ).toBeLessThan(0.35);
  });

  it('does not suffice for drawn text if a font lacks one letter', () => {
    expect(textSimilarity('Department of Computer Science', 'Department of omputer Siene')).toBeLessThan(0.9);
  });

  it('is 0 for empty texts', () => {
    expect(textSimilarity('', '...')).toBe(0);
  });
});

describe('A doubtful text layer on a page whose pixels show other text', () => {
  const BLANK = { width: 600, height: 400, channels: 1, data: new Uint8Array(600 * 400).fill(255) } as const;
  const layerOf = (lines: readonly string[]): Word[] =>
    lines.map((text, line) => ({
      ...{ text, line, block: 0, confidence: 100, entropy: 0, handwritten: false },
      ...{ x1: 20, y1: 20 + 40 * line, x2: 580, y2: 50 + 40 * line },
    }));
  const matches = (lines: readonly string[]): Promise<boolean> =>
    layerMatchesPixels(layerOf(lines), BLANK, 1, [], 'scan');
  const ENGLISH = ['We have sent the goods to your address', 'Please pay the amount within thirty days'];
  const HEBREW = ['שלחנו את הסחורה לכתובת שלך', 'נא לשלם את הסכום תוך שלושים יום', 'בברכה ובתודה רבה'];

  it('is not used where OCR can read its script', async () => {
    await expect(matches(ENGLISH)).resolves.toBe(false);
    await expect(matches([...ENGLISH, ...HEBREW.slice(0, 2)])).resolves.toBe(false);
  });

  it.each([
    ['in Hebrew', HEBREW],
    ['in Hebrew, with a line in English', [...HEBREW, ...ENGLISH.slice(0, 1)]],
    ['in Greek', ['Σας στείλαμε τα εμπορεύματα', 'Παρακαλούμε πληρώστε το ποσό εντός τριάντα ημερών']],
  ])('is used where most of its lines are %s, which OCR cannot read', async (_, lines) => {
    await expect(matches(lines)).resolves.toBe(true);
  });
});

describe('A text layer over a scan in Latin script', () => {
  /** Whether a layer matches a letter, of which it has each word as `text` gives it, and in its first line `extra`. */
  const matches = async (text: (word: string) => string, extra = ''): Promise<boolean> => {
    const reader = await PdfReader.open(await drawPdf(withText()));
    const pixels = pagePixels(await reader.measurePage(1));
    const { words } = await reader.textLayer(1);
    const layer = arrangeWords(placeWords(words, pixels, 0)).map((word, index) => ({
      ...word,
      text: index === 0 ? text(word.text) + extra : text(word.text),
    }));
    return layerMatchesPixels(layer, await reader.render(1, pixels, 1), 1, [], 'scan');
  };
  const misread = (word: string): string => word.replace(/^(.{2})[a-z]/u, '$1w');
  const right = (word: string): string => word;

  it('is used in spite of some errors', async () => {
    await expect(matches(misread)).resolves.toBe(true);
  });

  it('is not used with the same errors if it has letters of other scripts, as of an engine that guessed the script', async () => {
    await expect(matches(misread, 'ΧΧاو卿ぐ三ж')).resolves.toBe(false);
  });

  it('is used with lines of another script if those in Latin script are right', async () => {
    await expect(matches(right, ' Αγαπητοί κύριοι')).resolves.toBe(true);
  });
});
