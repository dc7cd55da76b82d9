import { expect, it } from 'vitest';
import { archivePath } from '../../../../web/src/api/results/archive-path.ts';

it('The archive of a file has its original pages, or its crops where a page has several', () => {
  expect(archivePath([{ pages: [1] }, { pages: [2] }])).toBe('archive');
  expect(archivePath([{ pages: [1, 2], crops: [1, 1] }])).toBe('archive');
  expect(
    archivePath([
      { pages: [1], crops: [1] },
      { pages: [1], crops: [2] },
    ]),
  ).toBe('archive?return_pages_with_ocr_data=true');
});
