import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { accountQuery } from '../api/account/account.ts';
import { ApiProblem, hasStatus, isFailedProcessing, NoAnswerError } from '../api/client/problem.ts';
import { OBJECT_URL } from '../components/images/use-api-object.ts';
import { noteAnswersOf } from '../api/client/service-away.ts';
import { showError } from '../components/toasts.ts';

const MAX_RETRIES = 3;
const MAX_WAIT_MS = 15_000;

const isPassing = (error: Error): boolean =>
  error instanceof ApiProblem && (error.status >= 500 || error.status === 429) && !isFailedProcessing(error);

/** While the service does not answer, a read is repeated: it goes on by itself when the service is back. */
const shouldRetry = (failures: number, error: Error): boolean =>
  error instanceof NoAnswerError || (isPassing(error) && failures < MAX_RETRIES);

const waitMs = (failures: number, error: Error): number =>
  error instanceof ApiProblem && error.retryAfter !== undefined
    ? error.retryAfter * 1000
    : Math.min(500 * 2 ** failures, MAX_WAIT_MS);

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, retryDelay: waitMs, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, { queryHash }) => {
      // That question itself would be asked without end.
      if (hasStatus(error, 401) && queryHash !== hashKey(accountQuery.queryKey)) askWhoIsSignedIn();
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (hasStatus(error, 401)) askWhoIsSignedIn();
      // A page that shows its errors in place says so.
      else if (mutation.meta?.['showsItsError'] !== true) showError(error);
    },
  }),
});

/** The session ended: the shell asks to sign in, and nothing on the page is lost. */
const askWhoIsSignedIn = (): void => {
  void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true }, { cancelRefetch: false });
};

noteAnswersOf(queryClient);

/** Keys of queries are lists of anything. */
const firstOf = ({ queryKey }: { readonly queryKey: readonly unknown[] }): unknown => queryKey[0];

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed' && firstOf(query) === OBJECT_URL && typeof query.state.data === 'string')
    URL.revokeObjectURL(query.state.data);
});
