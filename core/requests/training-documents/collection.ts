/** The row of a collection: a named group of a workflow's training documents. */
import { z } from 'zod';
import { WorkflowNotFoundError } from '../../errors.ts';
import type { Key, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { queryItems } from '../../storage/lists/query-items.ts';
import { writeConditionally } from '../processing-requests.ts';
import { wellFormedText } from '../request-sentences.ts';
import { workflowPartition, workflowRowKey } from '../workflows/workflow-key.ts';
import type { WorkflowKey } from '../workflows/workflow-key.ts';

/** The collection of documents that were added without one. It has no row. */
export const UNNAMED_COLLECTION = 'unknown';

const MAX_NAME = 100;

/** A name is a segment of a path: without `/`, and neither `.` nor `..`, which clients resolve. */
export const collectionNameSchema = wellFormedText()
  .min(1)
  .max(MAX_NAME)
  .refine((name) => !/[\p{Cc}/]/u.test(name), 'must have no "/" and no control characters')
  .refine((name) => name.trim() === name, 'must not begin or end with a space')
  .refine((name) => name !== '.' && name !== '..', 'must not be "." or ".."')
  .describe('Name of a collection');

export const collectionRowSchema = z.object({
  name: z.string(),
  /** Tells the collection from an earlier one of the same name. */
  collection_id: z.uuid(),
  created_at: z.iso.datetime(),
});
export type CollectionRow = z.infer<typeof collectionRowSchema>;

/** The sort keys of collections in their workflow's partition begin with this. */
export const COLLECTION_ROW_PREFIX = 'COLLECTION#';

export const collectionRowKey = (workflow: WorkflowKey, name: string): Key => ({
  pk: workflowPartition(workflow),
  sk: `${COLLECTION_ROW_PREFIX}${name}`,
});

/** One form of a name: macOS stores an umlaut in a file's name as a letter and a mark, keyboards write it composed. */
export const composedName = (name: string): string => name.normalize('NFC');

/** The composed and the decomposed form, without the one that it has. */
const otherForms = (name: string): readonly string[] =>
  [...new Set([composedName(name), name.normalize('NFD')])].filter((form) => form !== name);

/**
 * Writes a new row. A condition fails where the workflow has a collection of this name, composed or decomposed: another
 * request may have made it in the other form meanwhile.
 */
export const putCollection = (workflow: WorkflowKey, collection: CollectionRow): readonly WriteOperation[] => [
  { put: { ...collectionRowKey(workflow, collection.name), ...collection }, when: [{ item: 'absent' }] },
  ...otherForms(collection.name).map((form): WriteOperation => ({
    check: collectionRowKey(workflow, form),
    when: [{ item: 'absent' }],
  })),
];

/** Whether both are one name. */
export const isSameCollection = (name: string, other: string): boolean => composedName(name) === composedName(other);

/**
 * Returns the row, or undefined where the workflow has no such collection.
 * @param name  in any Unicode normalization form; the row has it as it was sent first
 */
export const readCollection = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
  name: string,
): Promise<CollectionRow | undefined> => {
  const item = await service.table.get(collectionRowKey(workflow, name));
  if (item !== undefined) return collectionRowSchema.parse(item);
  // It has no other form.
  if (/^\p{ASCII}*$/u.test(name)) return undefined;
  for await (const row of queryItems(service, {
    pk: workflowPartition(workflow),
    skBeginsWith: COLLECTION_ROW_PREFIX,
  })) {
    const collection = collectionRowSchema.parse(row);
    if (isSameCollection(collection.name, name)) return collection;
  }
  return undefined;
};

type Store = Pick<Service, 'table' | 'clock' | 'ids'>;

/** A collection that has no row yet. */
export const newCollection = ({ clock, ids }: Store, name: string): CollectionRow => ({
  name,
  collection_id: ids.uuid(),
  created_at: clock.now().toISOString(),
});

/** Makes a write fail where the workflow was deleted. */
export const workflowExists = (workflow: WorkflowKey): WriteOperation => ({
  check: workflowRowKey(workflow),
  when: [{ item: 'present' }],
});

/** Makes sure that the collection exists, and returns it. */
export const ensureCollection = async (service: Store, workflow: WorkflowKey, name: string): Promise<CollectionRow> => {
  const existing = await readCollection(service, workflow, name);
  if (existing !== undefined) return existing;
  const made = newCollection(service, name);
  if (await writeConditionally(service, [workflowExists(workflow), ...putCollection(workflow, made)])) return made;
  const concurrent = await readCollection(service, workflow, name);
  if (concurrent === undefined)
    throw new WorkflowNotFoundError(`This account has no workflow with the key ${workflow.workflow_id}.`);
  return concurrent;
};

/** The members of a document that name its collection. @param collection  undefined: the unnamed one */
export const placeIn = (
  collection: CollectionRow | undefined,
): { readonly collection: string; readonly collection_id?: string } =>
  collection === undefined
    ? { collection: UNNAMED_COLLECTION }
    : { collection: collection.name, collection_id: collection.collection_id };

/** Makes a write fail where the collection was deleted meanwhile. */
export const collectionExists = (workflow: WorkflowKey, collection: CollectionRow): WriteOperation => ({
  check: collectionRowKey(workflow, collection.name),
  when: [{ attribute: 'collection_id', in: [collection.collection_id] }],
});
