import { expect, it } from 'vitest';
import { TextIndex } from '../../../../web/src/editor/text/text-index.ts';

const word = (text: string, x1: number) => ({ text, x1, y1: 10, x2: x1 + 50, y2: 20 });
const index = new TextIndex({
  pages: [
    { width: 1000, height: 1400, bboxes: [word('Order', 10), word('no.\n7', 70)], fulltext: 'Order no. 7' },
    { width: 900, height: 1200, bboxes: [], fulltext: '' },
  ],
});

it('The text of pages is found, and each word is at its place', () => {
  expect(index.find('order').map(({ page }) => page)).toEqual([0]);
  expect(index.page(0)).toEqual({ width: 1000, height: 1400, words: [word('Order', 10), word('no. 7', 70)] });
});

it('A page without text has no words, and there is no page past the end', () => {
  expect(index.page(1)).toEqual({ width: 900, height: 1200, words: [] });
  expect(index.page(2)).toBeNull();
});
