/** API keys of the account. */
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema } from '../api-schemas.ts';
import {
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
import { apiKeyPageSchema, createApiKeySchema, createdApiKeySchema, keyPathSchema } from './account-schemas.ts';

export const listApiKeys = row({
  method: 'GET',
  path: '/account/api-keys',
  operationId: 'listApiKeys',
  core: 'accounts/api-key.ts#listKeyPage',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'The API keys, without their secrets',
  description: 'Revoked and expired keys stay listed.',
  request: { query: pageQuerySchema, headers: ifNoneMatch },
  responses: { ...found('A page of keys', 'application/json', apiKeyPageSchema), ...serviceProblems },
});

export const createApiKey = row({
  method: 'POST',
  path: '/account/api-keys',
  operationId: 'createApiKey',
  core: 'accounts/api-key.ts#createKeyOf',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Make an API key',
  description: 'Only its hash is stored: the key is in this answer alone.',
  idempotent: true,
  secret: true,
  request: {
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': createApiKeySchema },
  },
  responses: {
    ...created('The key', createdApiKeySchema),
    ...serviceProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
  },
});

export const revokeApiKey = row({
  method: 'DELETE',
  path: '/account/api-keys/{key_id}',
  operationId: 'revokeApiKey',
  core: 'accounts/api-key.ts#revokeApiKey',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Revoke an API key for good',
  description: 'It is refused from the next request on, and stays listed. A repetition is answered alike.',
  request: { path: keyPathSchema, query: noQuerySchema },
  responses: { ...done('Revoked'), ...serviceProblems, 404: problem('The account has no such key') },
});
