import { describe, expect, it } from 'vitest';
import { assignFolds } from '../../../model-container/training/fine-tuning/folds.ts';
import { outOfFoldPageTypes } from '../../../model-container/training/fine-tuning/learner.ts';
import { pageTypeLogOdds } from '../../../model-container/classifiers/workflow/page-type-classifier.ts';
import type { PreparedDocument } from '../../../model-container/training/fine-tuning/prepared-documents.ts';
import { drawSeen } from './draw-prepared-document.ts';

const bySenders = (count: number, senders: number, known = count): PreparedDocument[] =>
  Array.from({ length: count }, (_, number) =>
    drawSeen(number, { sender: number < known ? `sender ${number % senders}` : null }),
  );
/** Documents of merged files, so many in each. */
const inFiles = (each: number, files: number): PreparedDocument[] =>
  Array.from({ length: each * files }, (_, number) =>
    drawSeen(number, { merged: { file: `pile ${Math.floor(number / each)}`, place: number % each } }),
  );
const sendersOf = (fold: readonly PreparedDocument[]) => [...new Set(fold.map(({ sender }) => sender))];
const fingerprintsOf = (folds: readonly (readonly PreparedDocument[])[]) =>
  folds.map((fold) => fold.map(({ fingerprint }) => fingerprint));

describe('documents held out together', () => {
  it('are dealt into three folds, and from 24 documents on into six, each document into one', () => {
    for (const [count, folds] of [
      [5, 3],
      [23, 3],
      [24, 6],
      [100, 6],
    ] as const) {
      const dealt = assignFolds(bySenders(count, 1));
      expect(dealt).toHaveLength(folds);
      expect(
        dealt
          .flat()
          .map(({ number }) => number)
          .sort((a, b) => a - b),
      ).toEqual(Array.from({ length: count }, (_, at) => at));
      const sizes = dealt.map((fold) => fold.length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  it('are all documents of a sender, where there are as many senders as folds', () => {
    const dealt = assignFolds(bySenders(20, 4));
    expect(dealt.flatMap(sendersOf).sort()).toEqual(['sender 0', 'sender 1', 'sender 2', 'sender 3']);
  });

  it('are each its own where fewer senders are known than folds, or none of some', () => {
    expect(assignFolds(bySenders(20, 2)).map((fold) => sendersOf(fold).length)).toEqual([2, 2, 2]);
    const some = assignFolds(bySenders(20, 3, 9));
    expect(some.flatMap(sendersOf).filter((sender) => sender !== null)).toHaveLength(3);
    expect(some.filter((fold) => sendersOf(fold).includes(null))).toHaveLength(3);
  });

  it('are those of a merged file, in three folds if there are fewer files than six', () => {
    for (const [files, folds] of [
      [3, 3],
      [4, 3],
      [8, 6],
    ] as const) {
      const dealt = assignFolds(inFiles(8, files));
      expect(dealt).toHaveLength(folds);
      expect(dealt.flatMap((fold) => [...new Set(fold.map(({ merged }) => merged?.file))])).toHaveLength(files);
    }
  });

  it('are each its own where they come from fewer files than three', () => {
    expect(
      assignFolds(inFiles(8, 2))
        .map((fold) => fold.length)
        .sort(),
    ).toEqual([5, 5, 6]);
  });

  it('are the same whatever the order in which the documents come', () => {
    const documents = bySenders(30, 7);
    const sorted = (folds: readonly (readonly PreparedDocument[])[]) =>
      fingerprintsOf(folds).map((fold) => fold.toSorted());
    expect(sorted(assignFolds(documents.toReversed()))).toEqual(sorted(assignFolds(documents)));
  });

  it('keep their fold in a later training, also where there are twice as many folds then', () => {
    const first = bySenders(12, 1);
    const earlier = fingerprintsOf(assignFolds(first));
    const foldOf = (folds: readonly (readonly PreparedDocument[])[], { fingerprint }: PreparedDocument) =>
      folds.findIndex((fold) => fold.some((document) => document.fingerprint === fingerprint));
    for (const count of [14, 40]) {
      const later = assignFolds(bySenders(count, 1), earlier);
      expect(later).toHaveLength(count === 14 ? 3 : 6);
      for (const document of first)
        expect(foldOf(later, document) % 3).toBe(earlier.findIndex((fold) => fold.includes(document.fingerprint)));
    }
  });

  it('take the new documents of a sender into the fold of those that are known', () => {
    const first = bySenders(12, 3);
    const earlier = fingerprintsOf(assignFolds(first));
    const later = assignFolds(bySenders(18, 3), earlier);
    expect(later.map(sendersOf).every((senders) => senders.length === 1)).toBe(true);
    for (const fold of later)
      expect(earlier).toContainEqual(
        expect.arrayContaining(fold.filter(({ number }) => number < 12).map(({ fingerprint }) => fingerprint)),
      );
  });
});

describe('what pages say in what a training learns from', () => {
  it('comes from documents of other senders: a sender’s own mark says nothing of its own pages', () => {
    // Every document's first page bears a mark of its sender, so that any other document of the sender would give it away.
    const documents = Array.from({ length: 24 }, (_, number) =>
      drawSeen(number, { sender: `sender ${number % 6}`, pages: [[number % 6], [20]] }),
    );
    const roles = outOfFoldPageTypes(documents);
    for (const { number } of documents) {
      const own = roles.get(number);
      expect(own && pageTypeLogOdds(own, Int32Array.of(number % 6))).toEqual({ first: 0, last: 0 });
      expect(own && pageTypeLogOdds(own, Int32Array.of(20)).last).toBeGreaterThan(0.5);
    }
  });

  it('is the same whatever the order in which the documents come', () => {
    const documents = Array.from({ length: 10 }, (_, number) => drawSeen(number, { pages: [[number % 3], [20]] }));
    const odds = (of: readonly PreparedDocument[]) => {
      const roles = outOfFoldPageTypes(of);
      return documents.map(({ number }) => {
        const own = roles.get(number);
        return own === undefined ? undefined : Number(pageTypeLogOdds(own, Int32Array.of(1)).first.toFixed(4));
      });
    };
    expect(odds(documents.toReversed())).toEqual(odds(documents));
  });
});
