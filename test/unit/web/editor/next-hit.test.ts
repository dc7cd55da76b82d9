import { describe, expect, it } from 'vitest';
import { nextHit } from '../../../../web/src/editor/find/next-hit.ts';

describe('the hit that Enter opens', () => {
  const hits = [1, 4, 9].map((page) => ({ page, count: 1, excerpt: '' }));
  const pages = (...from: readonly Parameters<typeof nextHit>[1][]): (number | undefined)[] =>
    from.map((place) => nextHit(hits, place)?.page);

  it('is the first one from the page that is shown', () => {
    expect(pages({ shown: 0, opened: null }, { shown: 4, opened: null }, { shown: 5, opened: null })).toEqual([
      1, 4, 9,
    ]);
  });

  it('is the one after the page that was opened last', () => {
    expect(pages({ shown: 1, opened: 1 }, { shown: 4, opened: 4 })).toEqual([4, 9]);
    // The last page of a file is shown beside the one before.
    expect(pages({ shown: 8, opened: 9 })).toEqual([1]);
  });

  it('is the first one of all where none comes after', () => {
    expect(pages({ shown: 10, opened: null })).toEqual([1]);
    expect(nextHit([], { shown: 0, opened: null })).toBeUndefined();
  });
});
