import { describe, expect, it } from 'vitest';
import { insertLines } from '../../../../core/ocr/layout/insert-lines.ts';
import { rotateBox } from '../../../../core/ocr/layout/rotate-image.ts';
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';
import { drawReading } from './draw-reading.ts';

const PAGE = { width: 1240, height: 1754 };
/** Height of a line, and of its row, in pixels. */
const HEIGHT = 30;
const ROW = 40;

/** A line of the page's row `row`. @param down pixels by which it stands lower than the row */
const inRow = (text: string, row: number, left: number, right: number, numbers = {}, down = 0): LineReading => {
  const top = 100 + row * ROW + down;
  return drawReading(text, { left, top, right, bottom: top + HEIGHT }, numbers);
};

const textsOf = (lines: readonly LineReading[]) => lines.flatMap(({ words }) => words.map(({ text }) => text));
const numbersOf = (lines: readonly LineReading[]) =>
  lines.map(({ segment, words }) => `${words[0]?.text} ${segment.line}/${segment.block}`);

describe('A line that was found later', () => {
  const first = inRow('first', 0, 100, 400);
  const third = inRow('third', 2, 100, 400, { line: 1 });

  it('continues the line to its left if that is close', () => {
    const lines = insertLines([first, third], [inRow('cell', 0, 440, 600)], PAGE);
    expect(numbersOf(lines)).toEqual(['first 0/0', 'cell 0/0', 'third 1/0']);
  });

  it('follows the line above it, in that line’s block', () => {
    const lines = insertLines([first, third], [inRow('second', 1, 100, 400)], PAGE);
    expect(numbersOf(lines)).toEqual(['first 0/0', 'second 2/0', 'third 1/0']);
  });

  it('follows all segments of the line above it', () => {
    const more = inRow('more', 0, 420, 700);
    expect(textsOf(insertLines([first, more, third], [inRow('second', 1, 100, 400)], PAGE))).toEqual([
      'first',
      'more',
      'second',
      'third',
    ]);
  });

  it('begins a new block if the line above it is far away', () => {
    const lines = insertLines([first, third], [inRow('footer', 30, 100, 400)], PAGE);
    expect(numbersOf(lines)).toEqual(['first 0/0', 'third 1/0', 'footer 2/1']);
  });

  it('comes first, in a block of its own, if it stands above all others', () => {
    const lines = insertLines([first, third], [inRow('header', -2, 100, 400)], PAGE);
    expect(numbersOf(lines)).toEqual(['header 2/1', 'first 0/0', 'third 1/0']);
  });

  it('stays in its column', () => {
    const columns = [
      inRow('left 1', 0, 100, 500),
      inRow('left 3', 2, 100, 500, { line: 1 }),
      inRow('right 1', 0, 700, 1100, { line: 2, block: 1 }),
      inRow('right 3', 2, 700, 1100, { line: 3, block: 1 }),
    ];
    const found = [inRow('right 2', 1, 700, 1100), inRow('left 2', 1, 100, 500)];
    expect(numbersOf(insertLines(columns, found, PAGE))).toEqual([
      'left 1 0/0',
      'left 2 4/0',
      'left 3 1/0',
      'right 1 2/1',
      'right 2 5/1',
      'right 3 3/1',
    ]);
  });

  it('has its new numbers on its words too', () => {
    const [, cell] = insertLines(
      [inRow('label', 0, 100, 400, { line: 7, block: 3 })],
      [inRow('cell', 0, 440, 600)],
      PAGE,
    );
    expect(cell?.words).toMatchObject([{ text: 'cell', line: 7, block: 3 }]);
  });

  it('is left out if it has no words', () => {
    expect(insertLines([first], [{ ...inRow('', 1, 100, 400), words: [] }], PAGE)).toEqual([first]);
  });

  it('is placed where it stands on the page if it is vertical', () => {
    const box = { left: 1150, top: 100, right: 1180, bottom: 400 };
    const aside = drawReading('aside', box, { rotation: 90 }, rotateBox(box, PAGE, 90));
    const below = inRow('below', 20, 1100, 1200, { line: 1 });
    expect(textsOf(insertLines([first, below], [aside], PAGE))).toContain('aside');
    expect(textsOf(insertLines([below], [aside], PAGE))).toEqual(['aside', 'below']);
  });
});

describe('Lines of an empty page', () => {
  it('are ordered from the top, close ones in one block', () => {
    const found = [inRow('c', 20, 100, 400), inRow('b', 1, 100, 400), inRow('a', 0, 100, 400)];
    expect(numbersOf(insertLines([], found, PAGE))).toEqual(['a 0/0', 'b 1/0', 'c 2/1']);
  });

  it('are none if none were found', () => {
    expect(insertLines([], [], PAGE)).toEqual([]);
  });
});

describe('The cells of a table', () => {
  const cell = (column: number, row: number, down = 0) =>
    inRow(`${row}-${column}`, row, 100 + column * 260, 200 + column * 260, {}, down);
  const columns = [0, 1, 2, 3];

  it.each([
    ['at the same height', [0, 0, 0, 0]],
    ['a pixel higher or lower than their neighbours', [2, 0, 1, 0]],
  ])('are read from left to right and from top to bottom if they were found far apart, %s', (_, down) => {
    const title = inRow('title', -1, 100, 1000);
    const rows = [0, 1, 2];
    const found = rows.flatMap((row) => columns.map((column) => cell(column, row, down[column])));
    const order = textsOf(insertLines([title], found, PAGE));
    for (const row of rows)
      expect(order.filter((text) => text.startsWith(`${row}-`))).toEqual(columns.map((column) => `${row}-${column}`));
    for (const column of columns)
      expect(order.filter((text) => text.endsWith(`-${column}`))).toEqual(rows.map((row) => `${row}-${column}`));
  });

  it('are read between the rows that were read before', () => {
    const rows = [0, 2].map((row, line) => inRow(`row ${row}`, row, 100, 980, { line }));
    const found = columns.map((column) => cell(column, 1, column % 2));
    expect(textsOf(insertLines(rows, found, PAGE))).toEqual(['row 0', '1-0', '1-1', '1-2', '1-3', 'row 2']);
  });
});
