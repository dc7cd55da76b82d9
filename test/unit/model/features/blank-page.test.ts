import { describe, expect, it } from 'vitest';
import { isBlank } from '../../../../model-container/features/pages/blank-page.ts';
import { linesOfPage } from '../../../../model-container/features/pages/page-lines.ts';
import { drawPage } from './draw-pages.ts';

const blankWith = (lines: readonly string[], ink = 0.008): boolean => {
  const record = { ...drawPage({ body: lines }), ink };
  return isBlank(record, linesOfPage(record));
};

describe('A page', () => {
  it.each([
    ['nothing', []],
    ['a stray character', ['o']],
    ['its number', ['- 12 -']],
    ['the number that an archive gave it', ['72331503']],
  ])('with %s and almost no ink is blank', (_, lines) => {
    expect(blankWith(lines, 0.008)).toBe(true);
    expect(blankWith(lines, 0.012)).toBe(false);
  });

  it.each([['a word'], ['Exhibit 1'], ['12 500 34 128 77 903 15']])('with "%s" is not blank', (line) => {
    expect(blankWith([line])).toBe(false);
  });

  it.each([
    ['RECEIVED', 'JUL 27 1992', 'DEPT. OF R & QA'],
    ['RECE IVED', '27. 7. 92'],
    ['RECEIVE', 'JUN 80 1987'],
    ['EINGEGANGEN', '12. Feb. 2021', 'Stadtwerke'],
    ['Posteingang', '12.02.2021'],
    ['REÇU LE', '12 FÉV. 2021'],
    ['COURRIER ARRIVÉ', '12.02.2021'],
    ['RECIBIDO', '12 FEB 2021'],
    ['RICEVUTO', '12 FEB. 2021'],
    ['INGEKOMEN', '12 FEB. 2021'],
    ['WPŁYNĘŁO', 'dnia 12.02.2021'],
    ['DOŠLO', '12. 2. 2021'],
    ['DORUČENÉ', '12. 2. 2021'],
    ['受付', '令和3年2月12日'],
  ])('with nothing but the stamp "%s" is blank', (...lines) => {
    expect(blankWith(lines, 0.015)).toBe(true);
  });

  it('whose stamp was read letter by letter is blank only where the letters are no larger than a stamp', () => {
    const letters = (step: number) => {
      const page = drawPage({ body: ['R E C E I V E D'] });
      const words = page.words.map((word, at) => ({ ...word, x1: 100 + at * step, x2: 130 + at * step }));
      const record = { ...page, ink: 0.015, words };
      return isBlank(record, linesOfPage(record));
    };
    expect(letters(40)).toBe(true);
    expect(letters(200)).toBe(false);
  });

  it('with a stamp and the number of the archive at its edge is blank', () => {
    const stamp = drawPage({ body: ['RECEIVED', 'APR 25 1992'] });
    const number = drawPage({ foot: '60910356' }).words.map((word) => ({ ...word, line: 2, x1: 1650, x2: 1780 }));
    const record = { ...stamp, ink: 0.012, words: [...stamp.words, ...number] };
    expect(isBlank(record, linesOfPage(record))).toBe(true);
  });

  it.each([
    [
      'that says what was received',
      ['We received your order of the 12th of March, and thank you for it', 'Yours faithfully'],
      0.015,
    ],
    [
      'whose words are all over it',
      ['RECEIVED', '', '', '', '', '', '', '', '', '', '', '', '', 'Head of the office'],
      0.015,
    ],
    ['with a picture beside the stamp', ['RECEIVED', 'APR 25 1992'], 0.03],
    ['with a word that only begins like one of a stamp', ['RECUEIL', '2021'], 0.015],
    ['of a short invoice', ['Invoice 2021-17', 'Amount 2500', '12.02.2021'], 0.015],
  ])('%s is not blank', (_, lines, ink) => {
    expect(blankWith(lines, ink)).toBe(false);
  });
});
