import { expect, it } from 'vitest';
import { doubtfulGaps } from '../../../../web/src/editor/split/doubtful-places.ts';
import { servedSplitOf } from '../../../../web/src/editor/split/sub-documents.ts';
import { unreadPagesOf } from '../../../../web/src/editor/unread/unread-pages.ts';

it('Pages that could not be read are found by their numbers in the file, also behind a page of several crops', () => {
  const pages = [
    { page: 1, crop: 1 },
    { page: 1, crop: 2 },
    { page: 2, crop: 1 },
    { page: 3, crop: 1 },
  ];
  expect([...unreadPagesOf(pages, [2, 3])]).toEqual([2, 3]);
  expect(unreadPagesOf(pages).size).toBe(0);
});

it('What the model decided beside a page that could not be read is a place to look at, however sure it was', () => {
  const decided = (decided_by: 'model' | 'caller' | 'reviewer') => ({ split: false, confidence: 0.99, decided_by });
  const splitting = {
    sub_documents: [{ pages: [1, 2, 3, 4, 5, 6] }],
    split_point_confidences: [],
    decisions: [decided('model'), decided('model'), decided('model'), decided('caller'), decided('reviewer')],
  };
  expect(doubtfulGaps(servedSplitOf({ ...splitting, unread_pages: [2, 5] }).gaps, 0.9)).toEqual([0, 1]);
  expect(doubtfulGaps(servedSplitOf(splitting).gaps, 0.9)).toEqual([]);
});
