import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { documentsQuery } from '../api/documents.ts';
import type { ProcessedDocument } from '../api/documents.ts';
import { itemsOf } from '../api/pages.ts';
import { documentQueryOf } from './filters/documents-search.ts';
import type { DocumentsSearch } from './filters/documents-search.ts';

/** Milliseconds between two questions for the list while something of it is being processed. */
const POLL_MS = 3000;
/** Lists of more pages than these are asked for again less often: all of their pages are. */
const SHORT_PAGES = 2;
/** Rows below which another page is fetched at once: a filter may leave a page almost empty. */
const FEW = 20;

const isUnfinished = ({ state }: ProcessedDocument): boolean => state === 'queued' || state === 'processing';

/** The documents that the filters leave, as far as they were fetched. */
export const useDocuments = (workflowId: string, search: DocumentsSearch) => {
  // Days are counted from the time at which the filter was chosen.
  const request = useMemo(() => documentQueryOf(search, new Date()), [search]);
  const query = useInfiniteQuery({
    ...documentsQuery(workflowId, request),
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      if (!itemsOf({ pages }).some(isUnfinished)) return false;
      return pages.length <= SHORT_PAGES ? POLL_MS : POLL_MS * pages.length;
    },
  });
  const documents = useMemo(() => itemsOf(query.data), [query.data]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const seeksOn = hasNextPage && !isFetching && !isFetchNextPageError && documents.length < FEW;
  useEffect(() => {
    if (seeksOn) void fetchNextPage();
  }, [seeksOn, fetchNextPage]);
  return { query, documents };
};
