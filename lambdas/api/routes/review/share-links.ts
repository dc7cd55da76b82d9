/** Share links: tokens that give access to one result. */
import { z } from 'zod';
import { createdShareTokenSchema, shownShareTokenSchema } from '../../../../core/review/share-links.ts';
import { rangeSentence, timeWithOffset } from '../../../../core/requests/request-sentences.ts';
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  created,
  done,
  found,
  goneProblem,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  problem,
  serviceProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';

const TOKEN_PATH = '/share-tokens/{token_id}';
const tokenPathSchema = z.object({ token_id: z.guid().describe('From POST /share-tokens') });
const noSuchToken = { 404: problem('No such share token, or it was revoked') };

const SHARE = rangeSentence('a number', 0, 1);

export const createShareTokenSchema = z
  .strictObject({
    processing_id: z.guid(),
    threshold: z
      .number(SHARE)
      .min(0, SHARE)
      .max(1, SHARE)
      .optional()
      .describe('Confidence at or below which the verification page marks a decision for review'),
    expires_at: timeWithOffset().describe('In the future, at most a year ahead'),
  })
  .meta({ id: 'CreateShareToken' });

export const createShareToken = row({
  method: 'POST',
  path: '/share-tokens',
  operationId: 'createShareToken',
  core: 'review/share-links.ts#createShareToken',
  tag: 'Review',
  auth: 'api_key',
  role: 'member',
  summary: 'A link with which somebody without a key can read and verify one result',
  description:
    'Whoever has the link sends `Authorization: ShareToken <token>`. It gives access to the results of this one ' +
    'processing request and to its verification, and to nothing else, until it expires, is revoked, or the result is ' +
    'deleted.',
  idempotent: true,
  secret: true,
  request: {
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': createShareTokenSchema },
  },
  responses: {
    ...created('The link; the token is shown only here', createdShareTokenSchema),
    ...serviceProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
    ...goneProblem,
  },
});

export const listShareTokens = row({
  method: 'GET',
  path: '/share-tokens',
  operationId: 'listShareTokens',
  core: 'review/share-links.ts#listShareTokens',
  tag: 'Review',
  auth: 'api_key',
  role: 'member',
  summary: 'The share links of the account, or of one result, without their tokens',
  description: 'The newest first. Expired ones are listed until their result is deleted; revoked ones are not.',
  request: {
    query: pageQuerySchema.extend({
      processing_id: z.guid().optional().describe('Only those of this result'),
    }),
    headers: ifNoneMatch,
  },
  responses: {
    ...found('A page of share links', 'application/json', pageSchema('ShareTokenPage', shownShareTokenSchema)),
    ...serviceProblems,
  },
});

export const getShareToken = row({
  method: 'GET',
  path: TOKEN_PATH,
  operationId: 'getShareToken',
  core: 'review/share-links.ts#getShareToken',
  tag: 'Review',
  auth: 'api_key',
  role: 'member',
  summary: 'What a share link is for, without its token',
  request: { path: tokenPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The share link', 'application/json', shownShareTokenSchema),
    ...serviceProblems,
    ...noSuchToken,
  },
});

export const revokeShareToken = row({
  method: 'DELETE',
  path: TOKEN_PATH,
  operationId: 'revokeShareToken',
  core: 'review/share-links.ts#revokeShareToken',
  tag: 'Review',
  auth: 'api_key',
  role: 'member',
  summary: 'Revoke a share link',
  description: 'It is refused from the next request on.',
  request: { path: tokenPathSchema, query: noQuerySchema },
  responses: { ...done('Revoked'), ...serviceProblems, ...noSuchToken },
});
