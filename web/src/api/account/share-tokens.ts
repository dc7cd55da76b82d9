import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api, untilGone } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { cursorOf, LIST_PAGES } from '../results/pages.ts';

export type ShareToken = Schema<'ShareToken'>;

export const shareTokensQuery = infiniteQueryOptions({
  queryKey: ['share-tokens'],
  queryFn: ({ signal, pageParam }) =>
    answerOf(api.GET('/share-tokens', { params: { query: { limit: 100, ...cursorOf(pageParam) } }, signal })),
  ...LIST_PAGES,
});

export const revokeShareToken = (tokenId: string): Promise<void> =>
  untilGone(api.DELETE('/share-tokens/{token_id}', { params: { path: { token_id: tokenId } } }));
