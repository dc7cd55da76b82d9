/** Step MigrateWorkflow: does the next move of one workflow's migration. A repetition finds the move done. */
import { z } from 'zod';
import { MigrationStateError, ModelUnusableError } from '../../errors.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import { workflowRowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { readWorkflow } from '../workflow.ts';
import type { WorkflowRow } from '../workflow.ts';
import { announceMigration } from './announce-migration.ts';
import type { AnnouncingService } from './announce-migration.ts';
import { beginMigration, trainPreview } from './begin-migration.ts';
import { deletePreview, endMigration, moveToPreview } from './end-migration.ts';
import type { EndingService } from './end-migration.ts';
import type { Migration } from './migration.ts';
import { hasEnded } from './migration.ts';
import { isLatest, nextMove } from './next-move.ts';

export const migrateWorkflowInputSchema = z.object({
  account_id: z.uuid(),
  workflow_id: z.uuid(),
  base_version: z.string(),
});
export type MigrateWorkflowInput = z.infer<typeof migrateWorkflowInputSchema>;

export type MigratingService = AnnouncingService & EndingService & Pick<Service, 'stateMachines' | 'ids'>;

const markArchitecture = async (service: MigratingService, row: WorkflowRow, base: string): Promise<void> => {
  await writeConditionally(service, [
    {
      update: workflowRowKey(row),
      set: { is_latest_architecture: isLatest(row, base) },
      when: [
        { item: 'present' },
        row.base_version === undefined
          ? { attribute: 'base_version', is: 'absent' }
          : { attribute: 'base_version', in: [row.base_version] },
      ],
    },
  ]);
};

/** Looks at the training of the preview. */
const advance = async (service: MigratingService, row: WorkflowRow, migration: Migration): Promise<void> => {
  const preview = await readWorkflow(service, { ...row, workflow_id: migration.preview_workflow_id });
  if (preview === undefined) {
    await endMigration(service, row, migration, 'declined');
    return;
  }
  if (preview.training_state === 'untrained' && (await trainPreview(service, preview))) return;
  if (preview.training_state === 'trained' && preview.model_version !== undefined) {
    await announceMigration(service, row, migration, preview);
    return;
  }
  if (['untrained', 'failed', 'cancelled', 'trained'].includes(preview.training_state))
    await endMigration(service, row, migration, 'failed');
};

const move = async (service: MigratingService, row: WorkflowRow, migration: Migration): Promise<void> => {
  try {
    if (await moveToPreview(service, row, migration)) return;
  } catch (error) {
    if (!(error instanceof ModelUnusableError) && !(error instanceof MigrationStateError)) throw error;
  }
  // The preview was deleted, or the owner has chosen another model since the announcement: the owner's choice stays.
  await endMigration(service, row, migration, 'declined');
};

/** Deletes a preview whose parent no longer needs it. */
const endOrphan = async (service: MigratingService, preview: WorkflowRow): Promise<void> => {
  const { account_id, parent_workflow_id: parentId = '' } = preview;
  const parent = await readWorkflow(service, { account_id, workflow_id: parentId });
  const { migration } = parent ?? {};
  if (migration?.preview_workflow_id === preview.workflow_id && !hasEnded(migration)) return;
  await deletePreview(service, preview, preview.workflow_id);
};

/** @throws TemporarilyUnavailableError, StorageFullError: the step is retried */
export const migrateWorkflow = async (
  service: MigratingService,
  { base_version: base, ...key }: MigrateWorkflowInput,
): Promise<MigrateWorkflowInput> => {
  const row = await readWorkflow(service, key);
  if (row === undefined) return { ...key, base_version: base };
  const { migration } = row;
  const next = nextMove(row, base, service.clock.now());
  if (next === 'mark') await markArchitecture(service, row, base);
  if (next === 'orphan') await endOrphan(service, row);
  if (next === 'begin') {
    await beginMigration(service, row, base);
    await migrateBegun(service, key);
  }
  if (migration === undefined) return { ...key, base_version: base };
  if (next === 'advance') await advance(service, row, migration);
  if (next === 'move') await move(service, row, migration);
  if (next === 'leave') await endMigration(service, row, migration, 'declined');
  return { ...key, base_version: base };
};

/** Starts the training of a preview that was just made. */
const migrateBegun = async (
  service: MigratingService,
  key: Pick<WorkflowRow, 'account_id' | 'workflow_id'>,
): Promise<void> => {
  const row = await readWorkflow(service, key);
  if (row?.migration?.state === 'training') await advance(service, row, row.migration);
};
