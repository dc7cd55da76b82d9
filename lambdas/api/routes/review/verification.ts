/** Verification of a splitting by a person, with or without a correction. */
import { z } from 'zod';
import { shownVerificationSchema } from '../../../../core/review/verification.ts';
import { wellFormedText } from '../../../../core/requests/request-sentences.ts';
import { requestedSubDocumentsSchema } from '../../../../core/splitting/check-sub-documents.ts';
import { idempotencyHeadersSchema, noQuerySchema, processingPathSchema } from '../api-schemas.ts';
import {
  changed,
  done,
  found,
  goneProblem,
  ifMatch,
  ifNoneMatch,
  inProgress,
  jsonBodyProblems,
  problem,
  resultProblems,
  RESULT_PATH,
  serviceProblems,
  stateProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';

const PATH = `${RESULT_PATH}/document-splitting/verification`;

/** Characters of a comment. */
const MAX_COMMENT = 2000;

export const verifySplittingSchema = z
  .strictObject({
    sub_documents: requestedSubDocumentsSchema.optional().describe('A correction; absent: the splitting is right'),
    comment: wellFormedText()
      .trim()
      .min(1)
      .max(MAX_COMMENT)
      .optional()
      .describe('Kept with the verification, for readers'),
  })
  .meta({ id: 'VerifySplitting' });

const changedMeanwhile = {
  412: problem('Another verification came first, or `If-Match` does not name the ETag of the present one'),
};

export const getVerification = row({
  method: 'GET',
  path: PATH,
  operationId: 'getVerification',
  core: 'review/verification.ts#showVerification',
  tag: 'Review',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'Whether a person has verified the splitting, who and when',
  description: 'Its ETag guards the next verification against another reviewer.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The verification', 'application/json', shownVerificationSchema),
    ...inProgress,
    ...resultProblems,
  },
});

export const verifySplitting = row({
  method: 'POST',
  path: PATH,
  operationId: 'verifySplitting',
  core: 'review/verify-splitting.ts#verifySplitting',
  tag: 'Review',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'Verify the splitting, or correct and verify it',
  description:
    'After a correction, all results show the corrected sub-documents; `decisions` names the reviewer for the gaps that ' +
    'the correction changed. A verification that exists is replaced only by a request with its ETag in `If-Match`. ' +
    '`If-Match` of an unverified result makes sure that no other reviewer came first.',
  idempotent: true,
  request: {
    path: processingPathSchema,
    query: noQuerySchema,
    headers: ifMatch.extend(idempotencyHeadersSchema.shape),
    body: { 'application/json': verifySplittingSchema },
    bodyIsOptional: true,
  },
  responses: {
    ...changed('Verified', shownVerificationSchema),
    ...serviceProblems,
    ...stateProblems,
    ...changedMeanwhile,
    ...jsonBodyProblems,
    ...goneProblem,
  },
});

export const withdrawVerification = row({
  method: 'DELETE',
  path: PATH,
  operationId: 'withdrawVerification',
  core: 'review/verify-splitting.ts#withdrawVerification',
  tag: 'Review',
  auth: 'api_key',
  role: 'owner',
  summary: 'Take the verification back',
  description:
    'Its correction too: the results show again what the model and the parameters decided. Does nothing where the ' +
    'result is not verified. Where the workflow learnt from the correction, its training document awaits its annotation.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifMatch },
  responses: { ...done('Not verified'), ...serviceProblems, ...stateProblems, ...changedMeanwhile },
});
