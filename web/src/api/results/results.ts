/** Results of processing requests and their verification. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client/client.ts';
import { problemOf } from '../client/problem.ts';
import type { Schema } from '../client/client.ts';

export type ProcessingResult = Schema<'ProcessingResult'>;
export type Verification = Schema<'Verification'>;
export type Progress = Schema<'Progress'>;

const pathOf = (processingId: string) => ({ path: { processing_id: processingId } });

/** The splitting and what was read of the sub-documents; null while the document is being processed. */
export const getSplitResult = async (processingId: string, signal: AbortSignal): Promise<ProcessingResult | null> => {
  const answer = await answerOf(
    api.GET('/processing/results/{processing_id}', {
      params: { ...pathOf(processingId), query: { include: ['document-splitting', 'extractions'], wait_for: 0 } },
      signal,
    }),
  );
  return 'workflow_id' in answer ? answer : null;
};

/**
 * The same, for what shows or downloads the sub-documents. Its key begins as that of the file in the editor does: a
 * verification, and its withdrawal, make both out of date.
 */
export const splitResultQuery = (processingId: string) =>
  queryOptions({
    queryKey: ['editor', 'result', processingId, 'sub-documents'],
    queryFn: ({ signal }) => getSplitResult(processingId, signal),
  });

export const getProgress = (processingId: string, signal: AbortSignal): Promise<Progress> =>
  answerOf(api.GET('/processing/results/{processing_id}/progress', { params: pathOf(processingId), signal }));

/** Of which workflow and file a result is, and how far it is. */
export const progressQuery = (processingId: string) =>
  queryOptions({
    queryKey: ['progress', processingId],
    queryFn: ({ signal }) => getProgress(processingId, signal),
  });

/** Whether somebody has verified the splitting, and the ETag that guards the next verification. */
export const getVerification = async (
  processingId: string,
  signal: AbortSignal,
): Promise<{ readonly verification: Verification; readonly etag: string } | null> => {
  const { data, error, response } = await api.GET(
    '/processing/results/{processing_id}/document-splitting/verification',
    { params: pathOf(processingId), signal },
  );
  if (data === undefined) throw problemOf(error, response);
  return 'verified' in data ? { verification: data, etag: response.headers.get('etag') ?? '' } : null;
};

export const verifySplitting = (
  processingId: string,
  headers: { readonly 'If-Match': string; readonly 'Idempotency-Key': string },
  body: Schema<'VerifySplitting'>,
): Promise<Verification> =>
  answerOf(
    api.POST('/processing/results/{processing_id}/document-splitting/verification', {
      params: { ...pathOf(processingId), header: headers },
      body,
    }),
  );

export const withdrawVerification = (processingId: string, etag: string): Promise<undefined> =>
  answerOf(
    api.DELETE('/processing/results/{processing_id}/document-splitting/verification', {
      params: { ...pathOf(processingId), header: { 'If-Match': etag } },
    }),
  );

/** Tells the operator of the service what is wrong with a result. @throws ApiProblem 403 where the account may not */
export const createErrorReport = (processingId: string, description: string, key: string): Promise<unknown> =>
  answerOf(
    api.POST('/processing/error-reports/{processing_result}', {
      params: { path: { processing_result: 'extractions' }, header: { 'Idempotency-Key': key } },
      body: { processing_id: processingId, description },
    }),
  );
