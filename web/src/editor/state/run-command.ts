/** What the commands do. */
import { documentAt } from '../split/split.ts';
import { currentPage } from './editor-state.ts';
import type { Command } from './keys.ts';
import type { Editor } from './use-editor.ts';

export interface CommandTargets {
  readonly editor: Pick<Editor, 'state' | 'dispatch' | 'documents'>;
  /** Pages of a row of the overview. */
  readonly columns: number;
  readonly save: () => void;
  /** Opens the file after, or before, this one; absent where the file is none of several. */
  readonly openFile: ((by: 1 | -1) => void) | undefined;
  /** @param start  index of the first page of the document */
  readonly rename: (start: number) => void;
  /** Absent where the model's decisions are not known. */
  readonly takeProposal: (() => void) | undefined;
  /** Absent where nothing waits for its annotation. */
  readonly acceptProposal: (() => void) | undefined;
  readonly find: () => void;
  readonly help: () => void;
  /** @param by  1: larger, -1: smaller, 0: as at first */
  readonly zoom: (by: 1 | -1 | 0) => void;
}

/** @returns a function that does a command, and says whether there was something to do: else the key is the browser's */
export const runCommand =
  (targets: CommandTargets) =>
  (command: Command): boolean => {
    const { editor, columns } = targets;
    const { state, dispatch } = editor;
    const { cursor, view } = state;
    switch (command) {
      case 'next':
      case 'previous':
      case 'next-document':
      case 'previous-document':
      case 'undo':
      case 'redo':
        dispatch({ type: command });
        return true;
      case 'toggle':
        if (cursor !== null) dispatch({ type: 'toggle', gap: cursor });
        return true;
      case 'step-left':
      case 'step-right':
        dispatch({ type: 'step', by: command === 'step-left' ? -1 : 1 });
        return true;
      case 'step-up':
      case 'step-down':
        if (view === 'focus') return false;
        dispatch({ type: 'step', by: command === 'step-up' ? -columns : columns });
        return true;
      case 'first':
      case 'last':
        dispatch({ type: 'select', gap: command === 'first' ? -1 : Infinity });
        return true;
      case 'move-left':
      case 'move-right':
        if (cursor !== null) dispatch({ type: 'move', gap: cursor, by: command === 'move-left' ? -1 : 1 });
        return true;
      case 'rename':
        targets.rename(documentAt(editor.documents, currentPage(state))?.from ?? 0);
        return true;
      case 'take-proposal':
        targets.takeProposal?.();
        return targets.takeProposal !== undefined;
      case 'accept-proposal':
        targets.acceptProposal?.();
        return targets.acceptProposal !== undefined;
      case 'open':
        dispatch({ type: 'view', view: view === 'focus' ? 'overview' : 'focus' });
        return true;
      case 'close':
        if (view === 'overview') return false;
        dispatch({ type: 'view', view: 'overview' });
        return true;
      case 'verify':
        targets.save();
        return true;
      case 'next-file':
      case 'previous-file':
        targets.openFile?.(command === 'next-file' ? 1 : -1);
        return targets.openFile !== undefined;
      case 'find':
        targets.find();
        return true;
      case 'help':
        targets.help();
        return true;
      case 'zoom-in':
      case 'zoom-out':
        targets.zoom(command === 'zoom-in' ? 1 : -1);
        return true;
      case 'zoom-fit':
        targets.zoom(0);
        return true;
    }
  };
