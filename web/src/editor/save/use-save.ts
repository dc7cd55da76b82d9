import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasStatus } from '../../api/problem.ts';
import { trainingDataKey } from '../../api/training-data.ts';
import { showDone } from '../../components/toasts.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import type { Editor } from '../state/use-editor.ts';

export interface Save {
  readonly isSaving: boolean;
  readonly error: Error | null;
  readonly run: (comment: string | null) => void;
}

/**
 * Verifies or annotates. Where somebody else has decided meanwhile, the file is fetched again: the draft is kept, and the
 * editor shows both.
 * @param onSaved  called once the service has it
 */
export const useSave = (source: EditorSource, file: EditedFile, editor: Editor, onSaved?: () => void): Save => {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  // A repetition after a broken connection is the same request, as long as its content is.
  const sent = useRef({ content: '', key: '' });
  const mutation = useMutation({
    mutationFn: async (comment: string | null) => {
      const split = editor.state.history.now;
      const content = JSON.stringify([file.version, split.splits, [...split.names], comment]);
      if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() };
      await source.save({ file, split, changed: editor.changed, comment, idempotencyKey: sent.current.key });
    },
    meta: { showsItsError: true },
    onSuccess: async () => {
      editor.dropDraft();
      showDone(t(`saved.${source.kind}`));
      await queries.invalidateQueries({ queryKey: ['editor', source.kind, source.id] });
      const changed = source.kind === 'result' ? ['documents', file.workflowId] : trainingDataKey(file.workflowId);
      void queries.invalidateQueries({ queryKey: changed });
      onSaved?.();
    },
    onError: async (error) => {
      if (!hasStatus(error, 412)) return;
      editor.saveNow();
      await queries.invalidateQueries({ queryKey: ['editor', source.kind, source.id] });
    },
  });
  const { isPending: isSaving, mutate } = mutation;
  const error = hasStatus(mutation.error, 412) ? null : mutation.error;
  const run = useCallback(
    (comment: string | null) => {
      mutate(comment);
    },
    [mutate],
  );
  return useMemo(() => ({ isSaving, error, run }), [isSaving, error, run]);
};
