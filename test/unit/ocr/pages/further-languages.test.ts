import { describe, expect, it } from 'vitest';
import { findInk } from '../../../../core/ocr/layout/ink-mask.ts';
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';
import type { PageImage } from '../../../../core/ocr/pages/page-image.ts';
import { readPoorLinesAgain, readUprightPage } from '../../../../core/ocr/pages/read-upright-page.ts';
import { readUnreadInk } from '../../../../core/ocr/pages/unread/read-unread-ink.ts';
import { textOf } from '../../../../core/ocr/read-words.ts';
import { drawScan, withLines } from '../draw-scan.ts';

const GERMAN = [
  'Die Gesellschaft hat über den Bericht für das vergangene Jahr beraten.',
  'Der Vorstand wird die Mitglieder über die nächste Sitzung unterrichten.',
  'Für die Prüfung der Rechnung sind zwei Wochen nicht genug gewesen.',
  'Die Änderung der Satzung wurde von den Mitgliedern abgelehnt.',
];

/** The page at 150 pixels per inch, the finest that there is. */
const germanPage = async (): Promise<PageImage> => {
  const scan = await drawScan(withLines(GERMAN), { finest: 150 });
  return { image: await scan.render(150), dpi: 150 };
};

const textOfLines = (lines: readonly LineReading[]): string => textOf(lines.flatMap(({ words }) => words));

describe('German lines that were read in English', () => {
  it('are read in German too where they were read poorly, on the same image', async () => {
    const page = await germanPage();
    const english = { languages: ['en'], among: ['en'], identified: null, confident: true } as const;
    const reading = await readUprightPage(page, english);
    const poor = reading.lines.map((line) => ({
      ...line,
      words: line.words.map((word) => ({ ...word, confidence: 60 })),
    }));
    const again = await readPoorLinesAgain({ ...reading, lines: poor }, page, () => Promise.resolve(page), {
      among: ['en', 'de'],
      maxLength: 10_000,
    });
    expect(textOfLines(again.lines)).toBe(GERMAN.join(' '));
  });

  it('are read again up to the limit on the length of lines, the widest first', async () => {
    // The last is the narrowest. Eight lines are read at a time, and the limit is reached with the first one.
    const scan = await drawScan(withLines([...GERMAN, ...GERMAN, 'Für die Änderung'], { step: 17 }), { finest: 150 });
    const page = { image: await scan.render(150), dpi: 150 };
    const english = { languages: ['en'], among: ['en'], identified: null, confident: true } as const;
    const reading = await readUprightPage(page, english);
    const poor = reading.lines.map((line) => ({
      ...line,
      words: line.words.map((word) => ({ ...word, confidence: 10 })),
    }));
    const again = await readPoorLinesAgain({ ...reading, lines: poor }, page, () => Promise.resolve(page), {
      among: ['en', 'de'],
      maxLength: 1,
    });
    const isReadAgain = again.lines.map(({ words }) => words.every(({ confidence }) => confidence !== 10));
    expect(isReadAgain).toEqual([...Array<boolean>(8).fill(true), false]);
  });

  it('are read in German too where they are ink that was left over', { tags: 'slow' }, async () => {
    const page = await germanPage();
    const mask = findInk(page.image, page.dpi);
    const among = { languages: ['en'], among: ['en', 'de'] } as const;
    const { lines } = await readUnreadInk([], page, mask, () => Promise.resolve(page), among);
    expect(textOfLines(lines)).toBe(GERMAN.join(' '));
  });
});
