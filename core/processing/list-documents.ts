/** GET /workflows/{workflow_id}/documents: the documents that were sent to a workflow. */
import type { Account } from '../accounts/account.ts';
import {
  afterConfidenceKey,
  confidenceKey,
  confidencePartition,
  documentOf,
  documentsOfWorkflow,
  documentsPartition,
  namesPartition,
  pagesPartition,
  reviewConfidenceOf,
  UNKNOWN_PAGES,
  WITHOUT_GAP,
} from '../requests/rows/document-rows.ts';
import type { StoredDocument } from '../requests/rows/document-rows.ts';
import { hasNamePart } from '../requests/file-name-filter.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import type { ProcessingState } from '../requests/processing-request.ts';
import type { WorkflowKey } from '../requests/workflows/workflow-key.ts';
import type { Service } from '../service.ts';
import { MAX_MODEL_CONFIDENCE } from '../splitting/confidence.ts';
import { listConsecutive } from '../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../storage/lists/list-page.ts';
import type { ListQuery } from '../storage/lists/query-items.ts';
import { listedDocumentOf } from './listed-document.ts';
import type { ListedDocument } from './listed-document.ts';

export const DOCUMENT_ORDERS = [
  '-created_at',
  'created_at',
  'file_name',
  '-file_name',
  'page_count',
  '-page_count',
  'lowest_confidence',
  '-lowest_confidence',
] as const;

export interface DocumentFilter {
  /** Absent: in every state. */
  readonly state?: readonly ProcessingState[] | undefined;
  readonly verified?: boolean | undefined;
  /** 0 to 1. Only documents with a gap of a lower confidence. */
  readonly confidence_below?: number | undefined;
  /** 0 to 1. Only documents with a gap of this confidence or a lower one. */
  readonly confidence_at_most?: number | undefined;
  /** 0 to 1. Only documents that the review queue has at this threshold. */
  readonly review_threshold?: number | undefined;
  /** Part of the file's name, in any case. */
  readonly name?: string | undefined;
  /** ISO 8601 with an offset. Only documents that were sent then or later. */
  readonly start?: string | undefined;
  /** The same, later than `start`. Only documents that were sent earlier. */
  readonly end?: string | undefined;
  readonly sort: (typeof DOCUMENT_ORDERS)[number];
}

/** Follows all times in the order of characters. */
const AFTER_TIMES = '~';

/**
 * A page of the workflow's documents. A filter that leaves out most of them may give a page that is not full, or empty,
 * and has a next one: each call reads a limited number of rows.
 * @throws WorkflowNotFoundError, ValidationError (cursor)
 */
export const listDocuments = async (
  service: Pick<Service, 'table' | 'clock'>,
  account: Account,
  workflowId: string,
  asked: DocumentFilter,
  page: PageRequest,
): Promise<Page<ListedDocument>> => {
  const { workflow_id } = await findWorkflow(service, account, workflowId);
  const filter = { ...asked, start: inUtc(asked.start), end: inUtc(asked.end) };
  const now = service.clock.now();
  const queries = queriesOf({ account_id: account.account_id, workflow_id }, filter);
  return listConsecutive(service, queries, page, (row) => {
    const document = documentOf(row, now);
    return document !== undefined && fits(document, filter) ? listedDocumentOf(document) : undefined;
  });
};

/** As rows have it, so that times compare as texts. */
const inUtc = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

const queriesOf = (workflow: WorkflowKey, filter: DocumentFilter): readonly ListQuery[] => {
  const descending = filter.sort.startsWith('-');
  const prefix = documentsOfWorkflow(workflow.workflow_id);
  switch (filter.sort) {
    case 'created_at':
    case '-created_at':
      return [{ pk: documentsPartition(workflow.account_id), descending, ...timesOf(prefix, filter) }];
    case 'file_name':
    case '-file_name':
      return [{ pk: namesPartition(workflow.account_id), descending, skBeginsWith: prefix }];
    case 'page_count':
      return [{ index: 'by_index', pk: pagesPartition(workflow), descending }];
    case '-page_count':
      return descendingBefore({ index: 'by_index', pk: pagesPartition(workflow) }, UNKNOWN_PAGES);
    case 'lowest_confidence':
    case '-lowest_confidence': {
      const query: ListQuery = { index: 'by_index', pk: confidencePartition(workflow), ...confidencesOf(filter) };
      // A filter by confidence leaves out the documents without one.
      return descending && query.skTo === undefined ? descendingBefore(query, WITHOUT_GAP) : [{ ...query, descending }];
    }
  }
};

/** The keys before `first` in descending order, and then those from it on, which are of documents without a value. */
const descendingBefore = (query: ListQuery, first: string): readonly ListQuery[] => [
  { ...query, descending: true, skTo: first },
  { ...query, skFrom: first },
];

const timesOf = (prefix: string, { start = '', end = AFTER_TIMES }: DocumentFilter): Partial<ListQuery> =>
  start === '' && end === AFTER_TIMES
    ? { skBeginsWith: prefix }
    : { skFrom: `${prefix}${start}`, skTo: `${prefix}${end}` };

const confidencesOf = ({ confidence_below: below, confidence_at_most: most }: DocumentFilter): Partial<ListQuery> => {
  const [last] = [
    ...(below === undefined ? [] : [keyBelow(below)]),
    ...(most === undefined ? [] : [afterConfidenceKey(most)]),
  ].sort();
  return last === undefined ? {} : { skTo: last };
};

/** A sort key after those of all documents with a lower confidence. A filter may have more decimals than rows have. */
const keyBelow = (confidence: number): string => {
  const key = confidenceKey(confidence);
  return Number(key) < confidence ? afterConfidenceKey(confidence) : key;
};

const fits = (document: StoredDocument, filter: DocumentFilter): boolean =>
  (filter.state?.includes(document.state) ?? true) &&
  (filter.verified === undefined || document.verified === filter.verified) &&
  hasConfidence(document, filter) &&
  (filter.review_threshold === undefined || awaitsReview(document, filter.review_threshold)) &&
  hasNamePart(document.file_name, filter.name) &&
  (filter.start === undefined || document.created_at >= filter.start) &&
  (filter.end === undefined || document.created_at < filter.end);

const hasConfidence = (
  { lowest_confidence: lowest }: StoredDocument,
  { confidence_below: below, confidence_at_most: most }: DocumentFilter,
): boolean =>
  (below === undefined || (lowest !== null && lowest < below)) &&
  (most === undefined || (lowest !== null && lowest <= most));

const awaitsReview = (document: StoredDocument, threshold: number): boolean => {
  const confidence = reviewConfidenceOf(document);
  return (
    document.state === 'succeeded' &&
    !document.verified &&
    confidence !== undefined &&
    confidence <= Math.min(threshold, MAX_MODEL_CONFIDENCE)
  );
};
