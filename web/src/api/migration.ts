import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client/client.ts';
import type { Schema } from './client/client.ts';

export type Migration = Schema<'Migration'>;

/** The workflow's latest migration to a newer base model. */
export const migrationQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflows', workflowId, 'migration'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/migration', { params: { path: { workflow_id: workflowId } }, signal }),
      ),
  });

/** @param idempotencyKey  the same for every attempt */
export const decideMigration = (
  workflowId: string,
  decision: Schema<'DecideMigration'>['decision'],
  idempotencyKey: string,
): Promise<Migration> =>
  answerOf(
    api.POST('/workflows/{workflow_id}/migration', {
      params: { path: { workflow_id: workflowId }, header: { 'Idempotency-Key': idempotencyKey } },
      body: { decision },
    }),
  );
