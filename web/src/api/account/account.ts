import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client/client.ts';
import type { Schema } from '../client/client.ts';

export type Account = Schema<'Account'>;

/** The account, and in `caller` who is signed in. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => answerOf(api.GET('/account', { signal })),
  staleTime: 60_000,
});

export const updateAccount = (changes: Schema<'AccountChanges'>): Promise<Account> =>
  answerOf(api.PATCH('/account', { body: changes }));

export const exportAccount = (): Promise<Schema<'AccountExport'>> =>
  answerOf(api.POST('/account/export', { params: { header: { 'Idempotency-Key': crypto.randomUUID() } } }));

export const deleteAccount = (): Promise<unknown> => answerOf(api.DELETE('/account'));
