import { useCallback, useState } from 'react';
import type { EditedFile } from '../source/editor-source.ts';
import type { Editor } from '../state/use-editor.ts';
import { useStableFunction } from '../state/use-stable-function.ts';
import { canSave, unseenOf } from './save-buttons.tsx';
import type { Save } from './use-save.ts';

/** Saves, once it has asked about places that nobody has looked at. */
export type Verify = (comment: string | null) => void;

export interface Verification {
  readonly verify: Verify;
  /** Verifies without a comment. */
  readonly trySave: () => void;
  /** Whether the reader is asked about places that nobody has looked at. */
  readonly isAsking: boolean;
  readonly stopAsking: () => void;
  /** Saves what was to be saved, without a look at those places. */
  readonly saveAnyway: () => void;
}

/** Verifies a file, and asks first where places stay unseen. The functions keep their references. */
export const useVerification = (file: EditedFile, editor: Editor, save: Save): Verification => {
  /** What is to be saved, until the reader has answered; null: nobody is asked. */
  const [asking, setAsking] = useState<{ readonly comment: string | null } | null>(null);
  const verify = useStableFunction((comment: string | null): void => {
    if (!canSave(file, editor) || save.isSaving) return;
    if (unseenOf(editor).length > 0) setAsking({ comment });
    else save.run(comment);
  });
  const trySave = useCallback(() => {
    verify(null);
  }, [verify]);
  const stopAsking = useCallback(() => {
    setAsking(null);
  }, []);
  const saveAnyway = useStableFunction((): void => {
    stopAsking();
    save.run(asking?.comment ?? null);
  });
  return { verify, trySave, isAsking: asking !== null, stopAsking, saveAnyway };
};
