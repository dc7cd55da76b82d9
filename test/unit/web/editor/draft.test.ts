import { describe, expect, it } from 'vitest';
import type { TextStore } from '../../../../web/src/app/browser-store.ts';
import {
  countChanged,
  draftKey,
  forgetDrafts,
  historyOfDraft,
  removeDraft,
  removeOldDrafts,
  saveDraft,
} from '../../../../web/src/editor/draft/draft.ts';
import type { Draft } from '../../../../web/src/editor/draft/draft.ts';
import { TabDraft } from '../../../../web/src/editor/draft/tab-draft.ts';
import { renamed, toggled } from '../../../../web/src/editor/split/edits.ts';
import { historyOf, undo, withEdit } from '../../../../web/src/editor/split/history.ts';
import { splitOf } from '../../../../web/src/editor/split/split.ts';
import { servedSplit } from './splits.ts';

class MapStore implements TextStore {
  readonly items = new Map<string, string>();
  full = false;
  get length(): number {
    return this.items.size;
  }
  key = (index: number): string | null => [...this.items.keys()][index] ?? null;
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => {
    if (this.full) throw new Error('full');
    this.items.set(key, value);
  };
  removeItem = (key: string): void => {
    this.items.delete(key);
  };
}

const base = splitOf(servedSplit([2, 2]));
const worked = undo(
  withEdit(withEdit(withEdit(historyOf(base), toggled(base, 0)), renamed(base, 2, 'Offer')), toggled(base, 2)),
);
const draft: Draft = {
  version: '"a"',
  split: worked.now,
  done: worked.done,
  undone: worked.undone,
  looked: [0, 1],
  savedAt: 1000,
};

/** What a tab reads that is opened now. */
const loadDraft = (store: TextStore, id: string): Draft | null => new TabDraft(store, id).load();

describe('a draft', () => {
  it('brings the split back with what can be undone and done again', () => {
    const store = new MapStore();
    saveDraft(store, 'id', draft);
    const loaded = loadDraft(store, 'id');
    expect(loaded).toEqual(draft);
    expect(historyOfDraft(base, draft)).toEqual(worked);
  });

  it('is gone once it was removed', () => {
    const store = new MapStore();
    saveDraft(store, 'id', draft);
    removeDraft(store, 'id');
    expect(loadDraft(store, 'id')).toBeNull();
  });

  it.each([
    ['another format', { format: 2 }],
    ['an edit of another shape', { done: [{ kind: 'toggle', flipped: [] }] }],
    ['a negative gap', { looked: [-1] }],
    ['names of another shape', { names: [[0]] }],
    ['no time', { savedAt: null }],
  ])('that is damaged (%s) is none', (_, damage) => {
    const store = new MapStore();
    saveDraft(store, 'id', draft);
    const stored: unknown = JSON.parse(store.getItem(draftKey('id')) ?? '');
    store.setItem(draftKey('id'), JSON.stringify(Object.assign({}, stored, damage)));
    expect(loadDraft(store, 'id')).toBeNull();
  });

  it.each(['{', '[]', 'null'])('that is no object (%s) is none', (text) => {
    const store = new MapStore();
    store.setItem(draftKey('id'), text);
    expect(loadDraft(store, 'id')).toBeNull();
  });

  it('of a file with more pages does not belong to the split', () => {
    expect(historyOfDraft({ splits: [true], names: new Map() }, draft)).toBeNull();
  });

  it('does not belong to a split from which its edits lead elsewhere', () => {
    const [first, ...others] = base.splits;
    expect(historyOfDraft({ ...base, splits: [first !== true, ...others] }, draft)).toBeNull();
  });

  it('says that it was not kept where the browser has no room', () => {
    const store = new MapStore();
    store.full = true;
    expect(saveDraft(store, 'id', draft)).toBe(false);
  });

  it('is deleted after 30 days, and nothing else is', () => {
    const store = new MapStore();
    const day = 24 * 3_600_000;
    saveDraft(store, 'old', draft);
    saveDraft(store, 'new', { ...draft, savedAt: 20 * day });
    store.setItem('other', 'x');
    removeOldDrafts(store, 31 * day);
    expect([...store.items.keys()]).toEqual([draftKey('new'), 'other']);
  });
});

describe('the drafts of somebody who signs out', () => {
  it('are counted where they have changes', () => {
    const store = new MapStore();
    saveDraft(store, 'changed', draft);
    saveDraft(store, 'looked', { ...draft, split: base, done: [], undone: [] });
    store.setItem(draftKey('damaged'), '{');
    store.setItem('other', 'x');
    expect(countChanged(store)).toBe(1);
  });

  it('are deleted, nothing else is, and the page that is left writes them no more', () => {
    const store = new MapStore();
    const tab = new TabDraft(store, 'id');
    tab.save(draft);
    saveDraft(store, 'second', draft);
    store.setItem('other', 'x');
    forgetDrafts(store);
    expect(tab.save(draft)).not.toBe('kept');
    expect([...store.items.keys()]).toEqual(['other']);
  });
});

describe('the draft of a file in two tabs', () => {
  const looked: Draft = { ...draft, split: base, done: [], undone: [] };
  const other: Draft = { ...draft, savedAt: 2000 };

  it('is neither overwritten nor removed by a tab that has not read it', () => {
    const store = new MapStore();
    const [one, two] = [new TabDraft(store, 'id'), new TabDraft(store, 'id')];
    expect([one.load(), two.load()]).toEqual([null, null]);
    expect(one.save(draft)).toBe('kept');
    two.remove();
    expect(two.save(other)).toBe('other-tab');
    expect(loadDraft(store, 'id')).toEqual(draft);
  });

  it('is overwritten and removed by a tab that has read or written it last', () => {
    const store = new MapStore();
    const [one, two] = [new TabDraft(store, 'id'), new TabDraft(store, 'id')];
    one.save(draft);
    expect(two.load()).toEqual(draft);
    expect(two.save(other)).toBe('kept');
    expect(one.save(draft)).toBe('other-tab');
    two.remove();
    expect(loadDraft(store, 'id')).toBeNull();
    expect(one.save(draft)).toBe('kept');
  });

  it('gives way to changes where it has none, only places that were looked at', () => {
    const store = new MapStore();
    const [one, two] = [new TabDraft(store, 'id'), new TabDraft(store, 'id')];
    one.save(looked);
    expect(two.save(other)).toBe('kept');
    expect(one.save(looked)).toBe('other-tab');
    expect(loadDraft(store, 'id')).toEqual(other);
  });

  it('is not kept where the browser has no room', () => {
    const store = new MapStore();
    store.full = true;
    expect(new TabDraft(store, 'id').save(draft)).toBe('no-room');
  });

  it('is found again by the tab that the browser does not keep it for, until it gives it up', () => {
    const store = new MapStore();
    const [one, two] = [new TabDraft(store, 'id'), new TabDraft(store, 'id')];
    one.save(draft);
    two.save(other);
    expect([one.load(), two.load()]).toEqual([draft, other]);
    two.remove();
    expect(two.load()).toEqual(draft);
    store.full = true;
    expect(two.save(other)).toBe('no-room');
    expect(two.load()).toEqual(other);
    store.full = false;
    expect(two.save(other)).toBe('kept');
    store.removeItem(draftKey('id'));
    expect(two.load()).toBeNull();
  });
});
