/** The owner's decision on an announced migration, and the migration as the API shows it. */
import { z } from 'zod';
import type { Account } from '../../accounts/account.ts';
import { MigrationStateError } from '../../errors.ts';
import { linkMade } from '../../requests/idempotency.ts';
import type { KeyClaim } from '../../requests/idempotency.ts';
import type { Service } from '../../service.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import type { WorkflowRow } from '../workflow.ts';
import { deletePreview, endMigration, moveToPreview } from './end-migration.ts';
import type { EndingService } from './end-migration.ts';
import { migrationStateSchema } from './migration.ts';

export const migrationDecisionSchema = z.enum(['move_now', 'decline']);

export const migrationViewSchema = z
  .strictObject({
    workflow_id: z.uuid(),
    state: z
      .enum(['none', ...migrationStateSchema.options])
      .describe('training: the preview is being trained; announced: it can be tried'),
    base_version: z.string().nullable().describe('The new base model'),
    preview_workflow_id: z.uuid().nullable().describe('Process documents with it to try the new model'),
    before_version: z.string().nullable().describe('The model in use with which the new one was compared'),
    model_version: z.string().nullable(),
    error_rate_before: z.number().nullable(),
    error_rate_after: z.number().nullable(),
    reason: z.string().nullable(),
    announced_at: z.iso.datetime().nullable(),
    due_at: z.iso
      .datetime()
      .nullable()
      .describe('When the workflow moves by itself; null: only if its owner decides so'),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Migration' });
export type MigrationView = z.infer<typeof migrationViewSchema>;

const viewMigration = ({ workflow_id: id, migration }: WorkflowRow): MigrationView => ({
  workflow_id: id,
  state: migration?.state ?? 'none',
  base_version: migration?.base_version ?? null,
  preview_workflow_id: migration?.preview_workflow_id ?? null,
  before_version: migration?.before_version ?? null,
  model_version: migration?.model_version ?? null,
  error_rate_before: migration?.error_rate_before ?? null,
  error_rate_after: migration?.error_rate_after ?? null,
  reason: migration?.reason ?? null,
  announced_at: migration?.announced_at ?? null,
  due_at: migration?.due_at ?? null,
  ended_at: migration?.ended_at ?? null,
});

/** @throws WorkflowNotFoundError, WorkflowNotTrainableError */
export const readMigration = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
): Promise<MigrationView> => viewMigration(await findOwnWorkflow(service, account, workflowKey));

/**
 * Moves the workflow to the preview's model now, or declines it.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, MigrationStateError (nothing is announced, the preview has
 *   been deleted, or another model became the model in use since), ModelUnusableError, TemporarilyUnavailableError
 * @param claim  of the request's idempotency key; one that names the preview has decided already
 */
export const decideMigration = async (
  service: EndingService,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  decision: z.infer<typeof migrationDecisionSchema>,
  claim?: KeyClaim,
): Promise<MigrationView> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const { migration } = workflow;
  if (migration !== undefined && claim?.madeIds?.[0] === migration.preview_workflow_id) {
    // The process that decided died before it could answer, and perhaps before it deleted the preview.
    await deletePreview(service, workflow, migration.preview_workflow_id);
    return viewMigration(workflow);
  }
  if (migration?.state !== 'announced')
    throw new MigrationStateError('No migration of this workflow is announced. GET …/migration says its state.');
  const link = claim === undefined ? [] : [linkMade(claim, [migration.preview_workflow_id])];
  const done =
    decision === 'move_now'
      ? await moveToPreview(service, workflow, migration, link)
      : await endMigration(service, workflow, migration, 'declined', link);
  if (!done)
    throw new MigrationStateError('Another model became the model in use since the announcement, or it has ended.');
  return readMigration(service, account, workflowKey);
};
