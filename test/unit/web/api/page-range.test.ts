import { describe, expect, it } from 'vitest';
import { pageRangeOf } from '../../../../web/src/api/results/page-range.ts';

describe('The pages of a sub-document', () => {
  it('are its first and its last page, or its only one', () => {
    const documents = [{ pages: [1, 2, 3] }, { pages: [4] }, { pages: [5, 6] }];
    expect(documents.map((_, index) => pageRangeOf(documents, index))).toEqual(['1–3', '4', '5–6']);
  });

  it('have the number of the crop where a page has several', () => {
    const documents = [
      { pages: [1, 2], crops: [1, 1] },
      { pages: [2], crops: [2] },
      { pages: [2, 3], crops: [3, 1] },
    ];
    expect(documents.map((_, index) => pageRangeOf(documents, index))).toEqual(['1–2.1', '2.2', '2.3–3']);
  });
});
