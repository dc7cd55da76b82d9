import { describe, expect, it } from 'vitest';
import { doubtfulGaps } from '../../../../web/src/editor/split/doubtful-places.ts';
import { splitOf } from '../../../../web/src/editor/split/split.ts';
import { servedSplitOf, subDocumentsOf, trainingSplitOf } from '../../../../web/src/editor/split/sub-documents.ts';

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
      { split: false, confidence: 0.8, decidedBy: 'model', proposed: null },
      { split: true, confidence: 0.3, decidedBy: 'reviewer', proposed: null },
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
  const decisions = [
    { split: false, confidence: 0.8, decided_by: 'model' as const },
    { split: true, confidence: 0.97, decided_by: 'model' as const },
  ];
  const proposal = { ...splitting, decisions };
  const file = { pageCount: 3, annotation: null, sentAsOne: false, proposal };
  const together = { split: false, confidence: 0.8, proposed: false };

  it('that nobody has annotated is what the model proposes, with its names', () => {
    const served = trainingSplitOf(file);
    expect(served.gaps).toEqual([
      { ...together, decidedBy: 'model' },
      { split: true, confidence: 0.97, decidedBy: 'model', proposed: true },
    ]);
    expect([...served.names]).toEqual([[0, 'Invoice 4711']]);
    expect(doubtfulGaps(served.gaps, 0.9)).toEqual([0]);
  });

  it('is one document, of which nothing is decided, where no proposal was kept', () => {
    const served = trainingSplitOf({ ...file, proposal: null });
    expect(served.gaps).toEqual(
      [1, 2].map(() => ({ split: false, confidence: null, decidedBy: null, proposed: null })),
    );
  });

  it('sent as one document stays one, and is to be looked at where the model would split it', () => {
    const served = trainingSplitOf({ ...file, sentAsOne: true });
    expect(served.gaps).toEqual([
      { ...together, decidedBy: 'caller' },
      { split: false, confidence: 0.97, decidedBy: 'caller', proposed: true },
    ]);
    expect(doubtfulGaps(served.gaps, 0.9)).toEqual([1]);
  });

  it('has the annotation, beside what the model would decide', () => {
    const annotation = [{ name: 'Letter', pages: [1] }, { pages: [2, 3] }];
    const served = trainingSplitOf({ ...file, annotation });
    expect(served.gaps).toEqual([
      { split: true, confidence: 0.8, decidedBy: 'reviewer', proposed: false },
      { split: false, confidence: 0.97, decidedBy: 'reviewer', proposed: true },
    ]);
    expect([...served.names]).toEqual([[0, 'Letter']]);
    expect(doubtfulGaps(served.gaps, 0.9)).toEqual([]);
  });

  it('of a result that was called wrong leaves open what the sender of the result had decided', () => {
    const sent = { ...splitting, decisions: decisions.map((one) => ({ ...one, decided_by: 'caller' as const })) };
    const served = trainingSplitOf({ ...file, proposal: sent });
    expect(served.gaps.map(({ split, decidedBy }) => [split, decidedBy])).toEqual([
      [false, null],
      [true, null],
    ]);
    expect(doubtfulGaps(served.gaps, 0.9)).toEqual([0, 1]);
  });
});
