// @module-tag slow
import { expect, it } from 'vitest';
import { rotate180 } from '../../../../core/ocr/layout/crop-line.ts';
import { orientPage } from '../../../../core/ocr/pages/orient-page.ts';
import { drawScan, withLines, type Sheet } from '../draw-scan.ts';

const LINES = [
  'The goods were delivered in good order to the works in Foundry Street',
  'by the carrier, who confirmed that nothing was missing and that nothing',
  'was broken on the way to them, as agreed between both parties before.',
  'Please pay the total amount of this invoice within thirty days of it.',
];

/** Columns of dots, which run down the page and 3° to the right. */
const withColumnsOfDots = (sheet: Sheet): void => {
  for (let column = 0; column < 34; column += 1)
    for (let row = 0; row < 150; row += 1)
      if ((row + column) % 7 !== 0) sheet.area(80 + column * 12 + row * 0.156, 300 + row * 3, 1.5, 1.5, 0);
};

it('a page whose text runs across it has the skew of its text, and not of a pattern that runs down it', async () => {
  const scan = await drawScan((sheet) => {
    withLines(LINES)(sheet);
    withColumnsOfDots(sheet);
  });
  const oriented = await orientPage(scan, ['en'], undefined);
  expect(oriented?.probe).toMatchObject({ rotation: 0, confident: true });
  expect(oriented?.seen.skew).toBe(0);
});

/** Lines of a form that a typewriter has struck out, which are the longest, above short ones that can be read. */
const withStruckLines = (sheet: Sheet): void => {
  for (let row = 0; row < 6; row += 1)
    for (const [layer, line] of ['wykonywanej pracy na stanowisku', 'XKXMXKXWXKXMXKXWXKXMXKXWXKXMXKX'].entries())
      for (const shift of [0, 3]) sheet.text(line, 60 + shift, 90 + 24 * row + 2 * layer, { size: 12 });
  const short = [
    'Wymieniony',
    'zatrudnieniem',
    'przebywał',
    'zaświadcza',
    'niniejszym',
    'badań naukowych',
    'prowadzeniem',
  ];
  for (const [row, line] of [...short, ...short].entries()) sheet.text(line, 60, 260 + 36 * row, { size: 11 });
};

it('a page upside down has the orientation of its short lines where its longest ones are struck out', async () => {
  const scan = await drawScan(withStruckLines, { change: rotate180 });
  const oriented = await orientPage(scan, ['en', 'pl'], undefined);
  expect(oriented?.probe).toMatchObject({ rotation: 180, confident: true });
});
