import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isBetter, mergeLines, readUnreadInk } from '../../../../../core/ocr/pages/unread/read-unread-ink.ts';
import { readPageLines } from '../../../../../core/ocr/pages/read-page-lines.ts';
import { recognisePage, type RecognisedPage } from '../../../../../core/ocr/pages/recognise-page.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';
import type { LineReading } from '../../../../../core/ocr/lines/read-lines.ts';
import { drawScan, withLines, type Sheet } from '../../draw-scan.ts';

const ENGLISH = [
  'The board of the company met on the third of March in Warsaw.',
  'It has approved the accounts of the year that has just ended.',
  'The members of the board have signed the report on the accounts.',
  'It was sent to the owners of the company by mail in the same week.',
];
const GOODS = (
  'Copper wire,Garden chair,Window frame,Water pump,Office lamp,Paper tray,Steel bolt,Wooden shelf,' +
  'Desk drawer,Rubber hose,Paint brush,Glass panel,Door handle,Light switch,Wall socket,Floor tile'
).split(',');
/** The rows of a table of deliveries. */
const DELIVERIES = GOODS.slice(0, 10).map((goods, row) => [
  goods,
  `Order ${4100 + row * 17}`,
  `${12 + row} pieces`,
  `${210 + row * 37}.50 EUR`,
]);

/** Rows of 18 points, every second one on a band of this grey. */
const withBands =
  (grey: number, { apart }: { readonly apart: number }) =>
  (sheet: Sheet): void => {
    sheet.text('Statement of deliveries in the month of March', 60, 80, { size: 14 });
    for (const [row, cells] of DELIVERIES.entries()) {
      if (row % 2 === 1) sheet.area(50, 110 + row * 18, 495, 18, grey);
      for (const [column, cell] of cells.entries()) sheet.text(cell, 60 + column * apart, 122.5 + row * 18);
    }
  };

const textOf = ({ words }: RecognisedPage): string => words.map(({ text }) => text).join(' ');
const read = async (draw: (sheet: Sheet) => void, change?: (image: RasterImage) => RasterImage) =>
  recognisePage(await drawScan(draw, change === undefined ? {} : { change }), { languages: [] });

/** A line of one word. */
const lineOf = (text: string, confidence: number, x1: number, x2: number): LineReading => {
  const [y1, y2] = [100, 120];
  const box = { left: x1, top: y1, right: x2, bottom: y2 };
  return {
    segment: { rotation: 0, box, words: [box], line: 0, block: 0 },
    words: [{ text, confidence, x1, y1, x2, y2, entropy: 0, line: 0, block: 0 }],
  };
};

describe('Another reading of a line', () => {
  it('is better where it has what the first one has, and more of it', () => {
    expect(isBetter(lineOf('218.00', 85, 0, 90), lineOf('2', 97, 0, 15))).toBe(true);
    expect(isBetter(lineOf('218.00', 60, 0, 90), lineOf('2', 97, 0, 15))).toBe(false);
    expect(isBetter(lineOf('iiiii', 85, 0, 90), lineOf('2', 97, 0, 15))).toBe(false);
  });

  it('takes the place of no line where it overlaps one that stays', () => {
    const page: RasterImage = { width: 400, height: 200, channels: 1, data: new Uint8Array(80_000).fill(255) };
    const [unsure, sure] = [lineOf('Neuer', 50, 0, 100), lineOf('5', 99, 200, 220)];
    const other = lineOf('Neuer Jungfernsteg S', 80, 0, 220);
    const texts = (lines: readonly LineReading[]) => lines.flatMap(({ words }) => words.map(({ text }) => text));
    expect(texts(mergeLines([unsure, sure], [other], page, (line, by) => isBetter(by, line)))).toEqual(['Neuer', '5']);
    expect(texts(mergeLines([unsure], [other], page, (line, by) => isBetter(by, line)))).toEqual([
      'Neuer Jungfernsteg S',
    ]);
  });
});

describe('A table with shaded rows', () => {
  const EXPECTED = `Statement of deliveries in the month of March ${DELIVERIES.flat().join(' ')}`;
  let first: RecognisedPage;
  beforeAll(async () => {
    first = await read(withBands(200, { apart: 125 }));
  });

  it('has every word of its shaded rows', () => {
    expect(first.words.map(({ text }) => text).sort()).toEqual(EXPECTED.split(' ').sort());
  });

  it('has next to no unread ink', () => {
    expect(first.unreadInk).toBeLessThan(0.05);
  });

  it('is read row by row', () => {
    expect(textOf(first)).toBe(EXPECTED);
  });

  it.each([['narrower', 190, 92]])('is read row by row if it is %s', { tags: 'slow' }, async (_, grey, apart) => {
    const page = await read(withBands(grey, { apart }));
    expect(textOf(page)).toBe(EXPECTED);
    expect(page.unreadInk).toBeLessThan(0.05);
  });

  it('is read alike every time, however slow the machine is', { tags: 'slow' }, async () => {
    let hours = 0;
    const slow = vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
      hours += 1;
      return { user: hours * 3600 * 1e6, system: 0 };
    });
    try {
      expect(await read(withBands(200, { apart: 125 }))).toEqual(first);
    } finally {
      slow.mockRestore();
    }
  });
});

describe('White text on a dark band', () => {
  it('is read, and the lines below it are as well', async () => {
    const page = await read((sheet) => {
      sheet.area(40, 60, 515, 30, 40);
      sheet.text('Quarterly report of the sales department', 60, 81, { size: 16, grey: 255 });
      withLines(ENGLISH, { top: 140 })(sheet);
    });
    expect(textOf(page)).toBe(`Quarterly report of the sales department ${ENGLISH.join(' ')}`);
    expect(page.unreadInk).toBeLessThan(0.05);
  });
});

