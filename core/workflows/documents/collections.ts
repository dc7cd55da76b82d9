/** The collections of a workflow: named groups of its training documents. */
import type { Account } from '../../accounts/account.ts';
import {
  CollectionExistsError,
  ConditionFailedError,
  IdempotencyKeyInUseError,
  WorkflowNotFoundError,
} from '../../errors.ts';
import { linkMade } from '../../requests/idempotency.ts';
import type { KeyClaim } from '../../requests/idempotency.ts';
import {
  collectionRowSchema,
  COLLECTION_ROW_PREFIX,
  newCollection,
  putCollection,
  readCollection,
  UNNAMED_COLLECTION,
  workflowExists,
} from '../../requests/training-documents/collection.ts';
import { trainingDocumentsOf } from '../../requests/training-documents/training-document.ts';
import { workflowPartition } from '../../requests/workflows/workflow-key.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { listPage } from '../../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../../storage/lists/list-page.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import { listAfterFirst } from '../list-after-first.ts';
import { documentsIn } from '../training/steps/draw-documents.ts';

type Store = Pick<Service, 'table' | 'clock' | 'ids'>;

/** A collection as callers read it. */
export interface CollectionView {
  readonly name: string;
  readonly document_count: number;
  /** Pages of the documents that have been read. */
  readonly page_count: number;
  readonly annotated_count: number;
  /** Documents in the annotated files. */
  readonly sub_document_count: number;
  /** Null for the unnamed collection, which every workflow has. */
  readonly created_at: string | null;
}

/**
 * Creates an empty collection.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, CollectionExistsError, IdempotencyKeyInUseError
 */
export const createCollection = async (
  service: Store,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  name: string,
  claim?: KeyClaim,
): Promise<CollectionView> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const [made] = claim?.madeIds ?? [];
  const existing = await readCollection(service, workflow, name);
  if (made !== undefined && existing?.collection_id === made) return viewCollection(existing.name, existing.created_at);
  const collection = newCollection(service, name);
  if (existing !== undefined || name === UNNAMED_COLLECTION) throw new CollectionExistsError(name);
  const writes = [workflowExists(workflow), ...putCollection(workflow, collection)];
  try {
    await service.table.write([
      ...writes,
      ...(claim === undefined ? [] : [linkMade(claim, [collection.collection_id])]),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.operations.includes(0))
      throw new WorkflowNotFoundError(`This account has no workflow with the key ${workflowKey}.`);
    const exists = error.operations.some((index) => index < writes.length);
    throw exists ? new CollectionExistsError(name) : new IdempotencyKeyInUseError();
  }
  return viewCollection(name, collection.created_at);
};

interface Counts {
  documents: number;
  pages: number;
  annotated: number;
  subDocuments: number;
}

const noDocuments = (): Counts => ({ documents: 0, pages: 0, annotated: 0, subDocuments: 0 });

/** Counts the documents, so that the counts are exact whatever happened to a process. */
const countDocuments = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
): Promise<ReadonlyMap<string, Counts>> => {
  const counts = new Map<string, Counts>();
  for await (const document of trainingDocumentsOf(service, workflow)) {
    const count = counts.get(document.collection) ?? noDocuments();
    counts.set(document.collection, count);
    count.documents += 1;
    count.pages += document.page_count ?? 0;
    if (document.status !== 'annotated') continue;
    count.annotated += 1;
    count.subDocuments += documentsIn(document);
  }
  return counts;
};

const viewCollection = (
  name: string,
  createdAt: string | null,
  { documents, pages, annotated, subDocuments } = noDocuments(),
): CollectionView => ({
  name,
  document_count: documents,
  page_count: pages,
  annotated_count: annotated,
  sub_document_count: subDocuments,
  created_at: createdAt,
});

/**
 * Returns a page of the workflow's collections with their counts: the unnamed one first, then by name.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, ValidationError (cursor)
 */
export const listCollections = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  page: PageRequest,
): Promise<Page<CollectionView>> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const counts = await countDocuments(service, workflow);
  const unnamed = viewCollection(UNNAMED_COLLECTION, null, counts.get(UNNAMED_COLLECTION));
  const query = { pk: workflowPartition(workflow), skBeginsWith: COLLECTION_ROW_PREFIX };
  return listAfterFirst(unnamed, page, (rest) =>
    listPage(service, query, rest, (item) => {
      const { name, created_at } = collectionRowSchema.parse(item);
      return viewCollection(name, created_at, counts.get(name));
    }),
  );
};
