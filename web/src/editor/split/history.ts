/** A split with all edits that led to it: undo and redo without end. */
import { applied, reverted } from './edits.ts';
import type { Edit } from './edits.ts';
import type { Split } from './split.ts';

export interface History {
  readonly now: Split;
  /** The oldest first. */
  readonly done: readonly Edit[];
  /** What was undone, the last undone last. */
  readonly undone: readonly Edit[];
}

export const historyOf = (split: Split): History => ({ now: split, done: [], undone: [] });

/** The edit done; what was undone before cannot be done again. @param edit  null: nothing changes */
export const withEdit = (history: History, edit: Edit | null): History =>
  edit === null ? history : { now: applied(history.now, edit), done: [...history.done, edit], undone: [] };

export const undo = (history: History): History => {
  const edit = history.done.at(-1);
  if (edit === undefined) return history;
  return {
    now: reverted(history.now, edit),
    done: history.done.slice(0, -1),
    undone: [...history.undone, edit],
  };
};

export const redo = (history: History): History => {
  const edit = history.undone.at(-1);
  if (edit === undefined) return history;
  return {
    now: applied(history.now, edit),
    done: [...history.done, edit],
    undone: history.undone.slice(0, -1),
  };
};