describe('A photograph of a page', () => {
  /** The page in poor light, smaller than the white lid of the scanner around it. */
  const onWhiteLid = (image: RasterImage): RasterImage => ({
    ...image,
    data: image.data.map((grey, at) => {
      const [x, y] = [at % image.width, Math.floor(at / image.width)];
      return x < image.width * 0.86 && y < image.height * 0.62 ? 40 + (grey * 130) / 255 : 255;
    }),
  });

  it('is read where grey paper lies on a white lid', { tags: 'slow' }, async () => {
    const page = await read(withLines(ENGLISH), onWhiteLid);
    expect(textOf(page)).toBe(ENGLISH.join(' '));
    expect(page).toMatchObject({ language: 'en', text_source: 'ocr' });
  });
});

describe('A ruled table', () => {
  it('of 220 cells is read row by row, two cells in a hundred excepted', { tags: 'slow' }, async () => {
    const [columns, rows, width, height] = [11, 20, 47, 20];
    const cellOf = (row: number, column: number) => String(10 + (((row * columns + column) * 7919) % 90));
    const page = await read((sheet) => {
      for (let row = 0; row <= rows; row += 1) sheet.area(40, 60 + row * height, columns * width, 0.8, 0);
      for (let column = 0; column <= columns; column += 1) sheet.area(40 + column * width, 60, 0.8, rows * height, 0);
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1)
          sheet.text(cellOf(row, column), 56 + column * width, 74.4 + row * height, { size: 9 });
    });
    const lines = [...Map.groupBy(page.words, ({ line }) => line).values()];
    const wrong = lines.flatMap((line, row) => line.filter(({ text }, column) => text !== cellOf(row, column)));
    expect(lines).toHaveLength(rows);
    expect(page.words).toHaveLength(rows * columns);
    expect(wrong.length).toBeLessThanOrEqual(0.025 * rows * columns);
    expect(page.unreadInk).toBeLessThan(0.05);
  });
});

describe('A column of short numbers that the first attempt lost', () => {
  const NUMBERS = ['7.0', '2.2', '9.2', '2.6', '6.6'];
  /** The page has a picture with more ink than its text. */
  const draw = (sheet: Sheet): void => {
    for (let bar = 0; bar < 12; bar += 1) sheet.area(60 + bar * 40, 500, 25, 150, 90);
    for (const [row, goods] of GOODS.slice(0, NUMBERS.length).entries()) {
      sheet.text(goods, 60, 150 + 22 * row, { size: 12 });
      sheet.text(NUMBERS[row] ?? '', 440, 150 + 22 * row, { size: 12 });
    }
    withLines(ENGLISH, { top: 300 })(sheet);
  };

  it('is read by the second', { tags: 'slow' }, async () => {
    const first = await readPageLines(await drawScan(draw), { languages: ['en'] });
    if (first === null) throw new Error('The page has no lines.');
    const lines = first.lines.map((line) => ({
      ...line,
      words: line.words.filter(({ text }) => !NUMBERS.includes(text)),
    }));
    const choice = { languages: ['en'], among: ['en'] } as const;
    const again = await readUnreadInk(lines, first.page, first.mask, () => Promise.resolve(first.page), choice);
    const words = again.lines.flatMap((line) => line.words.map(({ text }) => text));
    expect(words.filter((word) => NUMBERS.includes(word)).length).toBe(NUMBERS.length);
  });
});

describe('Thin paper', () => {
  /** The print of the page shows through from the other side, mirrored, lower on the page, in a quarter of its darkness. */
  const withReverse = ({ data, width, ...image }: RasterImage): RasterImage => {
    const lower = Math.round(image.height * 0.4) * width;
    return {
      ...image,
      width,
      data: data.map((grey, at) => {
        const x = at % width;
        return grey - 0.25 * (255 - (data[at - x - lower + width - 1 - x] ?? 255));
      }),
    };
  };
  const draw = (sheet: Sheet): void => {
    withLines(ENGLISH, { size: 12 })(sheet);
    sheet.text('2', 295, 250, { size: 12 });
  };

  it('has no words of its other side', { tags: 'slow' }, async () => {
    expect(textOf(await read(draw, withReverse))).toBe(`${ENGLISH.join(' ')} 2`);
  });

  it('keeps pale print of its own side', { tags: 'slow' }, async () => {
    const pale = 'The accounts may be seen at the office of the company.';
    const withPale = (sheet: Sheet): void => {
      draw(sheet);
      sheet.text(pale, 60, 700, { size: 12, grey: 190 });
    };
    expect(textOf(await read(withPale, withReverse))).toBe(`${ENGLISH.join(' ')} 2 ${pale}`);
  });
});

describe('Unread ink', () => {
  it('is next to nothing on a letter', async () => {
    expect((await read(withLines(ENGLISH))).unreadInk).toBeLessThan(0.005);
  });

  it('is next to everything on a page with a drawing', { tags: 'slow' }, async () => {
    const page = await read((sheet) => {
      for (let bar = 0; bar < 60; bar += 1) {
        const height = 20 + Math.abs(Math.sin(bar / 6)) * 160;
        sheet.area(90 + bar * 7, 420 - height, 3, height, (bar % 5) * 40);
      }
      for (let step = 0; step < 10; step += 1) sheet.area(120 + step * 40, 200 - step * 6, 20, 20, 60);
    });
    expect(page.unreadInk).toBeGreaterThan(0.95);
    expect(page.unreadScript).toBe(false);
  });

  it('is nothing on a blank page', async () => {
    expect(await read(() => undefined)).toMatchObject({ unreadInk: 0, unreadScript: false, words: [] });
  });
});
