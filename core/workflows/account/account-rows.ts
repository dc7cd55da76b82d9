/** The rows of an account: which partitions they lie in. */
import { deliveriesPartition } from '../../events/webhooks/delivery.ts';
import { usagePartition } from '../../accounts/usage/usage-rows.ts';
import type { Item } from '../../ports.ts';
import { documentsPartition } from '../../requests/document-rows.ts';
import { GENERIC_WORKFLOW_ID } from '../../requests/processing-request.ts';
import { workflowPartition } from '../../requests/workflow-key.ts';
import type { Service } from '../../service.ts';

/** Partitions beside those of its workflows, by the end of their names. */
const SUFFIXES = ['', '#ACTIVITY', '#MONTHS', '#ERROR_REPORTS', '#EVENTS', '#CORRECTIONS', '#LEFTOVERS'];
const PAGE_ITEMS = 1000;

/** Yields the items of a partition. The caller may delete those that it has received. */
export async function* rowsOfPartition(
  { table }: Pick<Service, 'table'>,
  pk: string,
  skBeginsWith?: string,
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const page = await table.query({
      pk,
      limit: PAGE_ITEMS,
      ...(skBeginsWith === undefined ? {} : { skBeginsWith }),
      ...(after === undefined ? {} : { after }),
    });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Ids of the account's workflows, and of those that are deleted but have documents. */
export const workflowIdsOf = async (service: Pick<Service, 'table'>, accountId: string): Promise<readonly string[]> => {
  const ids = new Set<string>([GENERIC_WORKFLOW_ID]);
  for await (const { sk } of rowsOfPartition(service, `ACCOUNT#${accountId}`, 'WORKFLOW#'))
    ids.add(sk.slice('WORKFLOW#'.length));
  for await (const { sk } of rowsOfPartition(service, documentsPartition(accountId))) ids.add(sk.split('#')[0] ?? '');
  return [...ids];
};

/** All partitions of the account. */
export const partitionsOf = (accountId: string, workflowIds: readonly string[]): readonly string[] => [
  ...SUFFIXES.map((suffix) => `ACCOUNT#${accountId}${suffix}`),
  documentsPartition(accountId),
  deliveriesPartition(accountId),
  ...workflowIds.flatMap((id) => {
    const workflow = { account_id: accountId, workflow_id: id };
    return [workflowPartition(workflow), usagePartition(workflow)];
  }),
];
