/** Changes of a split, each of which can be undone and done again. */
import type { Split } from './split.ts';

export type EditKind = 'split' | 'join' | 'move' | 'rename' | 'reset';

interface NameChange {
  /** Index of the document's first page. */
  readonly start: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** The difference between two splits: what it takes to go from one to the other and back. */
export interface Edit {
  readonly kind: EditKind;
  /** Gaps whose decision changes. */
  readonly flipped: readonly number[];
  readonly renamed: readonly NameChange[];
}

/** Characters of a name at most, as the API has it. */
export const MAX_NAME = 200;

/** Splits where the pages are together, joins where they are split. @returns null where there is no such gap */
export const toggled = ({ splits }: Split, gap: number): Edit | null => {
  const split = splits[gap];
  return split === undefined ? null : { kind: split ? 'join' : 'split', flipped: [gap], renamed: [] };
};

/**
 * Moves the boundary at a gap over some pages. The document after it keeps its name.
 * @param by  pages; negative: to the front
 * @returns null where there is no boundary at the gap, or another boundary or an end of the file is in the way
 */
export const moved = ({ splits, names }: Split, gap: number, by: number): Edit | null => {
  const step = Math.sign(by);
  if (splits[gap] !== true || step === 0) return null;
  for (let passed = gap + step; passed !== gap + by + step; passed += step) if (splits[passed] !== false) return null;
  const name = names.get(gap + 1) ?? null;
  const target = gap + by;
  return {
    kind: 'move',
    flipped: [gap, target],
    renamed:
      name === null
        ? []
        : [
            { start: gap + 1, before: name, after: null },
            { start: target + 1, before: names.get(target + 1) ?? null, after: name },
          ],
  };
};

/**
 * Names the document that begins with a page.
 * @param start  index of its first page
 * @param text  as typed; empty: the document has no name of its own any more
 * @returns null where the name stays the same
 */
export const renamed = ({ names }: Split, start: number, text: string): Edit | null => {
  const clean = text.trim().slice(0, MAX_NAME).toWellFormed();
  const after = clean === '' ? null : clean;
  const before = names.get(start) ?? null;
  return before === after ? null : { kind: 'rename', flipped: [], renamed: [{ start, before, after }] };
};

/** Makes one split the other. @returns null where they are equal */
export const replaced = (from: Split, to: Split): Edit | null => {
  const flipped = from.splits.flatMap((split, gap) => (split === to.splits[gap] ? [] : [gap]));
  const starts = new Set([...from.names.keys(), ...to.names.keys()]);
  const changes = [...starts].flatMap((start): NameChange[] => {
    const before = from.names.get(start) ?? null;
    const after = to.names.get(start) ?? null;
    return before === after ? [] : [{ start, before, after }];
  });
  return flipped.length === 0 && changes.length === 0 ? null : { kind: 'reset', flipped, renamed: changes };
};

/** Makes one split the other, and back: undo brings the other. */
export const thereAndBack = (split: Split, other: Split): Edit[] =>
  [replaced(split, other), replaced(other, split)].filter((edit) => edit !== null);

export const applied = (split: Split, edit: Edit): Split => changed(split, edit, ({ after }) => after);
export const reverted = (split: Split, edit: Edit): Split => changed(split, edit, ({ before }) => before);

const changed = ({ splits, names }: Split, edit: Edit, nameOf: (change: NameChange) => string | null): Split => {
  const nextSplits = [...splits];
  for (const gap of edit.flipped) nextSplits[gap] = nextSplits[gap] !== true;
  if (edit.renamed.length === 0) return { splits: nextSplits, names };
  const nextNames = new Map(names);
  for (const change of edit.renamed) {
    const name = nameOf(change);
    if (name === null) nextNames.delete(change.start);
    else nextNames.set(change.start, name);
  }
  return { splits: nextSplits, names: nextNames };
};

/** Whether the edit leaves a split with as many gaps as it found: edits of a stored draft may not. */
export const fits = ({ splits }: Split, { flipped, renamed: changes }: Edit): boolean =>
  flipped.every((gap) => gap < splits.length) && changes.every(({ start }) => start <= splits.length);
