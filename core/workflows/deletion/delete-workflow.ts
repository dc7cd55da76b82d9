/** Deletes workflows and collections, with everything that belongs to them. */
import type { Account } from '../../accounts/account.ts';
import { NotFoundError, WorkflowFixedError, WorkflowNotFoundError } from '../../errors.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import { collectionRowKey, readCollection, UNNAMED_COLLECTION } from '../../requests/training-documents/collection.ts';
import { deletedWorkflowKey, workflowRowKey } from '../../requests/workflows/workflow-key.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import { workflowsOf } from '../workflow.ts';
import { newDeletion, putDeletion } from './deletion.ts';
import { runDeletion } from './run-deletion.ts';
import type { WorkflowDeletingService } from './run-deletion.ts';

const fixed = (): WorkflowFixedError =>
  new WorkflowFixedError('The generic workflow belongs to every account and cannot be deleted.');

/** The previews that are to replace a workflow. */
const previewsOf = async (
  service: WorkflowDeletingService,
  { account_id, workflow_id: parent }: WorkflowKey,
): Promise<readonly WorkflowKey[]> => {
  const previews: WorkflowKey[] = [];
  for await (const workflow of workflowsOf(service, account_id))
    if (workflow.parent_workflow_id === parent) previews.push(workflow);
  return previews;
};

/**
 * Deletes a workflow with its training data, trainings and models, and before it the previews that were to replace it.
 * From its first write on, the workflow is unknown. A running training is cancelled. Results that the workflow produced
 * stay until their own end.
 * @throws WorkflowNotFoundError, WorkflowFixedError (the generic workflow)
 */
export const deleteWorkflow = async (
  service: WorkflowDeletingService,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
): Promise<void> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey, fixed);
  for (const preview of await previewsOf(service, workflow)) await deleteAlone(service, preview);
  await deleteAlone(service, workflow);
};

const deleteAlone = async (service: WorkflowDeletingService, workflow: WorkflowKey): Promise<void> => {
  const deletion = newDeletion(service, workflow, {});
  const deleted = await writeConditionally(service, [
    { delete: workflowRowKey(deletion), when: [{ item: 'present' }] },
    { put: { ...deletedWorkflowKey(deletion) } },
    putDeletion(deletion),
  ]);
  if (!deleted) throw new WorkflowNotFoundError(`This account has no workflow with the key ${workflow.workflow_id}.`);
  await runDeletion(service, deletion);
};

/**
 * Deletes a collection and its documents. The unnamed collection remains, without the documents that it had.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, NotFoundError (no such collection)
 */
export const deleteCollection = async (
  service: WorkflowDeletingService,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  name: string,
): Promise<void> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const row = await readCollection(service, workflow, name);
  const unknown = new NotFoundError(`The workflow has no collection ${JSON.stringify(name)}.`);
  if (row === undefined && name !== UNNAMED_COLLECTION) throw unknown;
  const deletion = newDeletion(service, workflow, {
    collection: row === undefined ? { name } : { name: row.name, collection_id: row.collection_id },
  });
  const deleted = await writeConditionally(service, [
    putDeletion(deletion),
    ...(row === undefined
      ? []
      : [
          {
            delete: collectionRowKey(workflow, row.name),
            when: [{ attribute: 'collection_id', in: [row.collection_id] }],
          } as const,
        ]),
  ]);
  if (!deleted) throw unknown;
  await runDeletion(service, deletion);
};
