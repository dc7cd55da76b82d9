import { describe, expect, it } from 'vitest';
import { assignFolds } from '../../../../model-container/training/fine-tuning/folds.ts';
import { outOfFoldPageTypes } from '../../../../model-container/training/fine-tuning/fit-correction.ts';
import { pageTypeLogOdds } from '../../../../model-container/classifiers/workflow/page-type-classifier.ts';
import type { PreparedDocument } from '../../../../model-container/training/fine-tuning/prepared-documents.ts';
import { drawSeen } from './draw-prepared-document.ts';

const bySenders = (count: number, senders: number, known = count): PreparedDocument[] =>
  Array.from({ length: count }, (_, number) =>
    drawSeen(number, { sender: number < known ? `sender ${number % senders}` : null }),
  );
/** Documents of merged files, so many in each. */
const inFiles = (each: number, files: number): PreparedDocument[] =>
  Array.from({ length: each * files }, (_, number) =>
    drawSeen(number, { merged: { file: `batch ${Math.floor(number / each)}`, place: number % each } }),
  );
const sendersOf = (fold: readonly PreparedDocument[]) => [...new Set(fold.map(({ sender }) => sender))];
const fingerprintsOf = (folds: readonly (readonly PreparedDocument[])[]) =>
  folds.map((fold) => fold.map(({ fingerprint }) => fingerprint));

describe('documents held out together', () => {
  it('are assigned to three folds, from 24 documents on to six, each document to one', () => {
    for (const [count, folds] of [
      [5, 3],
      [23, 3],
      [24, 6],
      [100, 6],
    ] as const) {
      const assigned = assignFolds(bySenders(count, 1));
      expect(assigned).toHaveLength(folds);
      expect(
        assigned
          .flat()
          .map(({ number }) => number)
          .sort((a, b) => a - b),
      ).toEqual(Array.from({ length: count }, (_, at) => at));
      const sizes = assigned.map((fold) => fold.length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  it('are all documents of a sender where there are as many senders as folds', () => {
    const assigned = assignFolds(bySenders(20, 4));
    expect(assigned.flatMap(sendersOf).sort()).toEqual(['sender 0', 'sender 1', 'sender 2', 'sender 3']);
  });

  it('are assigned individually where fewer senders are known than folds, or a sender is not known', () => {
    expect(assignFolds(bySenders(20, 2)).map((fold) => sendersOf(fold).length)).toEqual([2, 2, 2]);
    const some = assignFolds(bySenders(20, 3, 9));
    expect(some.flatMap(sendersOf).filter((sender) => sender !== null)).toHaveLength(3);
    expect(some.filter((fold) => sendersOf(fold).includes(null))).toHaveLength(3);
  });

  it('are those of a merged file, in three folds where there are fewer than six files', () => {
    for (const [files, folds] of [
      [3, 3],
      [4, 3],
      [8, 6],
    ] as const) {
      const assigned = assignFolds(inFiles(8, files));
      expect(assigned).toHaveLength(folds);
      expect(assigned.flatMap((fold) => [...new Set(fold.map(({ merged }) => merged?.file))])).toHaveLength(files);
    }
  });

  it('are assigned individually where they come from fewer than three files', () => {
    expect(
      assignFolds(inFiles(8, 2))
        .map((fold) => fold.length)
        .sort(),
    ).toEqual([5, 5, 6]);
  });

  it('are learnt from all other documents where there are few', () => {
    // Each first page has a mark of its own and one that a single other document shares.
    const documents = Array.from({ length: 8 }, (_, number) =>
      drawSeen(number, { pages: [[number + 1, 30 + (number % 4)], [20]] }),
    );
    const pageTypes = outOfFoldPageTypes(documents);
    for (const { number } of documents) {
      const own = pageTypes.get(number);
      const mark = Int32Array.of(30 + (number % 4));
      expect(own && pageTypeLogOdds(own, mark).first).toBeGreaterThan(0.5);
    }
  });

  it('do not depend on the order of the documents', () => {
    const documents = bySenders(30, 7);
    const sorted = (folds: readonly (readonly PreparedDocument[])[]) =>
      fingerprintsOf(folds).map((fold) => fold.toSorted());
    expect(sorted(assignFolds(documents.toReversed()))).toEqual(sorted(assignFolds(documents)));
  });

  it('keep their fold in a later training, also with twice as many folds', () => {
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

  it('include the new documents of a sender in the fold of the known ones', () => {
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

describe('the page-type scores in a training set', () => {
  it('are out of fold: a feature of one sender does not identify the pages of this sender', () => {
    // The first page of each document has a feature of its sender, which any other document of the sender would reveal.
    const documents = Array.from({ length: 24 }, (_, number) =>
      drawSeen(number, { sender: `sender ${number % 6}`, pages: [[number % 6], [20]] }),
    );
    const pageTypes = outOfFoldPageTypes(documents);
    for (const { number } of documents) {
      const own = pageTypes.get(number);
      expect(own && pageTypeLogOdds(own, Int32Array.of(number % 6))).toEqual({ first: 0, last: 0 });
      expect(own && pageTypeLogOdds(own, Int32Array.of(20)).last).toBeGreaterThan(0.5);
    }
  });

  it('do not depend on the order of the documents', () => {
    const documents = Array.from({ length: 10 }, (_, number) => drawSeen(number, { pages: [[number % 3], [20]] }));
    const odds = (of: readonly PreparedDocument[]) => {
      const pageTypes = outOfFoldPageTypes(of);
      return documents.map(({ number }) => {
        const own = pageTypes.get(number);
        return own === undefined ? undefined : Number(pageTypeLogOdds(own, Int32Array.of(1)).first.toFixed(4));
      });
    };
    expect(odds(documents.toReversed())).toEqual(odds(documents));
  });
});
