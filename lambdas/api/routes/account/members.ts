/** People of the account. */
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema } from '../api-schemas.ts';
import {
  changed,
  created,
  done,
  found,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  problem,
  serviceProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import {
  addMemberSchema,
  changeMemberSchema,
  memberAnswerSchema,
  memberPageSchema,
  memberPathSchema,
} from './account-schemas.ts';

const noSuchPerson = { 404: problem('The account has no such person') };
const lastOwner = { 409: problem('The account would be left without an owner') };

export const listMembers = row({
  method: 'GET',
  path: '/account/members',
  operationId: 'listMembers',
  core: 'accounts/people/members.ts#listMembers',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'The people of the account and their roles',
  request: { query: pageQuerySchema, headers: ifNoneMatch },
  responses: { ...found('A page of people', 'application/json', memberPageSchema), ...serviceProblems },
});

export const addMember = row({
  method: 'POST',
  path: '/account/members',
  operationId: 'addMember',
  core: 'accounts/people/members.ts#addMember',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Give a person a role in the account',
  description:
    "The person signs in to the deployment's web interface with this address: an invitation with a first password goes " +
    'there, unless the address can sign in already. On one machine, nobody signs in with an address. An address ' +
    'belongs to one account of a deployment.',
  idempotent: true,
  request: {
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': addMemberSchema },
  },
  responses: {
    ...created('The person', memberAnswerSchema),
    ...serviceProblems,
    ...jsonBodyProblems,
    ...idempotencyProblems,
  },
});

export const changeMember = row({
  method: 'PATCH',
  path: '/account/members/{member_id}',
  operationId: 'changeMember',
  core: 'accounts/people/members.ts#changeRole',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: "Change a person's role",
  description: 'The last owner stays one.',
  request: { path: memberPathSchema, query: noQuerySchema, body: { 'application/json': changeMemberSchema } },
  responses: {
    ...changed('The person after the change', memberAnswerSchema),
    ...serviceProblems,
    ...jsonBodyProblems,
    ...noSuchPerson,
    ...lastOwner,
  },
});

export const removeMember = row({
  method: 'DELETE',
  path: '/account/members/{member_id}',
  operationId: 'removeMember',
  core: 'accounts/people/members.ts#removeMember',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Remove a person from the account',
  description:
    "The person's next request is refused, and the address cannot sign in any more. The last owner cannot be removed.",
  request: { path: memberPathSchema, query: noQuerySchema },
  responses: { ...done('Removed'), ...serviceProblems, ...noSuchPerson, ...lastOwner },
});
