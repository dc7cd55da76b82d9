import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import { asFile } from '../../drawing/read-pdf.ts';

/** A heading from left to right and four columns below it, drawn for this test in Noto Serif JP (SIL OFL), at 150 dpi. */
const LETTER = join(import.meta.dirname, '../../../fixtures/vertical-japanese.png');
const HEADING = '請求書送付のご案内';
const COLUMNS = [
  '下記の通り、先月分の請求書をお送りいたします。',
  'お手数ですが、今月末日までに合計金額をお支払い下さい。',
  'ご不明な点がございましたら、担当の山本までご連絡下さい。',
  '今後ともどうぞよろしくお願い申し上げます。',
];

/** @param degrees  clockwise */
const readTurned = async (degrees: number): Promise<PageRecord> => {
  const turned = sharp(await readFile(LETTER)).rotate(degrees, { background: 'white' });
  const path = await asFile(await turned.withMetadata({ density: 150 }).png().toBuffer(), 'letter.png');
  return readPage(await openDocument(path), 1, { languages: [] });
};

const linesOf = ({ fulltext }: PageRecord): string[] => fulltext.split('\n').filter((line) => line !== '');

describe('A page of vertical Japanese', () => {
  let upright: PageRecord;
  beforeAll(async () => {
    upright = await readTurned(0);
  });

  it('is read from the right column to the left one, after the heading above them', () => {
    expect(upright).toMatchObject({ language: 'ja', rotation: 0, text_source: 'ocr' });
    expect(linesOf(upright)).toEqual([HEADING, ...COLUMNS]);
  });

  it('has boxes of words that stand in the columns', () => {
    const { words, width } = upright;
    const inColumns = words.filter(({ text }) => text !== HEADING);
    expect(inColumns.length).toBeGreaterThanOrEqual(COLUMNS.length);
    for (const { x1, x2, y1, y2, text } of inColumns) {
      expect(y2 - y1, text).toBeGreaterThan(2 * (x2 - x1));
      expect(x1).toBeGreaterThan(0.6 * width);
    }
  });

  it.each([
    [90, 270],
    [180, 180],
    [270, 90],
  ])('that was scanned turned by %i° is turned upright', { tags: 'slow' }, async (degrees, rotation) => {
    const record = await readTurned(degrees);
    expect(record).toMatchObject({ language: 'ja', rotation });
    expect(linesOf(record)).toEqual([HEADING, ...COLUMNS]);
  });

  it('is set straight', { tags: 'slow' }, async () => {
    const record = await readTurned(3);
    expect(record.skew).toBeCloseTo(-3, 0);
    expect(linesOf(record).filter((line) => COLUMNS.includes(line)).length).toBeGreaterThanOrEqual(3);
  });
});
