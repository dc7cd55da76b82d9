import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { modelsQuery } from '../../api/training/models.ts';
import type { ModelSummary } from '../../api/training/models.ts';
import { itemsOf } from '../../api/results/pages.ts';

interface AllModels {
  /** Undefined until the newest are there. The older ones follow by themselves; the base model comes last. */
  readonly models: readonly ModelSummary[] | undefined;
  /** Why some of them did not come. */
  readonly error: Error | null;
  /** Fetches again what did not come. */
  readonly refetch: () => void;
}

/** Every model of a workflow, whatever number of them the API gives at a time. */
export const useAllModels = (workflowId: string): AllModels => {
  const query = useInfiniteQuery(modelsQuery(workflowId));
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    models: data === undefined ? undefined : itemsOf(data),
    // Models that are there already stay where they are fetched again in vain.
    error: data === undefined || isFetchNextPageError ? error : null,
    refetch: () => {
      void (isFetchNextPageError ? fetchNextPage() : refetch());
    },
  };
};
