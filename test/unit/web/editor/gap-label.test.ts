import { expect, it } from 'vitest';
import { pageLabel } from '../../../../web/src/editor/overview/gap-label.ts';

it('A page is labelled by its number, and where it has several crops by the number of the crop too', () => {
  const pages = [
    { page: 1, crop: 1 },
    { page: 2, crop: 1 },
    { page: 2, crop: 2 },
    { page: 3, crop: 1 },
  ];
  expect(pages.map((page) => pageLabel(page, pages))).toEqual(['1', '2.1', '2.2', '3']);
});
