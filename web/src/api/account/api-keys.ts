import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { cursorOf, LIST_PAGES } from '../results/pages.ts';

export type ApiKey = Schema<'ApiKey'>;
export type CreatedApiKey = Schema<'CreatedApiKey'>;

export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ['account', 'api-keys'],
  queryFn: ({ signal, pageParam }) =>
    answerOf(api.GET('/account/api-keys', { params: { query: { limit: 100, ...cursorOf(pageParam) } }, signal })),
  ...LIST_PAGES,
});

/** @param idempotencyKey  the same for every attempt: a repetition finds the key that the first attempt made */
export const createApiKey = (body: Schema<'CreateApiKey'>, idempotencyKey: string): Promise<CreatedApiKey> =>
  answerOf(api.POST('/account/api-keys', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body }));

export const revokeApiKey = (keyId: string): Promise<unknown> =>
  answerOf(api.DELETE('/account/api-keys/{key_id}', { params: { path: { key_id: keyId } } }));
