/** Training documents of a workflow, their collections, and how many are needed. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api, untilGone } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { cursorOf, LIST_PAGES } from '../results/pages.ts';
import { hasStatus } from '../client/problem.ts';
import { MAX_DIRECT_BYTES, sendForm, uploadFile } from '../uploads.ts';
import type { UploadOptions } from '../uploads.ts';
import type { PendingFile } from '../processing.ts';

export type TrainingDocument = Schema<'TrainingDocument'>;
export type TrainingDocumentStatus = TrainingDocument['status'];
export type TrainingData = Schema<'TrainingData'>;
export type Collection = Schema<'Collection'>;
export type UploadMode = TrainingDocument['upload_mode'];

/** The collection of documents that were added without one. */
export const UNNAMED_COLLECTION = 'unknown';

/** Milliseconds between two questions while files are being read. */
const POLL_MS = 1500;

/** The beginning of the keys of everything that changes with the training data of a workflow. */
export const trainingDataKey = (workflowId: string) => ['training-data', workflowId] as const;

const pathOf = (workflowId: string) => ({ path: { workflow_id: workflowId } });

/** Counts and advice; asked again while files are being read. */
export const trainingDataQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...trainingDataKey(workflowId), 'counts'],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/workflows/{workflow_id}/training-data', { params: pathOf(workflowId), signal })),
    refetchInterval: ({ state: { data } }) => ((data?.files_by_status.reading ?? 0) > 0 ? POLL_MS : false),
  });

/** The collections, first the one of documents without a collection, then by name. */
export const collectionsQuery = (workflowId: string) =>
  infiniteQueryOptions({
    queryKey: [...trainingDataKey(workflowId), 'collections'],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/collections', {
          params: { ...pathOf(workflowId), query: { limit: 1000, ...cursorOf(pageParam) } },
          signal,
        }),
      ),
    ...LIST_PAGES,
  });

export interface TrainingDocumentFilter {
  readonly collection?: string | undefined;
  readonly status?: TrainingDocumentStatus | undefined;
  /** A part of the file's name. */
  readonly name?: string | undefined;
}

export const trainingDocumentsQuery = (workflowId: string, filter: TrainingDocumentFilter) =>
  infiniteQueryOptions({
    queryKey: [...trainingDataKey(workflowId), 'documents', filter],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/training-documents', {
          params: {
            ...pathOf(workflowId),
            query: {
              limit: 200,
              ...(filter.collection === undefined ? {} : { collection: filter.collection }),
              ...(filter.status === undefined ? {} : { status: filter.status }),
              ...(filter.name === undefined ? {} : { name: filter.name }),
              ...cursorOf(pageParam),
            },
          },
          signal,
        }),
      ),
    ...LIST_PAGES,
  });

export const trainingDocumentQuery = (workflowId: string, documentId: string) =>
  queryOptions({
    queryKey: [...trainingDataKey(workflowId), 'document', documentId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/training-documents/{document_id}', {
          params: { path: { workflow_id: workflowId, document_id: documentId } },
          signal,
        }),
      ),
  });

/** Files of the queue that are known at a time. */
const MAX_AWAITING = 1000;

/** The ids of the files that wait for their annotation, ascending; at most 1,000. */
export const awaitingQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...trainingDataKey(workflowId), 'awaiting'],
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null && ids.length < MAX_AWAITING) {
        const query = { limit: MAX_AWAITING, status: 'awaiting_annotation', ...cursorOf(cursor) } as const;
        const page: Schema<'TrainingDocumentPage'> = await answerOf(
          api.GET('/workflows/{workflow_id}/training-documents', { params: { ...pathOf(workflowId), query }, signal }),
        );
        ids.push(...page.items.map(({ document_id: id }) => id));
        cursor = page.next;
      }
      return ids;
    },
  });

export interface AddOptions {
  readonly mode: UploadMode;
  /** Absent: none. */
  readonly collection?: string | undefined;
}

/**
 * Adds a file to the training data. An attempt that failed can be repeated with the same `pending`: the document is made
 * once.
 * @returns its document_id
 * @throws ApiProblem, NoAnswerError, FileUnreadableError, and the signal's reason
 */
export const addTrainingFile = async (
  workflowId: string,
  pending: PendingFile,
  { mode, collection, ...options }: AddOptions & UploadOptions,
): Promise<string> => {
  const { file, idempotencyKey } = pending;
  const fields = { upload_mode: mode, ...(collection === undefined ? {} : { collection }) };
  const path = `/workflows/${encodeURIComponent(workflowId)}/training-documents`;
  const { items } = await (file.size <= MAX_DIRECT_BYTES
    ? // The schema of the 201.
      (sendForm(path, formOf(file, fields), { ...options, idempotencyKey, size: file.size }) as Promise<
        Schema<'AddedTrainingDocuments'>
      >)
    : addUploaded(workflowId, pending, fields, options));
  const [document] = items;
  if (document === undefined) throw new Error('The service added no training document.');
  return document.document_id;
};

const formOf = (file: File, fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  form.append('file', file);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const addUploaded = async (
  workflowId: string,
  pending: PendingFile,
  fields: { readonly upload_mode: UploadMode; readonly collection?: string },
  options: UploadOptions,
): Promise<Schema<'AddedTrainingDocuments'>> => {
  pending.uploadId ??= await uploadFile(pending.file, options);
  // It may have left with an earlier attempt.
  options.onProgress?.(1);
  return answerOf(
    api.POST('/workflows/{workflow_id}/training-documents', {
      params: { ...pathOf(workflowId), header: { 'Idempotency-Key': pending.idempotencyKey } },
      body: { upload_ids: [pending.uploadId], ...fields },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }),
  );
};

/** @throws ApiProblem, NoAnswerError */
export const deleteTrainingDocument = async (workflowId: string, documentId: string): Promise<void> => {
  await untilGone(
    api.DELETE('/workflows/{workflow_id}/training-documents/{document_id}', {
      params: { path: { workflow_id: workflowId, document_id: documentId } },
    }),
  );
};

/** @throws ApiProblem 409 where there is such a collection, NoAnswerError */
export const createCollection = (workflowId: string, name: string, idempotencyKey: string): Promise<Collection> =>
  answerOf(
    api.POST('/workflows/{workflow_id}/collections', {
      params: { ...pathOf(workflowId), header: { 'Idempotency-Key': idempotencyKey } },
      body: { name },
    }),
  );

/** Deletes a collection with its documents; of the documents without a collection, the documents. */
export const deleteCollection = async (workflowId: string, name: string): Promise<void> => {
  await untilGone(
    api.DELETE('/workflows/{workflow_id}/collections/{collection_name}', {
      params: { path: { workflow_id: workflowId, collection_name: name } },
    }),
  );
};

/**
 * Where the model that read a training document would split it, and what was read of those sub-documents; null where
 * that was not kept. @throws ApiProblem, NoAnswerError
 */
export const getProposal = async (
  workflowId: string,
  documentId: string,
  signal: AbortSignal,
): Promise<{
  readonly splitting: Schema<'DocumentSplitting'>;
  readonly extractions: Schema<'Extractions'>;
} | null> => {
  const params = { path: { workflow_id: workflowId, document_id: documentId } };
  try {
    const [splitting, extractions] = await Promise.all([
      answerOf(
        api.GET('/workflows/{workflow_id}/training-documents/{document_id}/document-splitting', { params, signal }),
      ),
      answerOf(api.GET('/workflows/{workflow_id}/training-documents/{document_id}/extractions', { params, signal })),
    ]);
    return { splitting, extractions };
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
};
