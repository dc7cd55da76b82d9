import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { requestedSubDocumentSchema } from '../../../../core/splitting/check-sub-documents.ts';
import {
  applied,
  MAX_NAME,
  moved,
  renamed,
  replaced,
  reverted,
  thereAndBack,
  toggled,
} from '../../../../web/src/editor/split/edits.ts';
import { historyOf, redo, undo, withEdit } from '../../../../web/src/editor/split/history.ts';
import type { History } from '../../../../web/src/editor/split/history.ts';
import { differenceOf, documentAt, documentsOf, sameSplit, splitOf } from '../../../../web/src/editor/split/split.ts';
import { lengthsOf, servedSplit } from './splits.ts';

describe('a split', () => {
  it('has names that are as long as the service takes', () => {
    const isTaken = (length: number): boolean =>
      requestedSubDocumentSchema.safeParse({ name: 'x'.repeat(length), pages: [1] }).success;
    expect([MAX_NAME, MAX_NAME + 1].map(isTaken)).toEqual([true, false]);
  });

  it('has a document for each run of pages between boundaries', () => {
    const served = servedSplit([2, 1, 3], {}, { 2: 'Receipt' });
    expect(documentsOf(splitOf(served), 6)).toEqual([
      { index: 0, from: 0, to: 1, name: null },
      { index: 1, from: 2, to: 2, name: 'Receipt' },
      { index: 2, from: 3, to: 5, name: null },
    ]);
  });

  it('finds the document of every page', () => {
    const documents = documentsOf(splitOf(servedSplit([2, 1, 3])), 6);
    expect([0, 1, 2, 3, 4, 5].map((page) => documentAt(documents, page)?.index)).toEqual([0, 0, 1, 2, 2, 2]);
    expect(documentAt(documents, 6)).toBeUndefined();
  });

  it('differs from another in the gaps and in the names of documents that both have', () => {
    const one = splitOf(servedSplit([2, 1, 3], {}, { 0: 'Letter', 3: 'Contract' }));
    const other = splitOf(servedSplit([2, 2, 2], {}, { 0: 'Reminder' }));
    expect(differenceOf(one, other)).toEqual({ gaps: [2, 3], names: [0] });
  });

  it('of one page is one document', () => {
    expect(documentsOf({ splits: [], names: new Map() }, 1)).toEqual([{ index: 0, from: 0, to: 0, name: null }]);
  });
});

describe('an edit', () => {
  it('splits where pages are together and joins where they are split', () => {
    const split = splitOf(servedSplit([2, 2]));
    const edit = toggled(split, 0);
    expect(edit?.kind).toBe('split');
    expect(edit === null ? [] : lengthsOf(applied(split, edit))).toEqual([1, 1, 2]);
    expect(toggled(split, 1)?.kind).toBe('join');
    expect(toggled(split, 3)).toBeNull();
  });

  it('keeps the name of a document that is joined and split again', () => {
    const served = servedSplit([2, 2], {}, { 2: 'Invoice' });
    let history = historyOf(splitOf(served));
    history = withEdit(history, toggled(history.now, 1));
    expect(documentsOf(history.now, 4).map(({ name }) => name)).toEqual([null]);
    history = withEdit(history, toggled(history.now, 1));
    expect(documentsOf(history.now, 4).map(({ name }) => name)).toEqual([null, 'Invoice']);
  });

  it('moves a boundary with the name of the document after it', () => {
    const split = splitOf(servedSplit([2, 3], {}, { 2: 'Invoice' }));
    const edit = moved(split, 1, 1);
    const after = edit === null ? split : applied(split, edit);
    expect(lengthsOf(after)).toEqual([3, 2]);
    expect(documentsOf(after, 5).map(({ name }) => name)).toEqual([null, 'Invoice']);
    expect(edit === null ? null : reverted(after, edit)).toEqual(split);
  });

  it('does not move a boundary onto or over another one, past an end, or where there is none', () => {
    const split = splitOf(servedSplit([2, 1, 2]));
    expect(moved(split, 1, 1)).toBeNull();
    expect(moved(split, 1, 2)).toBeNull();
    expect(moved(split, 1, -2)).toBeNull();
    expect(moved(split, 2, 2)).toBeNull();
    expect(moved(split, 0, 1)).toBeNull();
    expect(moved(split, 1, 0)).toBeNull();
  });

  it('renames a document, and takes its name away where the new one is empty', () => {
    const split = splitOf(servedSplit([1, 1], {}, { 1: 'Invoice' }));
    expect(renamed(split, 1, ' Invoice ')).toBeNull();
    expect(renamed(split, 1, '  ')?.renamed).toEqual([{ start: 1, before: 'Invoice', after: null }]);
    expect(renamed(split, 0, 'x'.repeat(300))?.renamed[0]?.after).toHaveLength(200);
  });

  it('makes one split another', () => {
    const one = splitOf(servedSplit([2, 1, 3], {}, { 0: 'Letter' }));
    const other = splitOf(servedSplit([1, 5], {}, { 1: 'Rest' }));
    const edit = replaced(one, other);
    expect(edit === null ? null : sameSplit(applied(one, edit), other)).toBe(true);
    expect(replaced(one, one)).toBeNull();
  });

  it('goes to another split and back, so that undo brings the other', () => {
    const one = splitOf(servedSplit([2, 1, 3], {}, { 0: 'Letter' }));
    const other = splitOf(servedSplit([1, 5]));
    const history = thereAndBack(one, other).reduce<History>(withEdit, historyOf(one));
    expect(sameSplit(history.now, one)).toBe(true);
    expect(sameSplit(undo(history).now, other)).toBe(true);
    expect(thereAndBack(one, one)).toEqual([]);
  });
});

describe('undo and redo', () => {
  it('go back to the split that was served and forth to the last one, over any edits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(2), fc.nat(40), fc.string({ maxLength: 5 })), { maxLength: 60 }),
        (lengths, edits) => {
          const base = splitOf(servedSplit(lengths));
          const last = edits.reduce<History>((history, [kind, at, text]) => {
            const gap = at % base.splits.length;
            if (kind === 0) return withEdit(history, toggled(history.now, gap));
            if (kind === 1) return withEdit(history, moved(history.now, gap, at % 2 === 0 ? 1 : -1));
            return withEdit(history, renamed(history.now, gap, text));
          }, historyOf(base));
          const back = last.done.reduce(undo, last);
          expect(back.now).toEqual(base);
          expect(undo(back)).toBe(back);
          const forth = last.done.reduce(redo, back);
          expect(forth.now).toEqual(last.now);
          expect(redo(forth)).toBe(forth);
        },
      ),
    );
  });

  it('forgets what was undone when something else is done', () => {
    const base = splitOf(servedSplit([2, 2]));
    const one = withEdit(historyOf(base), toggled(base, 0));
    const other = withEdit(undo(one), toggled(base, 2));
    expect(other.undone).toEqual([]);
    expect(redo(other)).toBe(other);
  });
});
