/** What the editor shows and what a reviewer does in it, without drawing. */
import { moved, renamed, replaced, toggled } from '../split/edits.ts';
import type { Edit } from '../split/edits.ts';
import { doubtfulGaps, nextGap, previousGap } from '../split/doubtful-places.ts';
import { historyOf, redo, undo, withEdit } from '../split/history.ts';
import type { History } from '../split/history.ts';
import { documentAt, documentsOf, sameSplit, splitOf } from '../split/split.ts';
import type { ServedSplit, Split } from '../split/split.ts';

/** `overview`: all pages small; `focus`: the two pages at one gap, large enough to read. */
export type View = 'overview' | 'focus';

export interface EditorState {
  readonly served: ServedSplit;
  readonly history: History;
  /** Gaps that the model decided with a confidence at or below this are marked. */
  readonly threshold: number;
  /** The gap that the keys work on; null in a file of one page. */
  readonly cursor: number | null;
  /** Whether the first document was chosen: no gap is before it, so that the cursor is on the first one. */
  readonly firstChosen: boolean;
  readonly view: View;
  /** Gaps that the reviewer has looked at or decided. */
  readonly looked: ReadonlySet<number>;
}

/** Where a reviewer is in a file, and what they have looked at. */
export type Position = Pick<EditorState, 'cursor' | 'firstChosen' | 'view' | 'looked'>;

export type EditorAction =
  | { readonly type: 'toggle'; readonly gap: number }
  | { readonly type: 'move'; readonly gap: number; readonly by: number }
  | { readonly type: 'rename'; readonly start: number; readonly name: string }
  | { readonly type: 'replace'; readonly split: Split }
  | { readonly type: 'undo' | 'redo' | 'next' | 'previous' | 'next-document' | 'previous-document' }
  | { readonly type: 'step'; readonly by: number }
  /** The gap -1, before the first page, chooses the first document. */
  | { readonly type: 'select'; readonly gap: number }
  | { readonly type: 'view'; readonly view: View }
  | { readonly type: 'threshold'; readonly threshold: number };

/** @param restored  what a draft holds: the reviewer goes on at the gap that they looked at last */
export const editorStateOf = (
  served: ServedSplit,
  threshold: number,
  restored?: { readonly history?: History; readonly looked: readonly number[] },
): EditorState => ({
  served,
  history: restored?.history ?? historyOf(splitOf(served)),
  threshold,
  cursor: served.gaps.length === 0 ? null : (restored?.looked.findLast((gap) => gap < served.gaps.length) ?? 0),
  firstChosen: false,
  view: 'overview',
  looked: new Set(restored?.looked),
});

/** The state of the next version of a file, for a reviewer who goes on where they were. */
export const continuedAt = (state: EditorState, { cursor, firstChosen, view, looked }: Position): EditorState => ({
  ...state,
  cursor,
  firstChosen,
  view,
  looked,
});

/** Index of a page of the document that is marked, downloaded and renamed: the one after the cursor, or the first. */
export const currentPage = ({ cursor, firstChosen }: Pick<EditorState, 'cursor' | 'firstChosen'>): number =>
  cursor === null || firstChosen ? 0 : cursor + 1;

/** Gaps to look at, in page order. */
export const placesOf = ({ served, threshold }: Pick<EditorState, 'served' | 'threshold'>): number[] =>
  doubtfulGaps(served.gaps, threshold);

export const isChanged = ({ served, history }: EditorState): boolean => !sameSplit(splitOf(served), history.now);

export const editorReducer = (state: EditorState, action: EditorAction): EditorState => {
  const { history } = state;
  switch (action.type) {
    case 'toggle':
      return edited(state, toggled(history.now, action.gap), action.gap);
    case 'move':
      return edited(state, moved(history.now, action.gap, action.by), action.gap + action.by);
    case 'rename':
      return edited(state, renamed(history.now, action.start, action.name), state.cursor);
    case 'replace':
      return edited(state, replaced(history.now, action.split), state.cursor);
    case 'undo':
      return travelled(state, undo(history), history.done.at(-1));
    case 'redo':
      return travelled(state, redo(history), history.undone.at(-1));
    case 'next':
      return arrivedAt(state, nextPlace(state));
    case 'previous':
      return arrivedAt(state, previousPlace(state));
    case 'next-document':
      return selected(state, boundaryBeside(state, 1));
    case 'previous-document':
      return selected(state, boundaryBeside(state, -1));
    case 'step':
      return selected(state, Math.max(0, (state.cursor ?? 0) + action.by));
    case 'select':
      return selected(state, action.gap);
    case 'view':
      return state.view === action.view ? state : looksAt({ ...state, view: action.view });
    case 'threshold':
      return state.threshold === action.threshold ? state : { ...state, threshold: action.threshold };
  }
};

/** The first place while the reviewer has not seen it; then the next one after the cursor. */
const nextPlace = (state: EditorState): number | null => {
  const places = placesOf(state);
  const isAtPlace = state.cursor !== null && places.includes(state.cursor);
  if (isAtPlace && state.view === 'overview' && !state.looked.has(state.cursor)) return state.cursor;
  return nextGap(places, state.cursor);
};

const previousPlace = (state: EditorState): number | null => previousGap(placesOf(state), state.cursor);

const arrivedAt = (state: EditorState, gap: number | null): EditorState =>
  gap === null ? state : looksAt({ ...state, cursor: gap, firstChosen: false, view: 'focus' });

const selected = (state: EditorState, gap: number): EditorState => {
  const last = state.served.gaps.length - 1;
  if (last < 0) return state;
  return looksAt({ ...state, cursor: Math.min(last, Math.max(0, gap)), firstChosen: gap < 0 });
};

/** In the large view, a gap that is shown has been looked at. */
const looksAt = (state: EditorState): EditorState => {
  const { cursor, looked, view } = state;
  if (view === 'overview' || cursor === null || looked.has(cursor)) return state;
  return { ...state, looked: new Set([...looked, cursor]) };
};

const edited = (state: EditorState, edit: Edit | null, cursor: number | null): EditorState => {
  if (edit === null) return state;
  const looked = edit.flipped.every((gap) => state.looked.has(gap))
    ? state.looked
    : new Set([...state.looked, ...(edit.kind === 'reset' ? [] : edit.flipped)]);
  const firstChosen = state.firstChosen && edit.kind === 'rename';
  return { ...state, history: withEdit(state.history, edit), cursor, firstChosen, looked };
};

/** Undo and redo show the place that changes. */
const travelled = (state: EditorState, history: History, edit: Edit | undefined): EditorState => {
  if (edit === undefined) return state;
  const [start] = edit.renamed;
  const gap = edit.flipped[0] ?? (start === undefined ? null : start.start - 1);
  if (gap === null || state.cursor === null) return { ...state, history };
  return looksAt({ ...state, history, cursor: Math.max(0, gap), firstChosen: gap < 0 });
};

/** The gap before the document after, or before, that of the cursor. */
const boundaryBeside = (state: EditorState, by: 1 | -1): number => {
  const { history, served } = state;
  const documents = documentsOf(history.now, served.pages.length);
  const at = documentAt(documents, currentPage(state));
  const target = at === undefined ? undefined : documents[at.index + by];
  return (target?.from ?? (by === 1 ? served.pages.length : 0)) - 1;
};
