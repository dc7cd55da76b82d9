/** The account: its plan, its use and what its owner sets. */
import { noQuerySchema } from '../api-schemas.ts';
import { changed, found, ifNoneMatch, jsonBodyProblems, serviceProblems } from '../responses.ts';
import { row } from '../route-row.ts';
import { accountChangesSchema, describedAccountSchema } from './account-schemas.ts';

export const getAccount = row({
  method: 'GET',
  path: '/account',
  operationId: 'getAccount',
  core: 'accounts/describe-account.ts#describeAccount',
  tag: 'Account',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'Plan, use of this month, and settings',
  description: 'Pages and credits count from their reservation on; what a failed request had reserved is given back.',
  request: { query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The account', 'application/json', describedAccountSchema), ...serviceProblems },
});

export const updateAccount = row({
  method: 'PATCH',
  path: '/account',
  operationId: 'updateAccount',
  core: 'accounts/account.ts#changeAccount',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Change the name, the address for mail or the retention',
  description: 'The plan is changed by the operator.',
  request: { query: noQuerySchema, body: { 'application/json': accountChangesSchema } },
  responses: {
    ...changed('The account after the change', describedAccountSchema),
    ...serviceProblems,
    ...jsonBodyProblems,
  },
});
