/** The documents that were sent to a workflow, and those of them that await review. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client/client.ts';
import type { Schema } from './client/client.ts';
import { cursorOf, LIST_PAGES } from './results/pages.ts';
import type { operations } from './schema.d.ts';

export type ProcessedDocument = Schema<'ProcessedDocument'>;
export type ReviewQueue = Schema<'ReviewQueue'>;
/** What the API filters and sorts by. */
export type DocumentQuery = Omit<
  NonNullable<operations['listDocuments']['parameters']['query']>,
  'limit' | 'cursor' | 'confidence_below'
>;

/** First part of the keys of all queries about documents. */
export const DOCUMENTS = 'documents';
/** Third part of the keys of the queries about what awaits review; the second is the workflow. */
export const REVIEW_QUEUE = 'review-queue';

const PAGE_SIZE = 200;

/** A workflow's documents, page by page. */
export const documentsQuery = (workflowId: string, query: DocumentQuery) =>
  infiniteQueryOptions({
    queryKey: [DOCUMENTS, workflowId, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/documents', {
          params: {
            path: { workflow_id: workflowId },
            query: { ...query, limit: PAGE_SIZE, ...cursorOf(pageParam) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    ...LIST_PAGES,
  });

/**
 * How many documents await review at the threshold, and the next of them.
 * @param after  id of a document: the next one is the one after it
 */
export const reviewQueueQuery = (workflowId: string, threshold: number, after?: string) =>
  queryOptions({
    queryKey: [DOCUMENTS, workflowId, REVIEW_QUEUE, threshold, after],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/review-queue', {
          params: {
            path: { workflow_id: workflowId },
            query: { threshold, ...(after === undefined ? {} : { after }) },
          },
          signal,
        }),
      ),
  });
