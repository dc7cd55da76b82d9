import { describe, expect, it } from 'vitest';
import {
  directionOf,
  documentQueryOf,
  documentsSearch,
  isFiltered,
  nextSort,
} from '../../../../web/src/documents/filters/documents-search.ts';

describe('The address of the documents', () => {
  it('has the filters and the order', () => {
    const search = { show: 'to_review', name: 'mail', sort: '-page_count', days: 7 };
    expect(documentsSearch(search)).toEqual(search);
  });

  it('loses what it cannot mean', () => {
    expect(documentsSearch({ show: 'all', name: ['x'], sort: 'size', days: 8, other: 1 })).toEqual({});
  });

  it('keeps a name of digits', () => {
    expect(documentsSearch({ name: 2026 })).toEqual({ name: '2026' });
  });

  it('is not filtered by its order alone', () => {
    expect(isFiltered({ sort: 'file_name' })).toBe(false);
    expect(isFiltered({ name: 'a' })).toBe(true);
  });
});

describe('The request for documents', () => {
  const now = new Date(2026, 10, 25, 14, 30);

  it('asks for the newest first where nothing is chosen', () => {
    expect(documentQueryOf({}, now)).toEqual({ sort: '-created_at' });
  });

  it('asks for those that await review: split, not verified, and not sure', () => {
    expect(documentQueryOf({ show: 'to_review' }, now)).toMatchObject({
      state: 'succeeded',
      verified: false,
      confidence_at_most: 0.9,
    });
  });

  it("begins at midnight of the reader's day", () => {
    expect(documentQueryOf({ days: 1 }, now).start).toBe(new Date(2026, 10, 25).toISOString());
    expect(documentQueryOf({ days: 7 }, now).start).toBe(new Date(2026, 10, 19).toISOString());
  });
});

describe('The order', () => {
  it('is by the newest at first', () => {
    expect(directionOf(undefined, 'created_at')).toBe('descending');
    expect(directionOf(undefined, 'file_name')).toBeUndefined();
  });

  it('begins with what people look for, and is reversed by the second click', () => {
    expect(nextSort(undefined, 'lowest_confidence')).toBe('lowest_confidence');
    expect(nextSort('lowest_confidence', 'lowest_confidence')).toBe('-lowest_confidence');
    expect(nextSort('file_name', 'page_count')).toBe('-page_count');
    expect(nextSort(undefined, 'created_at')).toBe('created_at');
  });
});
