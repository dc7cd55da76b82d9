/** GET /workflows/{workflow_id}/review-queue: the documents of a workflow that await review. */
import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import type { Item } from '../ports.ts';
import { listedDocumentOf, listedDocumentSchema } from '../processing/listed-document.ts';
import type { ListedDocument } from '../processing/listed-document.ts';
import {
  afterConfidenceKey,
  documentKeyOf,
  documentOf,
  reviewKeyOf,
  reviewsPartition,
} from '../requests/rows/document-rows.ts';
import { findProcessingRequest } from '../requests/find-processing-request.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import type { Service } from '../service.ts';
import { MAX_MODEL_CONFIDENCE } from '../splitting/confidence.ts';
import { queryItems } from '../storage/lists/query-items.ts';
import type { ListQuery } from '../storage/lists/query-items.ts';

/** Documents that are counted at most: one query of the table. */
const COUNTED_AT_MOST = 1000;

export const reviewQueueSchema = z
  .strictObject({
    document_count: z
      .int()
      .min(0)
      .max(COUNTED_AT_MOST)
      .describe(`Documents that await review. At most ${COUNTED_AT_MOST}: then there may be more`),
    next: listedDocumentSchema.nullable().describe('The first of them, or the one after `after`; null: none'),
  })
  .meta({ id: 'ReviewQueue' });
export type ReviewQueue = z.infer<typeof reviewQueueSchema>;

export interface ReviewQueueRequest {
  /**
   * 0 to 1. A document awaits review where the model decided a gap with this confidence or a lower one, or without the text
   * of a page.
   */
  readonly threshold: number;
  /** Id of a processing request: the next document is the one after it. */
  readonly after?: string | undefined;
}

type Stores = Pick<Service, 'table' | 'clock'>;

/**
 * Succeeded documents that nobody has verified: first those with an unread page, then the least sure. The number of
 * documents of the workflow does not matter: only those that await review are read.
 * @throws WorkflowNotFoundError, ProcessingNotAccessibleError (`after`)
 */
export const readReviewQueue = async (
  service: Stores,
  account: Account,
  workflowId: string,
  { threshold, after }: ReviewQueueRequest,
): Promise<ReviewQueue> => {
  const { workflow_id } = await findWorkflow(service, account, workflowId);
  const queue = {
    pk: reviewsPartition({ account_id: account.account_id, workflow_id }),
    // Nobody reviews decisions of the caller.
    skTo: afterConfidenceKey(Math.min(threshold, MAX_MODEL_CONFIDENCE)),
  };
  const { items } = await service.table.query({ ...queue, limit: COUNTED_AT_MOST });
  const now = service.clock.now();
  const position = after === undefined ? undefined : await positionOf(service, account, after);
  return {
    document_count: items.filter((row) => documentKeyOf(row, now) !== undefined).length,
    next: await nextOf(service, queue, position),
  };
};

/** The sort key of the document, whether or not it awaits review. */
const positionOf = async (service: Stores, account: Account, processingId: string): Promise<string> =>
  reviewKeyOf(await findProcessingRequest(service, account, processingId))?.sk ?? AFTER_ALL;

/** Documents without a gap come after all others. */
const AFTER_ALL = '~';

const nextOf = async (
  service: Stores,
  queue: ListQuery & { readonly skTo: string },
  position: string | undefined,
): Promise<ListedDocument | null> => {
  // A range that ends before it begins is refused by DynamoDB.
  if (position !== undefined && position >= queue.skTo) return null;
  for await (const row of queryItems(service, { ...queue, ...(position === undefined ? {} : { skFrom: position }) })) {
    if (row.sk === position) continue;
    const document = await documentOfReviewRow(service, row);
    if (document !== undefined) return document;
  }
  return null;
};

/** Undefined where the document has been deleted meanwhile, or verified by a release that gave its row another key. */
const documentOfReviewRow = async (service: Stores, row: Item): Promise<ListedDocument | undefined> => {
  const now = service.clock.now();
  const key = documentKeyOf(row, now);
  const item = key === undefined ? undefined : await service.table.get(key);
  const document = item === undefined ? undefined : documentOf(item, now);
  return document === undefined || document.verified ? undefined : listedDocumentOf(document);
};
