/** The editor's state for a file, with the draft that the browser keeps of it. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { browserStore } from '../../app/browser-store.ts';
import { historyOfDraft, removeOldDrafts } from '../draft/draft.ts';
import type { Draft } from '../draft/draft.ts';
import { TabDraft } from '../draft/tab-draft.ts';
import type { Kept } from '../draft/tab-draft.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import { thereAndBack } from '../split/edits.ts';
import { documentsOf, sameSplit, splitOf } from '../split/split.ts';
import type { Split, SplitDocument } from '../split/split.ts';
import { continuedAt, editorReducer, editorStateOf, isChanged, placesOf } from './editor-state.ts';
import type { EditorAction, EditorState, Position } from './editor-state.ts';

export interface Editor {
  readonly state: EditorState;
  readonly dispatch: (action: EditorAction) => void;
  readonly documents: readonly SplitDocument[];
  /** Gaps to look at. */
  readonly places: readonly number[];
  /** Whether the split is another one than the service's. */
  readonly changed: boolean;
  /** When the draft that was found was saved; null where there was none. */
  readonly restoredFrom: number | null;
  /** The reviewer's own split of an earlier version of the file, which somebody else has decided meanwhile. */
  readonly conflicting: Split | null;
  readonly settleConflict: () => void;
  /** Whether the browser keeps the draft. */
  readonly kept: Kept;
  /** Gives the draft up where it is the split that the service has now; else it stays, as what was changed since. */
  readonly dropDraft: (saved: Split) => void;
  /** Writes the draft at once. */
  readonly saveNow: () => void;
}

const SAVE_AFTER_MS = 300;

/** By the id of the file: the editor of the next version of a file goes on with the draft of the one before. */
const drafts = new Map<string, TabDraft>();

const draftOf = (id: string): TabDraft => {
  const draft = drafts.get(id) ?? new TabDraft(browserStore, id);
  drafts.set(id, draft);
  return draft;
};

/** By the id of the file: where the reviewer was who has just saved it. The editor of the next version goes on there. */
const positions = new Map<string, Position>();

interface Opened {
  readonly state: EditorState;
  readonly restoredFrom: number | null;
  readonly conflicting: Split | null;
}

/**
 * The draft continues where its version is the file's and its edits lead to its split; otherwise the split is kept to be
 * compared. The reviewer goes on at the place that they looked at last.
 */
const open = (file: EditedFile, draft: Draft | null, threshold: number, position: Position | undefined): Opened => {
  const base = splitOf(file.served);
  const unchanged = editorStateOf(file.served, threshold);
  const state = position === undefined ? unchanged : continuedAt(unchanged, position);
  const fresh = { state, restoredFrom: null, conflicting: null };
  if (draft?.split.splits.length !== base.splits.length) return fresh;
  const history = draft.version === file.version ? historyOfDraft(base, draft) : null;
  const { looked } = draft;
  if (history === null) {
    const there = editorStateOf(file.served, threshold, { looked });
    // Whoever has changed nothing since has nothing of their own to compare.
    const isOwn = draft.done.length > 0 && !sameSplit(draft.split, base);
    return { ...fresh, state: position === undefined ? there : state, conflicting: isOwn ? draft.split : null };
  }
  return {
    state: editorStateOf(file.served, threshold, { history, looked }),
    restoredFrom: draft.done.length === 0 ? null : draft.savedAt,
    conflicting: null,
  };
};

export const useEditor = (source: EditorSource, file: EditedFile, threshold: number): Editor => {
  const [{ draft, ...opened }] = useState(() => {
    removeOldDrafts(browserStore, Date.now());
    const found = draftOf(source.id);
    return { ...open(file, found.load(), threshold, positions.get(source.id)), draft: found };
  });
  useEffect(() => {
    positions.delete(source.id);
  }, [source.id]);
  const [state, dispatch] = useReducer(editorReducer, opened.state);
  const [conflicting, setConflicting] = useState(opened.conflicting);
  const [kept, setKept] = useState<Kept>('kept');
  const { history, served, looked, cursor, firstChosen, view } = state;
  const documents = useMemo(() => documentsOf(history.now, served.pages.length), [history.now, served]);
  const places = useMemo(() => placesOf({ served, threshold: state.threshold }), [served, state.threshold]);
  /** The work that was saved by the service or given up: it is not kept as a draft again. */
  const dropped = useRef<EditorState['history'] | null>(null);
  const saveNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    const save = (): void => {
      if (dropped.current === history) return;
      const edits = history.done.length + history.undone.length;
      // Until the reviewer chooses, or goes on with the other one, the draft stays their split of the earlier version.
      if (conflicting !== null && edits === 0) return;
      if (edits + looked.size === 0) {
        draft.remove();
        return;
      }
      const { now: split, undone } = history;
      const done =
        conflicting === null ? history.done : [...thereAndBack(splitOf(served), conflicting), ...history.done];
      setKept(draft.save({ version: file.version, split, done, undone, looked: [...looked], savedAt: Date.now() }));
    };
    saveNow.current = save;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [conflicting, draft, file.version, history, looked, served]);
  const settleConflict = useCallback(() => {
    setConflicting(null);
  }, []);
  const write = useCallback(() => {
    saveNow.current();
  }, []);
  // Who leaves the file inside the application does not wait for the timer.
  useEffect(() => write, [write]);
  const dropDraft = useCallback(
    (saved: Split) => {
      positions.set(source.id, { cursor, firstChosen, view, looked });
      if (!sameSplit(saved, history.now)) {
        write();
        return;
      }
      dropped.current = history;
      draft.remove();
    },
    [draft, source.id, cursor, firstChosen, view, looked, history, write],
  );
  const { restoredFrom } = opened;
  return useMemo(
    () => ({
      state,
      dispatch,
      documents,
      places,
      changed: isChanged(state),
      restoredFrom,
      conflicting,
      settleConflict,
      kept,
      dropDraft,
      saveNow: write,
    }),
    [state, documents, places, restoredFrom, conflicting, settleConflict, kept, dropDraft, write],
  );
};
