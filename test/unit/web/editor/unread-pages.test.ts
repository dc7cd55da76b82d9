import { expect, it } from 'vitest';
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
