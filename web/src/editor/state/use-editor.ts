/** The editor's state for a file, with the draft that the browser keeps of it. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { historyOfDraft, loadDraft, removeDraft, removeOldDrafts, saveDraft } from '../draft/draft.ts';
import type { Draft } from '../draft/draft.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import { documentsOf, sameSplit, splitOf } from '../split/split.ts';
import type { Split, SplitDocument } from '../split/split.ts';
import { editorReducer, editorStateOf, isChanged, placesOf } from './editor-state.ts';
import type { EditorAction, EditorState } from './editor-state.ts';

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
  readonly kept: boolean;
  readonly dropDraft: () => void;
  /** Writes the draft at once. */
  readonly saveNow: () => void;
}

const SAVE_AFTER_MS = 300;

interface Opened {
  readonly state: EditorState;
  readonly restoredFrom: number | null;
  readonly conflicting: Split | null;
}

/**
 * The draft continues where its version is the file's and its edits lead to its split; otherwise the split is kept to be
 * compared.
 */
const open = (file: EditedFile, draft: Draft | null, threshold: number): Opened => {
  const base = splitOf(file.served);
  const fresh = { state: editorStateOf(file.served, threshold), restoredFrom: null, conflicting: null };
  if (draft?.split.splits.length !== base.splits.length) return fresh;
  const history = draft.version === file.version ? historyOfDraft(base, draft) : null;
  if (history === null) return { ...fresh, conflicting: sameSplit(draft.split, base) ? null : draft.split };
  return {
    state: editorStateOf(file.served, threshold, { history, looked: draft.looked }),
    restoredFrom: draft.done.length === 0 ? null : draft.savedAt,
    conflicting: null,
  };
};

export const useEditor = (source: EditorSource, file: EditedFile, threshold: number): Editor => {
  const [opened] = useState(() => {
    removeOldDrafts(localStorage, Date.now());
    return open(file, loadDraft(localStorage, source.id), threshold);
  });
  const [state, dispatch] = useReducer(editorReducer, opened.state);
  const [conflicting, setConflicting] = useState(opened.conflicting);
  const [kept, setKept] = useState(true);
  const { history, served, looked } = state;
  const documents = useMemo(() => documentsOf(history.now, served.pages.length), [history.now, served]);
  const places = useMemo(() => placesOf({ served, threshold: state.threshold }), [served, state.threshold]);
  /** The work that was saved by the service or given up: it is not kept as a draft again. */
  const dropped = useRef<EditorState['history'] | null>(null);
  const saveNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    const save = (): void => {
      if (dropped.current === history || conflicting !== null) return;
      if (history.done.length + history.undone.length + looked.size === 0) {
        removeDraft(localStorage, source.id);
        return;
      }
      const { now: split, done, undone } = history;
      setKept(
        saveDraft(localStorage, source.id, {
          version: file.version,
          split,
          done,
          undone,
          looked: [...looked],
          savedAt: Date.now(),
        }),
      );
    };
    saveNow.current = save;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [conflicting, file.version, history, looked, source.id]);
  const settleConflict = useCallback(() => {
    setConflicting(null);
  }, []);
  const dropDraft = useCallback(() => {
    dropped.current = history;
    removeDraft(localStorage, source.id);
  }, [history, source.id]);
  const write = useCallback(() => {
    saveNow.current();
  }, []);
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
