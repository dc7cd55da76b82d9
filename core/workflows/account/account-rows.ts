/** The rows of an account: which partitions they lie in. */
import { accountKey } from '../../accounts/account.ts';
import { activityPartition } from '../../accounts/activity.ts';
import { monthsPartition } from '../../accounts/limits/quota.ts';
import { usagePartition } from '../../accounts/usage/usage-rows.ts';
import { pendingEventsPartition } from '../../events/pending-events.ts';
import { deliveriesPartition } from '../../events/webhooks/delivery.ts';
import { leftoversPartition } from '../../requests/rows/deleted-requests.ts';
import { documentsPartition, namesPartition, reviewsPartition } from '../../requests/rows/document-rows.ts';
import { GENERIC_WORKFLOW_ID } from '../../requests/processing-request.ts';
import { uploadsPartition } from '../../requests/uploads.ts';
import {
  deletedWorkflowsPartition,
  WORKFLOW_ROW_PREFIX,
  workflowPartition,
} from '../../requests/workflows/workflow-key.ts';
import { errorReportsPartition } from '../../review/error-reports.ts';
import { correctionsPartition } from '../../review/learn-from-corrections.ts';
import type { Service } from '../../service.ts';
import { queryItems } from '../../storage/lists/query-items.ts';

/** Yields the workflows that have documents, with one read for each: sort keys begin with the workflow and `#`. */
async function* idsOfDocuments(service: Pick<Service, 'table'>, accountId: string): AsyncGenerator<string> {
  for (let skFrom = '#'; ;) {
    const { items } = await service.table.query({ pk: documentsPartition(accountId), skFrom, skTo: '~', limit: 1 });
    const id = items[0]?.sk.split('#')[0];
    if (id === undefined) return;
    yield id;
    // `$` sorts after `#`.
    skFrom = `${id}$`;
  }
}

/**
 * Ids of the account's workflows, and of those that are deleted: their usage is kept. Those that an earlier release has
 * deleted are found by their documents.
 */
export const workflowIdsOf = async (service: Pick<Service, 'table'>, accountId: string): Promise<readonly string[]> => {
  const ids = new Set<string>([GENERIC_WORKFLOW_ID]);
  const { pk } = accountKey(accountId);
  for await (const { sk } of queryItems(service, { pk, skBeginsWith: WORKFLOW_ROW_PREFIX }))
    ids.add(sk.slice(WORKFLOW_ROW_PREFIX.length));
  for await (const { sk } of queryItems(service, { pk: deletedWorkflowsPartition(accountId) })) ids.add(sk);
  for await (const id of idsOfDocuments(service, accountId)) ids.add(id);
  return [...ids];
};

/** Partitions that are not exported: of rows by which documents are found in another order, and of unclaimed uploads. */
export const unexportedPartitionsOf = (accountId: string, workflowIds: readonly string[]): readonly string[] => [
  namesPartition(accountId),
  uploadsPartition(accountId),
  ...workflowIds.map((id) => reviewsPartition({ account_id: accountId, workflow_id: id })),
];

/** All other partitions of the account. */
export const partitionsOf = (accountId: string, workflowIds: readonly string[]): readonly string[] => [
  accountKey(accountId).pk,
  activityPartition(accountId),
  monthsPartition(accountId),
  errorReportsPartition(accountId),
  pendingEventsPartition(accountId),
  correctionsPartition(accountId),
  leftoversPartition(accountId),
  documentsPartition(accountId),
  deliveriesPartition(accountId),
  ...workflowIds.flatMap((id) => {
    const workflow = { account_id: accountId, workflow_id: id };
    return [workflowPartition(workflow), usagePartition(workflow)];
  }),
  // Last: by its rows, a deletion that was interrupted finds the usage that is left.
  deletedWorkflowsPartition(accountId),
];
