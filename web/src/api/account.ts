import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** The account, and in `caller` who is signed in. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => answerOf(api.GET('/account', { signal })),
  staleTime: 60_000,
});
