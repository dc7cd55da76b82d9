/** The unfinished work of a reviewer, kept by the browser for the next time. */
import type { TextStore } from '../../app/browser-store.ts';
import { fits } from '../split/edits.ts';
import type { Edit, EditKind } from '../split/edits.ts';
import { historyOf, withEdit } from '../split/history.ts';
import type { History } from '../split/history.ts';
import { sameSplit } from '../split/split.ts';
import type { Split } from '../split/split.ts';

export interface Draft {
  /** Of the splitting and its verification that the edits are made on. */
  readonly version: string;
  /** What the edits led to. It can be compared with the split of another version. */
  readonly split: Split;
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
  /** Gaps that the reviewer has looked at. */
  readonly looked: readonly number[];
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const PREFIX = 'tearline.draft.';
const FORMAT = 1;
const DAY_MS = 24 * 3_600_000;
/** A draft that nobody came back to is deleted after so many days. */
const KEPT_DAYS = 30;

const KINDS: ReadonlySet<string> = new Set<EditKind>(['split', 'join', 'move', 'rename', 'reset']);

export const draftKey = (id: string): string => `${PREFIX}${id}`;

/** Storages to which nothing is written any more. */
const forgotten = new WeakSet<TextStore>();

/** @returns false where the browser does not keep it (full, or forbidden), or drafts were forgotten on this page */
export const saveDraft = (store: TextStore, id: string, draft: Draft): boolean => {
  if (forgotten.has(store)) return false;
  try {
    const { split, ...rest } = draft;
    const stored = { format: FORMAT, ...rest, splits: bitsOf(split.splits), names: [...split.names] };
    store.setItem(draftKey(id), JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
};

export const removeDraft = (store: TextStore, id: string): void => {
  store.removeItem(draftKey(id));
};

const draftKeysIn = (store: TextStore): readonly string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index) ?? '').filter((key) => key.startsWith(PREFIX));

const storedIn = (store: TextStore, key: string): Draft | null => parseDraft(store.getItem(key) ?? '');

/** Deletes the drafts that are damaged or older than 30 days. @param now  milliseconds since 1970 */
export const removeOldDrafts = (store: TextStore, now: number): void => {
  for (const key of draftKeysIn(store)) {
    const draft = storedIn(store, key);
    if (draft === null || now - draft.savedAt > KEPT_DAYS * DAY_MS) store.removeItem(key);
  }
};

/** The number of files with changes that are only in this browser. */
export const countChanged = (store: TextStore): number =>
  draftKeysIn(store).filter((key) => (storedIn(store, key)?.done.length ?? 0) > 0).length;

/** Deletes all drafts. The page that is being left writes none of them again. */
export const forgetDrafts = (store: TextStore): void => {
  forgotten.add(store);
  for (const key of draftKeysIn(store)) store.removeItem(key);
};

/**
 * The history that a draft holds.
 * @param base  the split of the draft's version
 * @returns null where the draft does not belong to this split
 */
export const historyOfDraft = (base: Split, draft: Draft): History | null => {
  if (![...draft.done, ...draft.undone].every((edit) => fits(base, edit))) return null;
  const history = draft.done.reduce<History>(withEdit, historyOf(base));
  return sameSplit(history.now, draft.split) ? { ...history, undone: draft.undone } : null;
};

/** @returns null where the text is damaged */
export const parseDraft = (text: string): Draft | null => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value) || value['format'] !== FORMAT) return null;
  const { version, splits, names, done, undone, looked, savedAt } = value;
  if (typeof version !== 'string' || typeof savedAt !== 'number' || typeof splits !== 'string') return null;
  if (!isListOf(names, isNameEntry)) return null;
  if (!isListOf(done, isEdit) || !isListOf(undone, isEdit) || !isListOf(looked, isIndex)) return null;
  const split = { splits: Array.from(splits, (bit) => bit === '1'), names: new Map(names) };
  return { version, split, done, undone, looked, savedAt };
};

const bitsOf = (splits: readonly boolean[]): string => splits.map((split) => (split ? '1' : '0')).join('');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOf = <Entry>(value: unknown, is: (entry: unknown) => entry is Entry): value is Entry[] =>
  Array.isArray(value) && value.every(is);

const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const isName = (value: unknown): value is string | null => value === null || typeof value === 'string';

const isNameEntry = (value: unknown): value is [number, string] =>
  Array.isArray(value) && value.length === 2 && isIndex(value[0]) && typeof value[1] === 'string';

const isEdit = (value: unknown): value is Edit =>
  isObject(value) &&
  typeof value['kind'] === 'string' &&
  KINDS.has(value['kind']) &&
  isListOf(value['flipped'], isIndex) &&
  isListOf(
    value['renamed'],
    (one): one is Edit['renamed'][number] =>
      isObject(one) && isIndex(one['start']) && isName(one['before']) && isName(one['after']),
  );
