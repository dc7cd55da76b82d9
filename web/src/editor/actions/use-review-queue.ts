import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reviewQueueQuery } from '../../api/documents.ts';
import { progressQuery } from '../../api/results/results.ts';
import { hasShareToken } from '../../session/credentials.ts';
import type { FileQueue } from '../editor.tsx';

interface ReviewQueueOptions {
  readonly threshold: number;
  readonly onOpen: (processingId: string) => void;
  readonly onBack: () => void;
}

export interface ReviewQueue extends FileQueue {
  readonly next: { readonly processing_id: string; readonly file_name: string };
  /** Documents that await review. */
  readonly count: number;
}

/** The documents of the workflow that await review after this one; undefined where there is none. */
export const useReviewQueue = (
  processingId: string,
  { threshold, onOpen, onBack }: ReviewQueueOptions,
): ReviewQueue | undefined => {
  const { data: progress } = useQuery({ ...progressQuery(processingId), enabled: !hasShareToken() });
  const { data: queue } = useQuery({
    ...reviewQueueQuery(progress?.workflow_id ?? '', threshold, processingId),
    enabled: progress !== undefined,
  });
  return useMemo(() => {
    const { next = null, document_count: count = 0 } = queue ?? {};
    if (next === null) return undefined;
    return {
      next,
      count,
      openFile: (by) => {
        if (by === 1) onOpen(next.processing_id);
        else onBack();
      },
      // The reviewer sees that it is verified, and goes on by key or button.
      onSaved: () => undefined,
    };
  }, [queue, onOpen, onBack]);
};
