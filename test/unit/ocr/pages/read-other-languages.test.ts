import { describe, expect, it } from 'vitest';
import { recognisePage, type RecognisedPage } from '../../../../core/ocr/pages/recognise-page.ts';
import { drawScan, withLines } from '../draw-scan.ts';

/** The part of the expected words that the page has, 0 to 1. */
const shareRead = (page: RecognisedPage, lines: readonly string[]): number => {
  const words = new Set(page.words.map(({ text }) => text));
  const expected = lines.join(' ').split(' ');
  return expected.filter((word) => words.has(word)).length / expected.length;
};

describe('An English page with a paragraph in Polish', () => {
  const ENGLISH = [
    'The board of the company met on the third of March and has approved the accounts of the year that has ended.',
    'The members of the board have signed the report, which is followed by a short summary in another language.',
    'The income from sales was higher than in the year before, and the costs of the operation were lower than then.',
    'All amounts that were due have been paid within the time that was agreed, and there are no other obligations.',
    'The profit will be used for the capital of the company, as it was decided at the meeting of its members.',
  ];
  const POLISH = [
    'Zarząd zatwierdził sprawozdanie finansowe za ubiegły rok obrotowy, które jest dołączone do protokołu.',
    'Przychody ze sprzedaży wzrosły, a koszty działalności zmniejszyły się dzięki niższym cenom energii.',
    'Wszystkie należności zostały uregulowane w terminie, który został określony w umowie przez spółkę.',
  ];

  it('has the letters of both', { tags: 'slow' }, async () => {
    const lines = [...ENGLISH, ...POLISH];
    const page = await recognisePage(await drawScan(withLines(lines, { size: 9 })), { languages: [] });
    expect(shareRead(page, POLISH)).toBeGreaterThan(0.9);
    expect(shareRead(page, ENGLISH)).toBeGreaterThan(0.95);
    expect(page.language).toBe('en');
  });
});
