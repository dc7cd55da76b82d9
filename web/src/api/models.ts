import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schema } from './client.ts';

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

/** Splits the workflow's documents with this model from now on. @param version  of a model, or `base` */
export const activateModel = (workflowId: string, version: string): Promise<Schema<'ModelSummary'>> =>
  answerOf(
    api.POST('/workflows/{workflow_id}/models/{version}/activate', {
      params: {
        path: { workflow_id: workflowId, version },
        header: { 'Idempotency-Key': crypto.randomUUID() },
      },
    }),
  );
