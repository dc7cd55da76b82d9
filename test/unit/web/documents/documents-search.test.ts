import { describe, expect, it } from 'vitest';
import {
  directionOf,
  documentQueryOf,
  documentsSearch,
  isFiltered,
  nextShown,
  nextSort,
} from '../../../../web/src/documents/filters/documents-search.ts';

describe('The address of the documents', () => {
  it('has the filters and the order', () => {
    const search = { show: ['to_review'], name: 'mail', sort: '-page_count', days: 7 };
    expect(documentsSearch(search)).toEqual(search);
  });

  it('loses what it cannot mean', () => {
    expect(documentsSearch({ show: 'all', name: ['x'], sort: 'size', days: 8, other: 1 })).toEqual({});
  });

  it('shows one place in the review, or several states', () => {
    expect(documentsSearch({ show: 'failed' })).toEqual({ show: ['failed'] });
    expect(documentsSearch({ show: ['failed', 'queued', 'lost'] })).toEqual({ show: ['queued', 'failed'] });
    expect(documentsSearch({ show: ['failed', 'verified'] })).toEqual({ show: ['verified'] });
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

  it('asks for those that the review queue has', () => {
    expect(documentQueryOf({ show: ['to_review'] }, now)).toEqual({ review_threshold: 0.9, sort: '-created_at' });
  });

  it('asks for documents in any of several states', () => {
    expect(documentQueryOf({ show: ['queued', 'failed'] }, now)).toMatchObject({ state: ['queued', 'failed'] });
  });

  it("begins at midnight of the reader's day", () => {
    expect(documentQueryOf({ days: 1 }, now).start).toBe(new Date(2026, 10, 25).toISOString());
    expect(documentQueryOf({ days: 7 }, now).start).toBe(new Date(2026, 10, 19).toISOString());
  });
});

describe('A choice of what is shown', () => {
  it('adds a state to the states, and takes it away again', () => {
    expect(nextShown(undefined, ['failed'])).toEqual(['failed']);
    expect(nextShown(['failed'], ['failed', 'queued'])).toEqual(['queued', 'failed']);
    expect(nextShown(['queued', 'failed'], ['queued'])).toEqual(['queued']);
    expect(nextShown(['queued'], [])).toBeUndefined();
  });

  it('is a place in the review, or states, and not both', () => {
    expect(nextShown(['queued', 'failed'], ['queued', 'failed', 'to_review'])).toEqual(['to_review']);
    expect(nextShown(['to_review'], ['to_review', 'verified'])).toEqual(['verified']);
    expect(nextShown(['verified'], ['verified', 'failed'])).toEqual(['failed']);
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
