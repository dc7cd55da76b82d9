import type { PageRef } from '../split/split.ts';

/** Indexes of the pages of which nothing could be read. @param numbers  of the file's pages; absent: all were read */
export const unreadPagesOf = (pages: readonly PageRef[], numbers: readonly number[] = []): ReadonlySet<number> => {
  const unread = new Set(numbers);
  return new Set(pages.flatMap(({ page }, index) => (unread.has(page) ? [index] : [])));
};
