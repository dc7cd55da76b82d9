import { describe, expect, it } from 'vitest';
import { fullTextOf } from '../../../core/documents/full-text.ts';
import { arrangeWords } from '../../../core/documents/text-layer/arrange-words.ts';
import type { PlacedWord } from '../../../core/documents/text-layer/place-words.ts';

/** A word of letters 20 pixels wide and 30 pixels high. */
const word = (text: string, x: number, y: number): PlacedWord => ({
  text,
  x1: x,
  y1: y,
  x2: x + text.length * 20,
  y2: y + 30,
});

const textOf = (...words: readonly PlacedWord[]): string => fullTextOf(arrangeWords(words));

describe('The words of a text layer', () => {
  it('next to each other form a line', () => {
    expect(textOf(word('Dear', 100, 100), word('Madam', 200, 102))).toBe('Dear Madam');
  });

  it('below each other form lines of one block', () => {
    expect(textOf(word('first', 100, 100), word('second', 100, 140))).toBe('first\nsecond');
  });

  it('form another block after a wide gap', () => {
    expect(textOf(word('title', 100, 100), word('text', 100, 300))).toBe('title\n\ntext');
  });

  it('that were drawn after what stands to their right fill the gap in its line', () => {
    const row = [
      word('Rechnung', 100, 100),
      word('05.06.2018', 900, 100),
      word('Nr.', 300, 100),
      word('4711', 380, 100),
    ];
    expect(textOf(...row)).toBe('Rechnung Nr. 4711 05.06.2018');
    expect(textOf(word('Rechnung', 100, 100), word('05.06.2018', 900, 100), word('Frist', 300, 150))).toBe(
      'Rechnung 05.06.2018\nFrist',
    );
  });

  it('that were drawn before or after the paragraph, in another font, fill the gap in their line', () => {
    const paragraph = [word('You', 100, 100), word('pay', 320, 100), word('the', 100, 140), word('sum', 180, 140)];
    const inserted = word('do', 180, 101);
    const other = word('not', 240, 102);
    expect(textOf(...paragraph, inserted, other)).toBe('You do not pay\nthe sum');
    expect(textOf(inserted, other, ...paragraph)).toBe('You do not pay\nthe sum');
  });

  it('that were drawn elsewhere stay apart where they do not fit a gap: cells, and indices of formulas', () => {
    const row = [word('net', 100, 100), word('12,00', 600, 100), word('next', 100, 140)];
    expect(textOf(...row, word('EUR', 320, 100))).toBe('net 12,00\nnext\n\nEUR');
    const index = { ...word('2', 180, 115), y2: 128 };
    expect(textOf(word('chi', 100, 100), word('is', 210, 100), word('next', 100, 140), index)).toBe(
      'chi is\nnext\n\n2',
    );
  });

  it('form a line from right to left where their script is written so, with the numbers in it', () => {
    const line = [word('תאריך:', 900, 100), word('03/05/2024', 680, 100), word('שלום', 580, 100)];
    expect(textOf(...line, word('next', 900, 140))).toBe('תאריך: 03/05/2024 שלום\nnext');
    expect(textOf(word('הכל', 900, 100), word('1.9', 700, 100), word('5.8', 500, 100))).toBe('הכל 1.9 5.8');
    const drawnInDisorder = [4, 3, 2, 1].flatMap((row) => [word('חשבונית', 700, 40 * row), word('מס', 600, 40 * row)]);
    expect(textOf(...drawnInDisorder)).toBe(Array.from({ length: 4 }, () => 'חשבונית מס').join('\n'));
  });

  describe('written downwards', () => {
    const column = (text: string, x: number, y = 100): PlacedWord => ({
      text,
      x1: x,
      y1: y,
      x2: x + 30,
      y2: y + 30 * text.length,
      rotation: 270,
    });

    it('form columns, which are read from right to left also where PDFium sorts them the other way', () => {
      const columns = [column('契約書の件', 500, 160), column('甲は乙に対し', 450), column('商品を売り渡す', 400)];
      const text = '契約書の件\n甲は乙に対し\n商品を売り渡す';
      expect(textOf(...columns)).toBe(text);
      expect(textOf(...columns.toReversed())).toBe(text);
      const below = [column('令和六年五月三日', 500, 500), column('山田太郎殿', 450, 500)];
      expect(textOf(...below.toReversed(), ...columns.toReversed()).replaceAll(/\n+/gu, '\n')).toBe(
        `${text}\n令和六年五月三日\n山田太郎殿`,
      );
    });

    it('stay as they are drawn as labels of a table', () => {
      const table = [column('氏名欄', 100), column('電話番号', 300), word('山田太郎東京都千代田区丸の内', 100, 400)];
      expect(textOf(...table).split(/\n+/u)).toEqual(['氏名欄', '電話番号', '山田太郎東京都千代田区丸の内']);
    });
  });

  it('form a line with the lines to write on, which lie below their letters', () => {
    const toWriteOn = (x: number, y: number): PlacedWord => ({
      text: '____',
      x1: x,
      y1: y + 34,
      x2: x + 80,
      y2: y + 36,
    });
    expect(textOf(word('Name:', 100, 100), toWriteOn(220, 100), word('Date:', 320, 100), toWriteOn(440, 100))).toBe(
      'Name: ____ Date: ____',
    );
    expect(textOf(toWriteOn(100, 100), word('cases', 200, 100))).toBe('____ cases');
    expect(textOf(word('Title', 100, 100), toWriteOn(100, 104), toWriteOn(220, 140))).toBe('Title\n\n____\n\n____');
  });

  it('keep the order of two consecutive columns', () => {
    const columns = [
      word('a', 100, 100),
      word('b', 100, 140),
      word('c', 100, 180),
      word('d', 600, 100),
      word('e', 600, 140),
      word('f', 600, 180),
    ];
    expect(textOf(...columns)).toBe('a\nb\nc\n\nd\ne\nf');
  });

  describe('that a file draws row by row, across columns', () => {
    const rows = Array.from({ length: 24 }, (_, row) => row);
    const segment = (text: string, x: number, y: number): PlacedWord[] =>
      Array.from(text.matchAll(/\S+/gu), ({ 0: part, index }) => word(part, x + index * 20, y));
    const row = (index: number, left: string, right: string): PlacedWord[] => [
      ...segment(left, 100, 100 + index * 40),
      ...segment(right, 620, 100 + index * 40),
    ];

    it('are read column by column where these are running text', () => {
      const page = rows.flatMap((index) => row(index, 'the left column of text', 'and the right column too'));
      const lines = textOf(
        ...segment('a heading', 100, 40),
        ...page,
        ...segment('across both of the columns is this line', 100, 1100),
      ).split(/\n+/u);
      expect(lines).toHaveLength(50);
      expect(lines.slice(0, 3)).toEqual(['a heading', 'the left column of text', 'the left column of text']);
      expect(lines.slice(24, 27)).toEqual([
        'the left column of text',
        'and the right column too',
        'and the right column too',
      ]);
      expect(lines.at(-1)).toBe('across both of the columns is this line');
    });

    it('stay rows where these are a table: the cells are short, or no running text', () => {
      const names = rows.flatMap((index) => row(index, 'party of us', 'city of them all'));
      expect(textOf(...names).split(/\n+/u)[0]).toBe('party of us city of them all');
      const numbers = rows.flatMap((index) => row(index, 'goods of the best kind', '4711 12,00 EUR 24,00 EUR'));
      expect(textOf(...numbers).split(/\n+/u)[0]).toBe('goods of the best kind 4711 12,00 EUR 24,00 EUR');
    });

    it('stay rows where few lines are so', () => {
      const few = rows
        .slice(0, 12)
        .flatMap((index) => row(index, 'the left column of text', 'and the right column too'));
      expect(textOf(...few).split(/\n+/u)[0]).toBe('the left column of text and the right column too');
    });
  });

  it('are sorted from top to bottom if the file draws them from bottom to top', () => {
    const upwards = [7, 6, 5, 4, 3, 2, 1].map((row) => word(`row${row}`, 100, row * 40));
    expect(textOf(...upwards)).toBe('row1\nrow2\nrow3\nrow4\nrow5\nrow6\nrow7');
  });

  it('are not mixed with the next line of a cell if they are sorted', () => {
    const cell = [word('NAPA', 100, 108), word('11', 100, 96), word('COURT', 150, 96)];
    const rows = [9, 8, 7, 6].map((row) => word(`row${row}`, 100, row * 40));
    expect(textOf(...rows, ...cell)).toBe('11 COURT\nNAPA\n\nrow6\nrow7\nrow8\nrow9');
  });

  describe('that run upwards or downwards', () => {
    /** A word of letters 20 pixels high that begins at the bottom. */
    const upwards = (text: string, x: number, bottom: number): PlacedWord => ({
      text,
      x1: x,
      y1: bottom - text.length * 20,
      x2: x + 30,
      y2: bottom,
      ...(text.length < 3 ? {} : { rotation: 90 as const }),
    });
    const downwards = (text: string, x: number, top: number): PlacedWord => ({
      ...upwards(text, x, top + text.length * 20),
      rotation: 270,
    });

    it('form lines in their direction, and with the short words next to them', () => {
      expect(textOf(upwards('Number', 40, 600), upwards('of', 40, 470), upwards('members', 40, 420))).toBe(
        'Number of members',
      );
      expect(textOf(upwards('2', 40, 600), upwards('years', 40, 570), upwards('paid', 80, 600))).toBe('2 years\npaid');
      expect(textOf(downwards('net', 40, 100), downwards('sum', 40, 170))).toBe('net sum');
    });

    it('are not mixed with the text beside them', () => {
      expect(textOf(upwards('Keep', 40, 180), word('Dear', 100, 100), word('Madam', 200, 100))).toBe(
        'Keep\n\nDear Madam',
      );
    });

    it('do not make the text beside them sorted', () => {
      const columns = [100, 600].flatMap((x) => [1, 2, 3].map((row) => word(`${x}/${row}`, x, row * 40)));
      const labels = [3, 2, 1].flatMap((x) => [upwards('year', 800 + 40 * x, 900), upwards('sum', 800 + 40 * x, 90)]);
      expect(textOf(...columns, ...labels)).toMatch(/^100\/1\n100\/2\n100\/3\n\n600\/1\n600\/2\n600\/3\n\nyear/);
    });

    it('follow the text beside them if it is sorted', () => {
      const rows = [6, 5, 4, 3, 2, 1].map((row) => word(`row${row}`, 100, row * 40));
      expect(textOf(...rows, upwards('Keep', 40, 200))).toBe('row1\nrow2\nrow3\nrow4\nrow5\nrow6\n\nKeep');
    });
  });

  it('are joined without spaces in Japanese', () => {
    expect(textOf(word('請求書', 100, 100), word('番号', 170, 100), word('No.5', 220, 100))).toBe('請求書番号 No.5');
  });

  it('have no entropy and are printed', () => {
    expect(arrangeWords([word('sure', 0, 0)])).toEqual([
      { text: 'sure', x1: 0, y1: 0, x2: 80, y2: 30, entropy: 0, kind: 'printed', line: 0, block: 0 },
    ]);
  });
});
