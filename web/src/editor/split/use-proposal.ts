import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { Save } from '../save/use-save.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import type { Editor } from '../state/use-editor.ts';
import { useStableFunction } from '../state/use-stable-function.ts';
import { proposedSplits } from './proposal.ts';

export interface Proposal {
  /** The model's decisions; null: they are not known. */
  readonly splits: readonly boolean[] | null;
  /** Replaces the reviewer's decisions by the model's; absent where these are not known. */
  readonly take: (() => void) | undefined;
  /** Takes them and saves; absent where nothing waits for its annotation too. */
  readonly accept: (() => void) | undefined;
}

/** The model's decisions, for a reviewer who wants them instead of changed ones. */
export const useProposal = (source: EditorSource, file: EditedFile, editor: Editor, save: Save): Proposal => {
  const { state, dispatch } = editor;
  const splits = useMemo(() => proposedSplits(state.served, source.kind), [state.served, source.kind]);
  const take = (): void => {
    // The names are the reviewer's own.
    if (splits !== null) dispatch({ type: 'replace', split: { splits, names: state.history.now.names } });
  };
  const accept = useStableFunction((): void => {
    if (save.isSaving) return;
    // What is saved is what is shown.
    flushSync(take);
    save.run(null);
  });
  const waits = source.kind === 'training-document' && file.decided === null;
  return {
    splits,
    take: splits === null ? undefined : take,
    accept: splits === null || !waits ? undefined : accept,
  };
};
