import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** The document of a workflow that awaits review after the given one: the least sure of the others. */
export const nextToReviewQuery = (workflowId: string, threshold: number, after: string) =>
  queryOptions({
    queryKey: ['documents', workflowId, 'review-queue', threshold, after],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/review-queue', {
          params: { path: { workflow_id: workflowId }, query: { threshold, after } },
          signal,
        }),
      ),
  });
