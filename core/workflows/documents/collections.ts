/** The collections of a workflow. */
import type { WriteOperation } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import { collectionRowKey, putCollection } from '../../requests/training-documents/collection.ts';
import type { WorkflowKey } from '../../requests/workflow-key.ts';
import type { Service } from '../../service.ts';

/**
 * Makes sure that the collection exists, and returns the operation that makes a write fail where it was deleted meanwhile.
 */
export const requireCollection = async (
  service: Pick<Service, 'table' | 'clock'>,
  workflow: WorkflowKey,
  name: string,
): Promise<WriteOperation> => {
  const key = collectionRowKey(workflow, name);
  if ((await service.table.get(key)) === undefined)
    await writeConditionally(service, [
      putCollection(workflow, { name, created_at: service.clock.now().toISOString() }),
    ]);
  return { check: key, when: [{ item: 'present' }] };
};
