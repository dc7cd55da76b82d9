import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client/client.ts';
import { cursorOf, LIST_PAGES } from './results/pages.ts';

/** The workflow that every account has; it cannot be trained. */
export const GENERIC_WORKFLOW_ID = '00000000-0000-4000-8000-000000000001';

/** The workflows of the account, page by page. */
export const workflowsQuery = infiniteQueryOptions({
  queryKey: ['workflows'],
  queryFn: ({ signal, pageParam }) =>
    answerOf(api.GET('/workflows', { params: { query: { limit: 100, ...cursorOf(pageParam) } }, signal })),
  ...LIST_PAGES,
});

export const workflowQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflows', workflowId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/workflows/{workflow_id}', { params: { path: { workflow_id: workflowId } }, signal })),
  });

/** What the thresholds of the workflow's model mean. */
export const getReviewTable = (workflowId: string, signal: AbortSignal) =>
  answerOf(api.GET('/workflows/{workflow_id}/review-table', { params: { path: { workflow_id: workflowId } }, signal }));
