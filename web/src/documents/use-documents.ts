import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { DOCUMENTS, documentsQuery, REVIEW_QUEUE } from '../api/documents.ts';
import { itemsOf } from '../api/results/pages.ts';
import { documentQueryOf } from './filters/documents-search.ts';
import type { DocumentsSearch } from './filters/documents-search.ts';
import { pollMs } from './poll-ms.ts';

/** Rows below which another page is fetched at once: a filter may leave a page almost empty. */
const FEW = 20;

/** The documents that the filters leave, as far as they were fetched. */
export const useDocuments = (workflowId: string, search: DocumentsSearch) => {
  // Days are counted from the time at which the filter was chosen.
  const request = useMemo(() => documentQueryOf(search, new Date()), [search]);
  const query = useInfiniteQuery({
    ...documentsQuery(workflowId, request),
    refetchInterval: ({ state }) => pollMs(state.data?.pages ?? []),
  });
  const { data } = query;
  useReviewQueueOf(workflowId, data);
  const documents = useMemo(() => itemsOf(data), [data]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const seeksOn = hasNextPage && !isFetching && !isFetchNextPageError && documents.length < FEW;
  useEffect(() => {
    if (seeksOn) void fetchNextPage();
  }, [seeksOn, fetchNextPage]);
  return { query, documents };
};

/** Asks again what awaits review when the list has changed. @param data  another object after each change */
const useReviewQueueOf = (workflowId: string, data: unknown): void => {
  const queries = useQueryClient();
  const before = useRef(data);
  useEffect(() => {
    if (before.current !== undefined && before.current !== data)
      void queries.invalidateQueries({ queryKey: [DOCUMENTS, workflowId, REVIEW_QUEUE] });
    before.current = data;
  }, [queries, workflowId, data]);
};
