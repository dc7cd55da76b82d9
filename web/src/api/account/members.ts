import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api, untilGone } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { cursorOf, LIST_PAGES } from '../results/pages.ts';

export type Member = Schema<'Member'>;

export const membersQuery = infiniteQueryOptions({
  queryKey: ['account', 'members'],
  queryFn: ({ signal, pageParam }) =>
    answerOf(api.GET('/account/members', { params: { query: { limit: 100, ...cursorOf(pageParam) } }, signal })),
  ...LIST_PAGES,
});

/** @param idempotencyKey  the same for every attempt */
export const addMember = (body: Schema<'AddMember'>, idempotencyKey: string): Promise<Member> =>
  answerOf(api.POST('/account/members', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body }));

export const changeMember = (memberId: string, role: Schema<'Role'>): Promise<Member> =>
  answerOf(api.PATCH('/account/members/{member_id}', { params: { path: { member_id: memberId } }, body: { role } }));

export const removeMember = (memberId: string): Promise<void> =>
  untilGone(api.DELETE('/account/members/{member_id}', { params: { path: { member_id: memberId } } }));
