/** The training files on their way to the service, and what React needs of them. */
import { useSyncExternalStore } from 'react';
import { fetchAccount } from '../../api/account/account.ts';
import { answerOf, api } from '../../api/client/client.ts';
import { pendingFile } from '../../api/processing.ts';
import { addTrainingFile, deleteTrainingDocument, trainingDataKey } from '../../api/training/training-data.ts';
import type { AddOptions, TrainingDocument } from '../../api/training/training-data.ts';
import { queryClient } from '../../app/query-client.ts';
import { ProcessingQueue } from '../../process/queue/processing-queue.ts';
import type { QueuedFile } from '../../process/queue/queued-file.ts';
import { readingProgressOf } from './reading-progress.ts';

/** The workflows of the documents that the queue has sent. */
const workflowOf = new Map<string, string>();

/** @throws ApiProblem, NoAnswerError */
const fetchDocument = (documentId: string): Promise<TrainingDocument> =>
  answerOf(
    api.GET('/workflows/{workflow_id}/training-documents/{document_id}', {
      params: { path: { workflow_id: workflowOf.get(documentId) ?? '', document_id: documentId } },
    }),
  );

const countAgain = (workflowId: string): void => {
  void queryClient.invalidateQueries({ queryKey: trainingDataKey(workflowId) });
};

export const trainingQueue = new ProcessingQueue<AddOptions>({
  send: async (workflowId, pending, { parameters, ...options }) => {
    if (parameters === undefined) throw new Error('A training file has an upload mode.');
    const id = await addTrainingFile(workflowId, pending, { ...parameters, ...options });
    workflowOf.set(id, workflowId);
    countAgain(workflowId);
    return id;
  },
  progress: async (documentId) => readingProgressOf(await fetchDocument(documentId)),
  split: async (documentId) => {
    const { page_count: pages, sub_documents: parts } = await fetchDocument(documentId);
    countAgain(workflowOf.get(documentId) ?? '');
    return { pages: pages ?? 0, subDocuments: parts?.length ?? 1, lowestConfidence: null, unreadPages: 0 };
  },
  cancel: async (documentId) => {
    const workflowId = workflowOf.get(documentId) ?? '';
    await deleteTrainingDocument(workflowId, documentId);
    countAgain(workflowId);
  },
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
  if (trainingQueue.isSending()) event.preventDefault();
});

/** The files on their way, drawn anew with every change. */
export const useTrainingQueue = (): readonly QueuedFile[] =>
  useSyncExternalStore(trainingQueue.subscribe, trainingQueue.files);
