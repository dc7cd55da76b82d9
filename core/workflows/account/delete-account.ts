/**
 * DELETE /account. The first write closes the account: nobody authenticates for it any more. Then its data is deleted,
 * and again an hour later, when no step or request of it can be running any more; the account's own row goes last. After
 * a crash, the sweep continues.
 */
import { accountKey, closeAccount, closedAccounts } from '../../accounts/account.ts';
import type { Account } from '../../accounts/account.ts';
import { apiKeyHashKey } from '../../accounts/api-key.ts';
import { forgetFirstAccount } from '../../accounts/first-account.ts';
import { deleteMember, isMember } from '../../accounts/people/members.ts';
import { ProcessingNotAccessibleError, WorkflowFixedError, WorkflowNotFoundError, isTransient } from '../../errors.ts';
import type { Item, WriteOperation } from '../../ports.ts';
import { deleteResult } from '../../processing/deletion/delete-result.ts';
import { STEPS_END_AFTER_MS } from '../../requests/rows/deleted-requests.ts';
import { documentsPartition } from '../../requests/rows/document-rows.ts';
import { deleteRecordsOf } from '../../requests/idempotency.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { settleForEach } from '../../settle-all.ts';
import { deleteWorkflow } from '../deletion/delete-workflow.ts';
import { queryItems } from '../../storage/lists/query-items.ts';
import { partitionsOf, unexportedPartitionsOf, workflowIdsOf } from './account-rows.ts';

/** Deletions at a time: each waits for the stores most of the time. */
const AT_A_TIME = 16;

/**
 * Closes the account and deletes its data. What a store cannot delete now, the sweep deletes: the account is closed, and
 * its caller could not ask again. A function on AWS has 26 s, which is not enough for thousands of documents.
 */
export const deleteAccount = async (
  service: Service,
  { account_id: id }: Pick<Account, 'account_id'>,
): Promise<void> => {
  const now = service.clock.now().toISOString();
  if (!(await writeConditionally(service, [closeAccount(id, now, now)]))) return;
  try {
    await deletePass(service, id, now);
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
};

/** Continues the deletions of closed accounts that are due. @throws the first error, after all have been attempted */
export const resumeAccountDeletions = (service: Service): Promise<void> =>
  settleForEach(closedAccounts(service, service.clock.now()), 1, ({ account_id: id, deleted_at: deletedAt }) =>
    deletePass(service, id, deletedAt),
  );

const deletePass = async (service: Service, accountId: string, deletedAt: string): Promise<void> => {
  await deleteData(service, accountId);
  const last = new Date(Date.parse(deletedAt) + STEPS_END_AFTER_MS).toISOString();
  if (last <= service.clock.now().toISOString()) await service.table.write([{ delete: accountKey(accountId) }]);
  else await writeConditionally(service, [closeAccount(accountId, deletedAt, last)]);
};

const deleteData = async (service: Service, accountId: string): Promise<void> => {
  const account = { account_id: accountId };
  const workflowIds = await workflowIdsOf(service, accountId);
  for (const id of workflowIds) await unlessGone(() => deleteWorkflow(service, account, id));
  await settleForEach(queryItems(service, { pk: documentsPartition(accountId) }), AT_A_TIME, async ({ sk }) => {
    await unlessGone(() => deleteResult(service, account, sk.split('#').at(-1) ?? ''));
  });
  for (const partition of [...unexportedPartitionsOf(accountId, workflowIds), ...partitionsOf(accountId, workflowIds)])
    await settleForEach(queryItems(service, { pk: partition }), AT_A_TIME, async (row) => {
      if (isMember(row)) await deleteMember(service, row);
      else if (row.sk !== accountKey(accountId).sk || row.pk !== accountKey(accountId).pk)
        await service.table.write(deletionsOf(row));
    });
  await deleteRecordsOf(service, accountId);
  await forgetFirstAccount(service, accountId);
  await service.blobs.deleteAll(`accounts/${accountId}/`);
};

/** The generic workflow is nobody's, and another pass may have deleted a part before. */
const unlessGone = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const gone = [ProcessingNotAccessibleError, WorkflowNotFoundError, WorkflowFixedError];
    if (!gone.some((known) => error instanceof known)) throw error;
  }
};

/** The row, and the one by which its key is found. */
const deletionsOf = ({ pk, sk, ...row }: Item): readonly WriteOperation[] => [
  { delete: { pk, sk } },
  ...(typeof row['key_hash'] === 'string' ? [{ delete: apiKeyHashKey(row['key_hash']) }] : []),
];
