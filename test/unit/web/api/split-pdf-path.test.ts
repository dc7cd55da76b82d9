import { expect, it } from 'vitest';
import { splitPdfPath } from '../../../../web/src/api/results/split-pdf-path.ts';

it('A sub-document is downloaded with its original pages, or without what else lies on a page with several crops', () => {
  const documents = [
    { pages: [1], crops: [1] },
    { pages: [2], crops: [1] },
    { pages: [2, 3], crops: [2, 1] },
  ];
  expect(documents.map((_, index) => splitPdfPath(documents, index))).toEqual([
    'split-pdfs/0',
    'split-pdfs/1?return_pages_with_ocr_data=true',
    'split-pdfs/2?return_pages_with_ocr_data=true',
  ]);
  expect(splitPdfPath([{ pages: [1] }, { pages: [2] }], 1)).toBe('split-pdfs/1');
});
