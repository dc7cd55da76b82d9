/**
 * The row of a deletion: what is to be deleted, and nothing else of it. It is written in the transaction that makes a
 * training document, a collection or a workflow disappear, and is removed when the last of its data is gone. After a
 * crash, resumeUnfinished finds it in the index and continues.
 */
import { z } from 'zod';
import type { WriteOperation } from '../../ports.ts';
import { STEPS_END_AFTER_MS } from '../../requests/rows/deleted-requests.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { indexItems } from '../../storage/lists/index-items.ts';
import { attributesOf } from '../../storage/attributes-of.ts';

/** Index partition of unfinished deletions, sorted by the time of their next pass. */
const OPEN = 'OPEN_DELETIONS';

export const deletionSchema = z.object({
  deletion_id: z.uuid(),
  account_id: z.uuid(),
  workflow_id: z.uuid(),
  created_at: z.iso.datetime(),
  /** What is deleted: the whole workflow where neither a document nor a collection is named. */
  document: z.object({ document_id: z.uuid(), upload_key: z.string().optional() }).optional(),
  collection: z.object({ name: z.string(), collection_id: z.uuid().optional() }).optional(),
  /** Until then, a step that began before the deletion, or a client, may still write: the deletion is repeated after it. */
  writers_until: z.iso.datetime().optional(),
  /** Time of the next pass. */
  due_at: z.iso.datetime(),
});
export type Deletion = z.infer<typeof deletionSchema>;

type DeletionStore = Pick<Service, 'table' | 'clock' | 'ids'>;

/** @param what  absent members: the whole workflow @param isWritten  whether steps, or a client, may be writing what is deleted */
export const newDeletion = (
  { clock, ids }: Pick<DeletionStore, 'clock' | 'ids'>,
  { account_id, workflow_id }: WorkflowKey,
  what: Pick<Deletion, 'document' | 'collection'>,
  isWritten = false,
): Deletion => {
  const now = clock.now().toISOString();
  return {
    deletion_id: ids.uuid(),
    account_id,
    workflow_id,
    created_at: now,
    ...what,
    ...(isWritten ? { writers_until: endOfSteps({ clock }) } : {}),
    due_at: now,
  };
};

const endOfSteps = ({ clock }: Pick<DeletionStore, 'clock'>): string =>
  new Date(clock.now().getTime() + STEPS_END_AFTER_MS).toISOString();

const keyOf = ({ account_id: account, deletion_id: id }: Deletion) => ({
  pk: `ACCOUNT#${account}`,
  sk: `DELETION#${id}`,
});

export const putDeletion = (deletion: Deletion): WriteOperation => ({
  put: {
    ...keyOf(deletion),
    ...attributesOf(deletion),
    index_pk: OPEN,
    index_sk: `${deletion.due_at}#${deletion.deletion_id}`,
  },
});

/**
 * Ends a pass of a deletion: its row is removed, or kept for a pass after the last writer has ended.
 * @param wasWritten  whether something was still running that this pass has stopped
 */
export const endPass = async (
  { table, clock }: Pick<DeletionStore, 'table' | 'clock'>,
  deletion: Deletion,
  wasWritten = false,
): Promise<void> => {
  const until = wasWritten ? endOfSteps({ clock }) : deletion.writers_until;
  const isOver = until === undefined || until <= clock.now().toISOString();
  await table.write([
    isOver ? { delete: keyOf(deletion) } : putDeletion({ ...deletion, writers_until: until, due_at: until }),
  ]);
};

/** Yields the deletions whose next pass is due, the earliest first. */
export async function* dueDeletions(service: Pick<Service, 'table'>, now: Date): AsyncGenerator<Deletion> {
  for await (const item of indexItems(service, OPEN, now.toISOString())) yield deletionSchema.parse(item);
}
