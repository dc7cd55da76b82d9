/** Deletes what a deletion names. Every part can be repeated: after a crash, the next pass finds what is left. */
import { NotFoundError, TrainingStateError } from '../../errors.ts';
import type { Item } from '../../ports.ts';
import { trainingDocumentsOf } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { workflowPartition } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { settleForEach } from '../../settle-all.ts';
import type { FinalisingService } from '../training/finalise-training.ts';
import { endAsCancelled } from '../training/cancel-training.ts';
import { hasEnded, trainingSchema } from '../training/training.ts';
import type { Training } from '../training/training.ts';
import { TRAINING_PREFIX } from '../training/trainings.ts';
import { workflowBlobs } from '../workflow.ts';
import { queryItems } from '../../storage/lists/query-items.ts';
import { deleteDocumentData, deleteTrainingDocument } from './delete-document.ts';
import type { DeletingService } from './delete-document.ts';
import { dueDeletions, endPass } from './deletion.ts';
import type { Deletion } from './deletion.ts';

export type WorkflowDeletingService = DeletingService & FinalisingService;

/** Rows and documents that are deleted at a time: each waits for the stores most of the time. */
const AT_A_TIME = 16;

const deleteDocuments = (
  service: DeletingService,
  deletion: Deletion,
  isMeant: (document: TrainingDocument) => boolean,
): Promise<void> =>
  settleForEach(trainingDocumentsOf(service, deletion), AT_A_TIME, async (document) => {
    if (!isMeant(document)) return;
    try {
      await deleteTrainingDocument(service, document);
    } catch (error) {
      // A concurrent request has deleted it.
      if (!(error instanceof NotFoundError)) throw error;
    }
  });

/**
 * Documents of the deleted collection, not of a later one with the same name. The unnamed collection has no id: of it,
 * the documents that were there when the deletion began.
 */
const isOfCollection =
  ({ created_at: deletedAt, collection }: Deletion) =>
  (document: TrainingDocument): boolean =>
    document.collection === collection?.name &&
    document.collection_id === collection.collection_id &&
    (collection.collection_id !== undefined || document.created_at <= deletedAt);

const rowsOf = (service: Pick<Service, 'table'>, deletion: Deletion, skBeginsWith?: string): AsyncGenerator<Item> =>
  queryItems(service, { pk: workflowPartition(deletion), ...(skBeginsWith === undefined ? {} : { skBeginsWith }) });

/** A training that is deploying cannot be cancelled. It fails, because its workflow does not exist. */
const cancelUnlessDeploying = async (service: WorkflowDeletingService, training: Training): Promise<void> => {
  try {
    await endAsCancelled(service, training);
  } catch (error) {
    if (!(error instanceof TrainingStateError)) throw error;
  }
};

/**
 * Ends the trainings. Returns whether one of them was running, so that its steps may write once more, or has ended and is
 * not finalised yet: resumeTrainings publishes its event.
 */
const endTrainings = async (service: WorkflowDeletingService, deletion: Deletion): Promise<boolean> => {
  let wasRunning = false;
  for await (const item of rowsOf(service, deletion, TRAINING_PREFIX)) {
    const training = trainingSchema.parse(item);
    if (hasEnded(training) && item.index_pk === undefined) continue;
    wasRunning = true;
    if (!hasEnded(training)) await cancelUnlessDeploying(service, training);
  }
  return wasRunning;
};

/** The steps of a training that was running find its row, see that it has ended, and end. */
const deleteRows = (service: Pick<Service, 'table'>, deletion: Deletion, keepTrainings: boolean): Promise<void> =>
  settleForEach(rowsOf(service, deletion), AT_A_TIME, async ({ pk, sk }) => {
    if (keepTrainings && sk.startsWith(TRAINING_PREFIX)) return;
    await service.table.write([{ delete: { pk, sk } }]);
  });

/** Returns whether a training was running. */
const deleteWorkflowData = async (service: WorkflowDeletingService, deletion: Deletion): Promise<boolean> => {
  const wasRunning = await endTrainings(service, deletion);
  await deleteDocuments(service, deletion, () => true);
  await deleteRows(service, deletion, wasRunning);
  await service.blobs.deleteAll(workflowBlobs(deletion).prefix);
  return wasRunning;
};

/** Deletes all that the deletion names, then ends the pass. */
export const runDeletion = async (service: WorkflowDeletingService, deletion: Deletion): Promise<void> => {
  const { account_id: account, document, collection } = deletion;
  if (document !== undefined) await deleteDocumentData(service, account, document);
  else if (collection !== undefined) await deleteDocuments(service, deletion, isOfCollection(deletion));
  else {
    await endPass(service, deletion, await deleteWorkflowData(service, deletion));
    return;
  }
  await endPass(service, deletion);
};

/**
 * Continues the deletions that a stopped process left, and those of which something was still running.
 * @throws the first error, after all have been attempted
 */
export const resumeDeletions = (service: WorkflowDeletingService): Promise<void> =>
  settleForEach(dueDeletions(service, service.clock.now()), 1, (deletion) => runDeletion(service, deletion));
