/** The account: its plan, its use and what its owner sets. */
import { z } from 'zod';
import { idempotencyHeadersSchema, noQuerySchema } from '../api-schemas.ts';
import {
  changed,
  created,
  done,
  found,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  presignedRedirect,
  problem,
  serviceProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import { accountChangesSchema, describedAccountSchema } from './account-schemas.ts';

const accountExportSchema = z
  .strictObject({
    schema_version: z.literal(1),
    exported_at: z.iso.datetime(),
    account: z.looseObject({ account_id: z.uuid() }),
    records: z.array(z.looseObject({ kind: z.string() })),
  })
  .meta({ id: 'AccountExport' });

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

export const exportAccount = row({
  method: 'POST',
  path: '/account/export',
  operationId: 'exportAccount',
  core: 'workflows/account/export-account.ts#exportAccount',
  makesWork: true,
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'All records of the account as one JSON document',
  description:
    'Each record has a `kind`, such as `documents`, `request`, `workflow`, `member`, `api_key` or `usage`. Records name ' +
    'the paths of their files, which are fetched there, and have a line each. Secrets are left out. Nothing is changed.',
  idempotent: true,
  request: { query: noQuerySchema, headers: idempotencyHeadersSchema },
  responses: {
    ...created('The export', accountExportSchema),
    303: presignedRedirect,
    ...serviceProblems,
    ...idempotencyProblems,
    410: problem('The export of the first request with this Idempotency-Key has been deleted, which is after an hour'),
  },
});

export const deleteAccount = row({
  method: 'DELETE',
  path: '/account',
  operationId: 'deleteAccount',
  core: 'workflows/account/delete-account.ts#deleteAccount',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Delete the account with all its data',
  description:
    'For good: from this answer on, no key and no person of the account is accepted. Documents, results, workflows, ' +
    'training data, models, keys, people, webhooks and usage are deleted; what a running step still writes is deleted an ' +
    'hour later.',
  request: { query: noQuerySchema },
  responses: { ...done('Deleted'), ...serviceProblems },
});
