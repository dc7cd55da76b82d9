import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { awaitingQuery } from '../../api/training/training-data.ts';
import { showDone } from '../../components/toasts.ts';
import type { FileQueue } from '../../editor/editor.tsx';
import { editorQuery } from '../../editor/loaded-editor.tsx';
import { trainingSource } from '../../editor/source/training-source.ts';
import { neighbourOf } from './next-file.ts';

interface FileQueueOptions {
  /** Whether the file was opened from the queue. */
  readonly enabled: boolean;
  readonly onOpen: (documentId: string) => void;
  /** Called when no file waits any more. */
  readonly onEnd: () => void;
}

export interface AnnotationQueue extends FileQueue {
  /** Files that wait, this one included while it does. */
  readonly waiting: number;
  /** Whether another file waits. */
  readonly hasOthers: boolean;
}

/** The files that wait for their annotation, one after the other; undefined outside of the queue. */
export const useFileQueue = (
  workflowId: string,
  documentId: string,
  { enabled, onOpen, onEnd }: FileQueueOptions,
): AnnotationQueue | undefined => {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const { data: ids } = useQuery({ ...awaitingQuery(workflowId), enabled });
  const next = ids === undefined ? undefined : neighbourOf(ids, documentId, 1);
  useEffect(() => {
    // The next file is there when it is wanted.
    if (!enabled || next === undefined) return;
    queries.query(editorQuery(trainingSource(workflowId, next))).catch(() => undefined);
  }, [enabled, next, queries, workflowId]);
  /** Null once the page is left. */
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = documentId;
    return () => {
      shown.current = null;
    };
  }, [documentId]);
  return useMemo(() => {
    if (!enabled || ids === undefined) return undefined;
    return {
      waiting: ids.length,
      hasOthers: next !== undefined,
      openFile: (by) => {
        const neighbour = neighbourOf(ids, documentId, by);
        if (neighbour !== undefined) onOpen(neighbour);
      },
      onSaved: () => {
        // Whoever has gone elsewhere meanwhile stays there.
        if (shown.current !== documentId) return;
        if (next !== undefined) onOpen(next);
        else {
          showDone(t('queue.end'));
          onEnd();
        }
      },
    };
  }, [enabled, ids, next, documentId, onOpen, onEnd, t]);
};
