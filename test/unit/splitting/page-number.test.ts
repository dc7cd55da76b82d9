import { describe, expect, it } from 'vitest';
import { readPageNumber } from '../../../core/splitting/page-number.ts';
import { drawRecord } from '../drawing/draw-record.ts';

const foot = (text: string) => readPageNumber(drawRecord(['A line of text', { text, y: 2480 }]));

describe('The printed page number', () => {
  it.each([
    ['Page 2 of 5', 2, 5],
    ['Seite 2 von 5', 2, 5],
    ['Page 2 sur 5', 2, 5],
    ['Página 2 de 5', 2, 5],
    ['Pagina 2 di 5', 2, 5],
    ['Pagina 2 van 5', 2, 5],
    ['Blad 2 van 5', 2, 5],
    ['Strona 2 z 5', 2, 5],
    ['Strana 2 zo 5', 2, 5],
    ['Strana 2 (celkem 5)', 2, 5],
    ['str. 2/5', 2, 5],
    ['S. 2/5', 2, 5],
    ['２／５ページ', 2, 5],
    ['全5頁中2頁', 2, 5],
    ['2 / 5', 2, 5],
    ['Page l of 3', 1, 3],
    ['Page No. 2 of 5', 2, 5],
    ['Page(s): 2 of 5', 2, 5],
    ['Page n° 2 sur 5', 2, 5],
    ['Seite Nr. 2 von 5', 2, 5],
    ['Blatt-Nr. 2 von 5', 2, 5],
    ['Strona nr 2 z 5', 2, 5],
    ['Strana č. 2 z 5', 2, 5],
    ['Page 2 sur un total de 5', 2, 5],
    ['Minutes of 4 May 2024 # 2 / 5', 2, 5],
    ['www.example.org/article 1/16', 1, 16],
    ['1 of 6 9/22/06 7:54 AM', 1, 6],
    ['www.example.org/article (3 of 4) [04/07/2004]', 3, 4],
  ])('is read from "%s"', (text, number, of) => {
    expect(foot(text)).toEqual({ number, of });
  });

  it.each([
    ['- 7 -', 7],
    ['„7-', 7],
    ['12', 12],
    ['01.', 1],
    ['Seite 3', 3],
    ['Blad: 3', 3],
    ['Pag: 3', 3],
    ['十二頁', 12],
    ['第３頁', 3],
    ['Sample agreement — page 2', 2],
    ['Page 3.', 3],
    ['Page No: 3', 3],
    ['Página nº 3', 3],
    ['Foglio n. 3', 3],
    ['Blad nr. 3', 3],
  ])('is read without a number of pages from "%s"', (text, number) => {
    expect(foot(text)).toEqual({ number, of: null });
  });

  it('is read at one end of a footer with other text at its other end', () => {
    expect(foot('Annual report          14')).toEqual({ number: 14, of: null });
  });

  it('is read beside a reference number at the other end of the line', () => {
    expect(foot('3                    2024004239')).toEqual({ number: 3, of: null });
  });

  it.each([
    'Page 9 of 5',
    '24/7',
    '679/1986',
    '1106/1964',
    'BR 12/2019',
    '77 of 2005',
    '03/05/2024',
    'Total 120',
    '2024',
    'Report of 04/12',
    'Season 2017/2018',
    'Form 502 (R-12/20)',
    'Lange Str. 2/4, 10115 Berlin',
    'Konrad-Adenauer-Str. 2/4 in Bonn',
    'as described on page 12',
    '3 of 5 people agree',
    '2          3',
  ])('is not read from "%s"', (text) => {
    expect(foot(text)).toBeNull();
  });

  it('is that at the foot where the head has another', () => {
    const head = { text: 'Page 3 of 9', y: 90 };
    expect(readPageNumber(drawRecord([head, 'A line of text', { text: 'Page 2 of 5', y: 2480 }]))).toEqual({
      number: 2,
      of: 5,
    });
    expect(readPageNumber(drawRecord([head, 'A line of text']))).toEqual({ number: 3, of: 9 });
  });

  it('is not read from a part number in a table', () => {
    expect(readPageNumber(drawRecord(['KVR21N15S8/8', { text: 'Total', y: 1860 }]))).toBeNull();
  });

  it('is read from a label with a colon in the margin of the page', () => {
    expect(readPageNumber(drawRecord(['A line of text', { text: 'Pag: 2/5', y: 1860 }]))).toEqual({ number: 2, of: 5 });
  });

  it('is read where wide gaps are between its label and its numbers', () => {
    expect(foot('Seite          2          von          5')).toEqual({ number: 2, of: 5 });
  });

  it('is none of more numbers at the foot than stand on a page of text', () => {
    const numbers = (count: number) =>
      readPageNumber(drawRecord(Array.from({ length: count }, (_, at) => ({ text: String(at + 1), y: 2480 }))));
    expect(numbers(500)).not.toBeNull();
    expect(numbers(501)).toBeNull();
  });

  it('is not a cell at the foot of a table', () => {
    const column = [
      { text: '34', x: 1500, y: 2360 },
      { text: '35', x: 1500, y: 2420 },
      { text: '36', x: 1500, y: 2480 },
    ];
    expect(readPageNumber(drawRecord(['A line of text', ...column]))).toBeNull();
    const row = [
      { text: 'Total income', y: 2380 },
      { text: '36', x: 1500, y: 2380 },
      { text: 'Form 1040', y: 2480 },
    ];
    expect(readPageNumber(drawRecord(['A line of text', ...row]))).toBeNull();
    expect(readPageNumber(drawRecord(['A line of text', ...row, { text: '2', x: 900, y: 2540 }]))).toEqual({
      number: 2,
      of: null,
    });
  });

  it.each([
    ['Seite 2 des Abschlusszeugnisses von Anna Weber', 2],
    ['Seite 2 zum Zwischenzeugnis für Herrn Weber', 2],
    ['2. Seite des Abschlusszeugnisses (Jahrgangsstufe 10) für Anna Weber', 2],
    ['Blatt 3 zum Schreiben vom 12. März 2024', 3],
    ['Page 2 of the letter to Mrs Weber', 2],
    ['Page 2 de la lettre du 12 mars 2024', 2],
  ])('is read at the head of a page, of which it tells the document, from "%s"', (text, number) => {
    expect(readPageNumber(drawRecord([{ text, y: 90 }, 'A line of text']))).toEqual({ number, of: null });
    expect(foot(text)).toBeNull();
  });

  it('is read between dashes below a letterhead', () => {
    const head = ['Directorate of Transparency', { text: 'Reference: 0002700203917', x: 1200, y: 330 }];
    const body = { text: 'of the contracts of this year', y: 520 };
    expect(readPageNumber(drawRecord([...head, { text: '- 4 -', x: 880, y: 430 }, body]))).toEqual({
      number: 4,
      of: null,
    });
    expect(readPageNumber(drawRecord([...head, { text: '-14-', x: 880, y: 430 }, body]))).toEqual({
      number: 14,
      of: null,
    });
    expect(readPageNumber(drawRecord([...head, { text: '4', x: 880, y: 430 }, body]))).toBeNull();
  });

  it('is not a number between dashes in a row or in the middle of the page', () => {
    expect(readPageNumber(drawRecord([{ text: '- 4 -', x: 880, y: 1200 }]))).toBeNull();
    const row = [
      { text: 'Balance', y: 430 },
      { text: '- 4 -', x: 880, y: 430 },
    ];
    expect(readPageNumber(drawRecord(['A line of text', ...row]))).toBeNull();
  });

  it('is not a speck that was read as a digit, above a number that was read with confidence', () => {
    const page = drawRecord([
      { text: '4', x: 30, y: 50 },
      { text: '5                    2024004239', x: 900, y: 230 },
      'Failure to file within thirty days may result in dismissal',
    ]);
    const words = page.words.map((word) => (word.text === '4' ? { ...word, entropy: 1.9 } : word));
    expect(readPageNumber({ ...page, words })).toEqual({ number: 5, of: null });
  });

  it('is not a number in the middle of the page', () => {
    expect(readPageNumber(drawRecord([{ text: '12', y: 1200 }]))).toBeNull();
  });

  it('is null on a page without words', () => {
    expect(readPageNumber(drawRecord([]))).toBeNull();
  });
});
