/** Models of a workflow. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { cursorOf, LIST_PAGES } from '../results/pages.ts';
import type { PendingFile } from '../processing.ts';
import { MAX_DIRECT_BYTES, sendForm, uploadFile } from '../uploads.ts';
import type { UploadOptions } from '../uploads.ts';

export type ModelSummary = Schema<'ModelSummary'>;
export type ModelEvaluation = Schema<'ModelEvaluation'>;
export type ModelFigures = Schema<'ModelFigures'>;
export type ModelComparison = Schema<'ModelComparison'>;

/** The version by which the base model is named. */
export const BASE_MODEL = 'base';

/** The models, the newest first and the base model last. */
export const modelsQuery = (workflowId: string) =>
  infiniteQueryOptions({
    queryKey: ['workflows', workflowId, 'models'],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/models', {
          params: { path: { workflow_id: workflowId }, query: { limit: 100, ...cursorOf(pageParam) } },
          signal,
        }),
      ),
    ...LIST_PAGES,
  });

/** A model of a workflow with its evaluation. */
export const modelQuery = (workflowId: string, version: string) =>
  queryOptions({
    queryKey: ['workflows', workflowId, 'models', version],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/models/{version}', {
          params: { path: { workflow_id: workflowId, version } },
          signal,
        }),
      ),
  });

/** Two models on the same held-out documents. ApiProblem 409: no training has evaluated both. */
export const comparisonQuery = (workflowId: string, base: string, candidate: string) =>
  queryOptions({
    queryKey: ['workflows', workflowId, 'models', 'compare', base, candidate],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/models/compare', {
          params: { path: { workflow_id: workflowId }, query: { base, candidate } },
          signal,
        }),
      ),
  });

/**
 * Splits the workflow's documents with this model from now on.
 * @param version  of a model, or `base`
 * @param idempotencyKey  the same for every attempt
 */
export const activateModel = (workflowId: string, version: string, idempotencyKey: string): Promise<ModelSummary> =>
  answerOf(
    api.POST('/workflows/{workflow_id}/models/{version}/activate', {
      params: {
        path: { workflow_id: workflowId, version },
        header: { 'Idempotency-Key': idempotencyKey },
      },
    }),
  );

/** The path of the file of a model, for another deployment. */
export const exportPath = (workflowId: string, version: string): string =>
  `/workflows/${encodeURIComponent(workflowId)}/models/${encodeURIComponent(version)}/export`;

/**
 * Adds a model that another deployment exported. An attempt that failed can be repeated with the same `pending`.
 * @throws ApiProblem 422 where the file is no model of this service; NoAnswerError, FileUnreadableError
 */
export const importModel = async (
  workflowId: string,
  pending: PendingFile,
  options: UploadOptions,
): Promise<ModelSummary> => {
  const { file, idempotencyKey } = pending;
  if (file.size <= MAX_DIRECT_BYTES) {
    const form = new FormData();
    form.append('file', file);
    const path = `/workflows/${encodeURIComponent(workflowId)}/models`;
    // The schema of the 201.
    return (await sendForm(path, form, { ...options, idempotencyKey, size: file.size })) as ModelSummary;
  }
  pending.uploadId ??= await uploadFile(file, options);
  return answerOf(
    api.POST('/workflows/{workflow_id}/models', {
      params: { path: { workflow_id: workflowId }, header: { 'Idempotency-Key': idempotencyKey } },
      body: { upload_id: pending.uploadId },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }),
  );
};
