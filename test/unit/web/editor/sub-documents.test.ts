import { describe, expect, it } from 'vitest';
import { splitOf } from '../../../../web/src/editor/split/split.ts';
import { annotatedSplitOf, servedSplitOf, subDocumentsOf } from '../../../../web/src/editor/split/sub-documents.ts';

const splitting = {
  sub_documents: [
    { name: 'Invoice 4711', pages: [1, 2] },
    { name: 'Document 2', pages: [3] },
  ],
  split_point_confidences: [0.8, 1],
};

describe('the split of a result', () => {
  it('has its pages, its decisions and the names that are not made of a number', () => {
    const decisions = [
      { split: false, confidence: 0.8, decided_by: 'model' as const },
      { split: true, confidence: 0.3, decided_by: 'reviewer' as const },
    ];
    const served = servedSplitOf({ ...splitting, decisions });
    expect(served.pages.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(served.gaps).toEqual([
      { split: false, confidence: 0.8, decidedBy: 'model' },
      { split: true, confidence: 0.3, decidedBy: 'reviewer' },
    ]);
    expect([...served.names]).toEqual([[0, 'Invoice 4711']]);
  });

  it('of an earlier release takes a confidence of 1 as a decision of the caller', () => {
    expect(servedSplitOf(splitting).gaps.map(({ decidedBy }) => decidedBy)).toEqual(['model', 'caller']);
  });

  it('is sent back as the same sub-documents, without the names that the service makes', () => {
    const served = servedSplitOf(splitting);
    expect(subDocumentsOf(served.pages, splitOf(served))).toEqual([
      { name: 'Invoice 4711', pages: [1, 2] },
      { pages: [3] },
    ]);
  });

  it('tells the crops of a page apart, and names them only where there are several', () => {
    const served = servedSplitOf({
      sub_documents: [
        { pages: [1], crops: [1] },
        { pages: [1, 2], crops: [2, 1] },
      ],
      split_point_confidences: [0.9, 0.9],
    });
    expect(served.pages).toEqual([
      { page: 1, crop: 1 },
      { page: 1, crop: 2 },
      { page: 2, crop: 1 },
    ]);
    expect(subDocumentsOf(served.pages, splitOf(served))).toEqual([
      { pages: [1], crops: [1] },
      { pages: [1, 2], crops: [2, 1] },
    ]);
  });
});

describe('the split of a training document', () => {
  it('that nobody has annotated is one document, of which nothing is decided', () => {
    const served = annotatedSplitOf(3, null);
    expect(served.gaps).toEqual([
      { split: false, confidence: null, decidedBy: null },
      { split: false, confidence: null, decidedBy: null },
    ]);
  });

  it('has the annotation', () => {
    const served = annotatedSplitOf(3, splitting.sub_documents);
    expect(served.gaps.map(({ split, decidedBy }) => [split, decidedBy])).toEqual([
      [false, 'reviewer'],
      [true, 'reviewer'],
    ]);
  });
});
