/** Makes the preview workflow of a migration and starts its training. */
import { TrainingRefusedError, TrainingRunningError } from '../../errors.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import { workflowRowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { indexOfWorkflow } from '../models/set-model-in-use.ts';
import { requestTraining } from '../training/request-training.ts';
import { putWorkflow } from '../workflow.ts';
import type { WorkflowRow } from '../workflow.ts';
import type { Migration } from './migration.ts';
import { writeMigration } from './write-migration.ts';

type BeginningService = Pick<Service, 'table' | 'stateMachines' | 'clock' | 'ids'>;

const previewOf = (service: BeginningService, parent: WorkflowRow): WorkflowRow => ({
  workflow_id: service.ids.uuid(),
  account_id: parent.account_id,
  workflow_name: `${parent.workflow_name} (preview)`,
  document_specification: parent.document_specification,
  created_at: service.clock.now().toISOString(),
  training_state: 'untrained',
  preview: true,
  parent_workflow_id: parent.workflow_id,
});

/** Does nothing where another process began first. @param base  the new base model */
export const beginMigration = async (service: BeginningService, parent: WorkflowRow, base: string): Promise<void> => {
  if (parent.model_version === undefined) return;
  const preview = previewOf(service, parent);
  const migration: Migration = {
    base_version: base,
    state: 'training',
    preview_workflow_id: preview.workflow_id,
    before_version: parent.model_version,
  };
  await writeConditionally(service, [
    putWorkflow(preview),
    writeMigration(parent, migration, {
      set: { is_latest_architecture: false },
      when: [{ attribute: 'model_version', in: [parent.model_version] }],
    }),
  ]);
  await writeConditionally(service, [
    { update: workflowRowKey(preview), set: indexOfWorkflow(preview), when: [{ item: 'present' }] },
  ]);
};

/**
 * Starts the training of a preview that has none yet: it learns from the documents of its parent.
 * @returns false where these documents are not enough any more
 */
export const trainPreview = async (service: BeginningService, preview: WorkflowRow): Promise<boolean> => {
  try {
    await requestTraining(service, { ...preview, collections: null, forMigration: true });
  } catch (error) {
    if (error instanceof TrainingRefusedError) return false;
    if (!(error instanceof TrainingRunningError)) throw error;
  }
  return true;
};
