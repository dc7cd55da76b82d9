import { queryOptions } from '@tanstack/react-query';
import { PATHS } from '../../app/paths.ts';
import { answerOf, api } from '../client/client.ts';
import type { Schema } from '../client/client.ts';

export type Account = Schema<'Account'>;

/** Of the account for which the page was opened: what is on the page, and on its way to the service, belongs to it. */
let openedFor: string | undefined;

/**
 * The account of whoever is signed in. Where that is another one by now, as when somebody else has signed in again, the
 * page is left for the first one, and who asks gets no answer any more.
 * @throws ApiProblem, NoAnswerError
 */
export const fetchAccount = async (signal?: AbortSignal): Promise<Account> => {
  const account = await answerOf(api.GET('/account', signal === undefined ? {} : { signal }));
  openedFor ??= account.account_id;
  if (account.account_id === openedFor) return account;
  window.location.assign(PATHS.start);
  return new Promise(() => undefined);
};

/** The account, and in `caller` who is signed in. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => fetchAccount(signal),
  staleTime: 60_000,
});

export const updateAccount = (changes: Schema<'AccountChanges'>): Promise<Account> =>
  answerOf(api.PATCH('/account', { body: changes }));

export const exportAccount = (): Promise<Schema<'AccountExport'>> =>
  answerOf(api.POST('/account/export', { params: { header: { 'Idempotency-Key': crypto.randomUUID() } } }));

export const deleteAccount = (): Promise<unknown> => answerOf(api.DELETE('/account'));
