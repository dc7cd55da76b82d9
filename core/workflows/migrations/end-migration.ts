/** Ends of a migration: the workflow moves to the preview's model, or stays with its own. The preview is deleted. */
import { createHash } from 'node:crypto';
import { BlobNotFoundError, MigrationStateError, NotFoundError, WorkflowNotFoundError } from '../../errors.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { deleteWorkflow } from '../deletion/delete-workflow.ts';
import type { WorkflowDeletingService } from '../deletion/run-deletion.ts';
import { putModel } from '../models/models.ts';
import type { WorkflowModel } from '../models/models.ts';
import { getModel } from '../models/read-models.ts';
import { modelInUse } from '../models/set-model-in-use.ts';
import { tryModel } from '../models/evaluation/try-model.ts';
import { readWorkflow, workflowBlobs } from '../workflow.ts';
import type { WorkflowRow } from '../workflow.ts';
import type { Migration } from './migration.ts';
import { writeMigration } from './write-migration.ts';

export type EndingService = WorkflowDeletingService & Pick<Service, 'splitModel'>;

const deletePreview = async (service: EndingService, { account_id }: WorkflowRow, id: string): Promise<void> => {
  try {
    await deleteWorkflow(service, { account_id }, id);
  } catch (error) {
    // Its owner, or an earlier call, has deleted it.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
};

/** @throws MigrationStateError where the preview has been deleted, or is being deleted */
const readPreviewModel = async (service: EndingService, workflow: WorkflowRow, migration: Migration) => {
  const preview = { account_id: workflow.account_id, workflow_id: migration.preview_workflow_id };
  try {
    const model = await getModel(service, preview, migration.model_version ?? '');
    return { model, weights: await service.blobs.get(model.weights), report: await service.blobs.get(model.report) };
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof BlobNotFoundError)) throw error;
    throw new MigrationStateError('The preview has been deleted, so the workflow keeps its model.', { cause: error });
  }
};

/** Copies the preview's model to the workflow, below its own keys. @throws MigrationStateError */
const copyModel = async (
  service: EndingService,
  workflow: WorkflowRow,
  migration: Migration,
): Promise<WorkflowModel> => {
  const { model: from, weights, report } = await readPreviewModel(service, workflow, migration);
  const { model_version: version } = from;
  const to = workflowBlobs(workflow);
  await service.blobs.put(to.modelReport(version), report, 'application/json');
  await service.blobs.put(to.modelWeights(version), weights, 'application/json');
  return {
    ...from,
    workflow_id: workflow.workflow_id,
    digest: createHash('sha256').update(weights).digest('hex'),
    before_version: migration.before_version,
    source: 'migration',
    training_id: null,
    weights: to.modelWeights(version),
    report: to.modelReport(version),
    created_at: service.clock.now().toISOString(),
  };
};

/**
 * Moves the workflow to the preview's model in one write. The model before is kept: activating it is the way back.
 * @param alongside  further operations of the transaction
 * @returns false where the model in use is no longer the one that was compared, or another process was first
 * @throws MigrationStateError (the preview has been deleted), ModelUnusableError, TemporarilyUnavailableError
 */
export const moveToPreview = async (
  service: EndingService,
  workflow: WorkflowRow,
  migration: Migration,
  alongside: readonly WriteOperation[] = [],
): Promise<boolean> => {
  const model = await copyModel(service, workflow, migration);
  await tryModel(service, model);
  const moved = await writeConditionally(service, [
    putModel(model),
    writeMigration(
      workflow,
      { ...migration, state: 'moved', ended_at: service.clock.now().toISOString() },
      {
        set: { ...modelInUse(model), is_latest_architecture: true },
        remove: ['migration_due_at'],
        when: [{ attribute: 'model_version', in: [migration.before_version] }],
      },
    ),
    ...alongside,
  ]);
  if (moved) await deletePreview(service, workflow, migration.preview_workflow_id);
  // The workflow was deleted meanwhile, after its files.
  else if ((await readWorkflow(service, workflow)) === undefined)
    await service.blobs.deleteAll(workflowBlobs(workflow).model(model.model_version));
  return moved;
};

/**
 * Ends a migration without a move, and deletes the preview.
 * @param alongside  further operations of the transaction
 * @returns false where another process was first
 */
export const endMigration = async (
  service: EndingService,
  workflow: WorkflowRow,
  migration: Migration,
  state: 'declined' | 'failed',
  alongside: readonly WriteOperation[] = [],
): Promise<boolean> => {
  const ended = await writeConditionally(service, [
    writeMigration(
      workflow,
      { ...migration, state, ended_at: service.clock.now().toISOString() },
      { remove: ['migration_due_at'] },
    ),
    ...alongside,
  ]);
  if (ended) await deletePreview(service, workflow, migration.preview_workflow_id);
  return ended;
};

export { deletePreview };
