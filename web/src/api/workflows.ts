import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** The workflows of the account, page by page. */
export const workflowsQuery = infiniteQueryOptions({
  queryKey: ['workflows'],
  queryFn: ({ signal, pageParam }) =>
    answerOf(api.GET('/workflows', { params: { query: { limit: 100, ...cursorOf(pageParam) } }, signal })),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});

export const workflowQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflows', workflowId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/workflows/{workflow_id}', { params: { path: { workflow_id: workflowId } }, signal })),
  });

/** The query of a page of a list: nothing for the first one. */
const cursorOf = (pageParam: string): { cursor?: string } => (pageParam === '' ? {} : { cursor: pageParam });

/** The workflow that every account has; it cannot be trained. */
export const GENERIC_WORKFLOW_ID = '00000000-0000-4000-8000-000000000001';
