import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasStatus, NoAnswerError } from '../../api/client/problem.ts';
import { trainingDataKey } from '../../api/training/training-data.ts';
import { untilAnswered } from '../../api/client/until-answered.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { showDone } from '../../components/toasts.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import type { Editor } from '../state/use-editor.ts';
import { useStableFunction } from '../state/use-stable-function.ts';

export interface Save {
  readonly isSaving: boolean;
  /** The service is away: it gets what is shown when it is back. */
  readonly isWaiting: boolean;
  readonly error: Error | null;
  readonly run: (comment: string | null) => void;
  /** Waits no more: nothing is verified. */
  readonly stop: () => void;
}

/**
 * Verifies or annotates. Where somebody else has decided meanwhile, the file is fetched again: the draft is kept, and the
 * editor shows both.
 * @param onSaved  called once the service has it
 */
export const useSave = (source: EditorSource, file: EditedFile, editor: Editor, onSaved?: () => void): Save => {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const attempt = useAttempt();
  const sent = useRef(editor.state.history.now);
  const [isWaiting, setWaiting] = useState(false);
  const waiting = useRef<AbortController>(undefined);
  const send = useStableFunction(async (comment: string | null): Promise<void> => {
    const split = editor.state.history.now;
    sent.current = split;
    await attempt([file.version, split.splits, [...split.names], comment], ({ key }) =>
      source.save({ file, split, changed: editor.changed, comment, idempotencyKey: key }),
    );
  });
  const stop = useCallback(() => {
    waiting.current?.abort();
  }, []);
  // Nothing is verified behind the back of somebody who has left the page; the draft is kept.
  useEffect(() => stop, [stop]);
  const mutation = useMutation({
    mutationFn: (comment: string | null) => {
      waiting.current = new AbortController();
      return untilAnswered(
        () => send(comment),
        waiting.current.signal,
        () => {
          setWaiting(true);
        },
      );
    },
    meta: { showsItsError: true },
    onSuccess: async () => {
      editor.dropDraft(sent.current);
      showDone(t(`saved.${source.kind}`));
      await queries.invalidateQueries({ queryKey: ['editor', source.kind, source.id] });
      const changed = source.kind === 'result' ? ['documents', file.workflowId] : trainingDataKey(file.workflowId);
      void queries.invalidateQueries({ queryKey: changed });
      onSaved?.();
    },
    onSettled: () => {
      setWaiting(false);
    },
    onError: async (error) => {
      if (!hasStatus(error, 412)) return;
      editor.saveNow();
      await queries.invalidateQueries({ queryKey: ['editor', source.kind, source.id] });
    },
  });
  const { isPending: isSaving, mutate } = mutation;
  const isNone = hasStatus(mutation.error, 412) || mutation.error instanceof NoAnswerError;
  const error = isNone ? null : mutation.error;
  const run = useCallback(
    (comment: string | null) => {
      mutate(comment);
    },
    [mutate],
  );
  return useMemo(() => ({ isSaving, isWaiting, error, run, stop }), [isSaving, isWaiting, error, run, stop]);
};
