/** The queue of this page of the browser, and what React needs of it. */
import { useSyncExternalStore } from 'react';
import { fetchAccount } from '../../api/account/account.ts';
import { api, answerOf } from '../../api/client/client.ts';
import { cancelProcessing, pendingFile, processFile } from '../../api/processing.ts';
import { getProgress } from '../../api/results/results.ts';
import { queryClient } from '../../app/query-client.ts';
import { ProcessingQueue } from './processing-queue.ts';
import type { QueuedFile, SplitSummary } from './queued-file.ts';

const never = new AbortController().signal;

/** @throws ApiProblem, NoAnswerError */
const splitOf = async (processingId: string): Promise<SplitSummary> => {
  const splitting = await answerOf(
    api.GET('/processing/results/{processing_id}/document-splitting', {
      params: { path: { processing_id: processingId } },
    }),
  );
  if (!('sub_documents' in splitting)) throw new Error('A finished document has no splitting.');
  const { sub_documents: subDocuments, split_point_confidences: confidences, unread_pages: unread = [] } = splitting;
  return {
    pages: confidences.length + 1,
    subDocuments: subDocuments.length,
    lowestConfidence: confidences.length === 0 ? null : Math.min(...confidences),
    unreadPages: unread.length,
  };
};

export const queue = new ProcessingQueue({
  send: processFile,
  progress: (processingId) => getProgress(processingId, never),
  split: splitOf,
  cancel: cancelProcessing,
  answers: async () => {
    await fetchAccount();
  },
  onSignedOut: () => void queryClient.invalidateQueries({ queryKey: ['account'] }),
  makePending: pendingFile,
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
});

// The browser asks before files are lost that have not left it.
window.addEventListener('beforeunload', (event) => {
  if (queue.isSending()) event.preventDefault();
});

/** The files on their way, drawn anew with every change. */
export const useQueue = (): readonly QueuedFile[] => useSyncExternalStore(queue.subscribe, queue.files);
