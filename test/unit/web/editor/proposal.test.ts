import { describe, expect, it } from 'vitest';
import { proposedSplits } from '../../../../web/src/editor/split/proposal.ts';
import { servedSplitOf, trainingSplitOf } from '../../../../web/src/editor/split/sub-documents.ts';
import type { ApiDecision } from '../../../../web/src/editor/split/sub-documents.ts';
import { editorReducer, editorStateOf, isChanged } from '../../../../web/src/editor/state/editor-state.ts';

const decision = (split: boolean, decided_by: ApiDecision['decided_by'], confidence = 0.7): ApiDecision => ({
  split,
  confidence,
  decided_by,
});

/** The model: 1 | 2 3; the sender: 3 | 4; a reviewer has joined 1 and 2. */
const corrected = servedSplitOf({
  sub_documents: [{ pages: [1, 2, 3] }, { pages: [4] }],
  split_point_confidences: [0.7, 0.7, 1],
  decisions: [decision(false, 'reviewer'), decision(false, 'model'), decision(true, 'caller', 1)],
});

describe("The model's proposal", () => {
  it('has its decisions where a reviewer has decided otherwise, and what the sender fixed', () => {
    expect(proposedSplits(corrected, 'result')).toEqual([true, false, true]);
  });

  it('is taken over by one edit, which is undone by one, and leaves the names', () => {
    const state = editorStateOf(corrected, 0.9);
    const named = editorReducer(state, { type: 'rename', start: 0, name: 'Letter' });
    const split = { splits: proposedSplits(corrected, 'result') ?? [], names: named.history.now.names };
    const taken = editorReducer(named, { type: 'replace', split });
    expect(taken.history.now.splits).toEqual([true, false, true]);
    expect(taken.history.now.names.get(0)).toBe('Letter');
    expect(isChanged(taken)).toBe(true);
    expect(editorReducer(taken, { type: 'undo' }).history.now).toEqual(named.history.now);
  });

  it('of a training document is that of the model that read it, also where somebody has annotated it', () => {
    const proposal = {
      sub_documents: [{ pages: [1] }, { pages: [2, 3] }],
      split_point_confidences: [0.9, 0.8],
      decisions: [decision(true, 'model'), decision(false, 'model')],
    };
    const annotated = trainingSplitOf({ pageCount: 3, annotation: [{ pages: [1, 2, 3] }], sentAsOne: false, proposal });
    expect(proposedSplits(annotated, 'training-document')).toEqual([true, false]);
  });

  it('is not known where no model has read the file', () => {
    const unread = trainingSplitOf({ pageCount: 3, annotation: null, sentAsOne: false, proposal: null });
    expect(proposedSplits(unread, 'training-document')).toBeNull();
  });
});

it('A file that was sent as one document keeps the crops of its pages', () => {
  const proposal = {
    sub_documents: [
      { pages: [1], crops: [1] },
      { pages: [1], crops: [2] },
    ],
    split_point_confidences: [0.9],
  };
  const { pages, gaps } = trainingSplitOf({ pageCount: 1, annotation: null, sentAsOne: true, proposal });
  expect(pages).toEqual([
    { page: 1, crop: 1 },
    { page: 1, crop: 2 },
  ]);
  expect(gaps).toMatchObject([{ split: false, decidedBy: 'caller' }]);
});
