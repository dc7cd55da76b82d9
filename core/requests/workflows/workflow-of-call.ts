/** Finds the workflow to which an API call is counted. */
import { LRUCache } from 'lru-cache';
import type { CallSubject, WorkflowOfCall } from '../../accounts/usage/call-counter.ts';
import type { Service } from '../../service.ts';
import { GENERIC_WORKFLOW_ID } from '../processing-request.ts';
import { readProcessingRequest } from '../processing-requests.ts';
import { workflowRowKey } from './workflow-key.ts';

/** Workflows of requests never change, so that they can be remembered. */
const REMEMBERED = 2_000;

type Store = Pick<Service, 'table'>;

const isOwn = async ({ table }: Store, accountId: string, workflowId: string): Promise<boolean> =>
  workflowId === GENERIC_WORKFLOW_ID ||
  (await table.get(workflowRowKey({ account_id: accountId, workflow_id: workflowId }))) !== undefined;

const find = async (service: Store, accountId: string, subject: CallSubject): Promise<string | undefined> => {
  if ('workflow_id' in subject)
    return (await isOwn(service, accountId, subject.workflow_id)) ? subject.workflow_id : undefined;
  const { processing_id } = subject;
  return (await readProcessingRequest(service, { account_id: accountId, processing_id }))?.workflow_id;
};

/** Ids of other accounts, and ids that do not exist, have no workflow here. */
export const workflowOfCall = (service: Store): WorkflowOfCall => {
  let cache: LRUCache<string, string> | undefined;
  return async (accountId, subject) => {
    // Made with the first call: it allocates room for all at once.
    const known = (cache ??= new LRUCache<string, string>({ max: REMEMBERED }));
    const key = JSON.stringify([accountId, subject]);
    const found = known.get(key) ?? (await find(service, accountId, subject));
    if (found !== undefined) known.set(key, found);
    return found;
  };
};
