/**
 * The rows by which an account's processed documents are listed, written in the transactions that change the processing
 * request. Each document has one by time, whose index key is by confidence, and a copy by name, whose index key is by
 * pages. One that awaits review also has a row in its workflow's review queue.
 */
import { z } from 'zod';
import type { AttributeValue, Item, Key, WriteOperation } from '../../ports.ts';
import { disclosed, disclosedCode } from '../failure.ts';
import { CONFIDENCE_DECIMALS, processingStateSchema } from '../processing-request.ts';
import type { ProcessingRequest } from '../processing-request.ts';
import type { WorkflowKey } from '../workflows/workflow-key.ts';

export const storedDocumentSchema = z.strictObject({
  processing_id: z.uuid(),
  workflow_id: z.uuid(),
  file_name: z.string(),
  state: processingStateSchema,
  failure_code: z
    .string()
    .nullable()
    .describe('Of a failed one: the code with which its result is answered, such as `cancelled`'),
  // Absent in rows of version 0.1.0.
  failure_detail: z
    .string()
    .nullable()
    .default(null)
    .describe('A sentence, where the document, a limit or the account is the reason'),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  page_count: z.int().nullable().describe('Null until the document has been inspected'),
  sub_document_count: z.int().nullable().describe('Null until the document has been split'),
  lowest_confidence: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Of all gaps, as the model and the caller decided; null without a gap and without a result'),
  unread_page_count: z
    .int()
    .min(0)
    .describe('Pages that could not be read; `unread_pages` of the splitting names them'),
  verified: z.boolean(),
  verified_by: z.string().nullable(),
  verified_at: z.iso.datetime().nullable(),
  corrected: z.boolean(),
});
export type StoredDocument = z.infer<typeof storedDocumentSchema>;

const retainedSchema = z.object({ retain_until: z.iso.datetime().optional() });
const rowSchema = retainedSchema.extend({
  /** Members that a newer release wrote are left out, so that the lists can be read after a rollback. */
  document: storedDocumentSchema.omit({ unread_page_count: true }).strip(),
  /** Beside the document, of which earlier releases refuse members that they do not know. Absent: none. */
  unread_page_count: z.int().optional(),
});
type DocumentInRow = z.infer<typeof rowSchema>['document'];
const reviewRowSchema = retainedSchema.extend({ document_key: z.object({ pk: z.string(), sk: z.string() }) });

/** Partition of all documents of an account, by workflow and time. */
export const documentsPartition = (accountId: string): string => `ACCOUNT#${accountId}#DOCUMENTS`;
/** Partition of the copies, by workflow and name. */
export const namesPartition = (accountId: string): string => `${documentsPartition(accountId)}#NAMES`;
/** Prefix of the sort keys of a workflow's documents in both. */
export const documentsOfWorkflow = (workflowId: string): string => `${workflowId}#`;
/** Index partition of a workflow's documents, which sort by their lowest confidence. */
export const confidencePartition = ({ account_id: account, workflow_id: workflow }: WorkflowKey): string =>
  `ACCOUNT#${account}#CONFIDENCES#${workflow}`;
/** Index partition of the copies, which sort by their number of pages. */
export const pagesPartition = ({ account_id: account, workflow_id: workflow }: WorkflowKey): string =>
  `ACCOUNT#${account}#PAGES#${workflow}`;
/** Partition of a workflow's succeeded, unverified documents with a gap, by reviewConfidenceOf. */
export const reviewsPartition = ({ account_id: account, workflow_id: workflow }: WorkflowKey): string =>
  `${documentsPartition(account)}#REVIEWS#${workflow}`;

/** Begins the sort keys of documents without a gap, and of those without a result: after all confidences. */
export const WITHOUT_GAP = '2';
const WITHOUT_RESULT = '3';
/** Digits of a number of pages in a sort key. */
const PAGE_DIGITS = 7;
/** Begins the sort keys of documents whose pages are not known: after all numbers of pages. */
export const UNKNOWN_PAGES = '9'.repeat(PAGE_DIGITS);
/** Characters of a name in a sort key: DynamoDB's keys have at most 1,024 bytes. */
const NAME_CHARACTERS = 100;
/** Between a name and what distinguishes documents of this name: before every character but U+0000. */
const AFTER_NAME = '\u0001';
/** Follows `#` in the order of characters. */
const AFTER_HASH = '$';

/** A sort key before those of all documents with this confidence, and after those of all with a lower one. */
export const confidenceKey = (confidence: number): string => confidence.toFixed(CONFIDENCE_DECIMALS);
/** A sort key after those of all documents with this confidence, and before those of all with a higher one. */
export const afterConfidenceKey = (confidence: number): string => `${confidenceKey(confidence)}${AFTER_HASH}`;

const timeKeyOf = (request: ProcessingRequest): Key => ({
  pk: documentsPartition(request.account_id),
  sk: `${documentsOfWorkflow(request.workflow_id)}${request.created_at}#${request.processing_id}`,
});
/**
 * The name is not normalised, as file-name-filter.ts does: a row is replaced and deleted by its key, and rows of earlier
 * releases have the name as it was sent.
 */
const nameKeyOf = (request: ProcessingRequest): Key => {
  const name = Array.from(request.file_name.toLowerCase()).slice(0, NAME_CHARACTERS).join('');
  return {
    pk: namesPartition(request.account_id),
    sk: `${documentsOfWorkflow(request.workflow_id)}${name}${AFTER_NAME}${request.created_at}#${request.processing_id}`,
  };
};
/**
 * The confidence, 0 to 1, by which a document awaits review: the lowest of its gaps, and 0 where the model decided without
 * the text of a page. 1: the caller decided all gaps, which nobody reviews. Undefined for a document without a gap.
 */
export const reviewConfidenceOf = ({
  lowest_confidence: lowest,
  unread_page_count: unread = 0,
}: {
  readonly lowest_confidence?: number | null | undefined;
  readonly unread_page_count?: number | undefined;
}): number | undefined => {
  if (lowest === undefined || lowest === null) return undefined;
  return unread > 0 && lowest < 1 ? 0 : lowest;
};

/** Undefined for a document without a gap, which nobody reviews. */
export const reviewKeyOf = (request: ProcessingRequest): Key | undefined => {
  const confidence = reviewConfidenceOf(request);
  return confidence === undefined
    ? undefined
    : { pk: reviewsPartition(request), sk: `${confidenceKey(confidence)}#${request.processing_id}` };
};

/** Writes the rows, whether they exist or not. Training documents are listed elsewhere. */
export const putDocumentRows = (request: ProcessingRequest): readonly WriteOperation[] => {
  if (request.purpose === 'training') return [];
  const retained = request.retain_until === undefined ? {} : { retain_until: request.retain_until };
  const values = {
    document: describe(request) satisfies AttributeValue,
    ...(request.unread_page_count === undefined ? {} : { unread_page_count: request.unread_page_count }),
    ...retained,
  };
  return [
    {
      put: {
        ...timeKeyOf(request),
        ...values,
        index_pk: confidencePartition(request),
        index_sk: `${confidenceOf(request)}#${request.processing_id}`,
      },
    },
    {
      put: {
        ...nameKeyOf(request),
        ...values,
        index_pk: pagesPartition(request),
        index_sk: `${pagesOf(request)}#${request.processing_id}`,
      },
    },
    ...writeReviewRow(request, retained),
  ];
};

/** The row of a document is in the review queue from its success to its verification. */
const writeReviewRow = (
  request: ProcessingRequest,
  retained: z.infer<typeof retainedSchema>,
): readonly WriteOperation[] => {
  const key = reviewKeyOf(request);
  if (request.state !== 'succeeded' || key === undefined) return [];
  if (request.verification !== undefined) return [{ delete: key }];
  const { retain_until: until } = retained;
  return [
    {
      put: { ...key, document_key: { ...timeKeyOf(request) }, ...(until === undefined ? {} : { retain_until: until }) },
    },
  ];
};

export const deleteDocumentRows = (request: ProcessingRequest): readonly WriteOperation[] => {
  const review = reviewKeyOf(request);
  return [
    { delete: timeKeyOf(request) },
    { delete: nameKeyOf(request) },
    ...(review === undefined ? [] : [{ delete: review }]),
  ];
};

/** The document of a row; undefined where its retention has ended. */
export const documentOf = (row: Item, now: Date): StoredDocument | undefined => {
  const { document, unread_page_count: unread = 0, ...retained } = rowSchema.parse(row);
  return hasEnded(retained, now) ? undefined : { ...document, unread_page_count: unread };
};

/** Key of the document's row by time, from its row in the review queue; undefined where its retention has ended. */
export const documentKeyOf = (reviewRow: Item, now: Date): Key | undefined => {
  const { document_key: key, ...retained } = reviewRowSchema.parse(reviewRow);
  return hasEnded(retained, now) ? undefined : key;
};

const hasEnded = ({ retain_until: until }: z.infer<typeof retainedSchema>, now: Date): boolean =>
  until !== undefined && until <= now.toISOString();

const pagesOf = ({ page_count: pages }: ProcessingRequest): string =>
  pages === undefined ? UNKNOWN_PAGES : String(pages).padStart(PAGE_DIGITS, '0');

const confidenceOf = ({ state, lowest_confidence: lowest }: ProcessingRequest): string => {
  if (state !== 'succeeded') return WITHOUT_RESULT;
  return lowest === undefined ? WITHOUT_GAP : confidenceKey(lowest);
};

const describe = (request: ProcessingRequest): DocumentInRow => ({
  processing_id: request.processing_id,
  workflow_id: request.workflow_id,
  file_name: request.file_name,
  state: request.state,
  failure_code: disclosedCode(request.failure),
  failure_detail: disclosed(request.failure)?.detail ?? null,
  created_at: request.created_at,
  finished_at: request.finished_at ?? null,
  page_count: request.page_count ?? null,
  sub_document_count: request.sub_document_count ?? null,
  lowest_confidence: request.lowest_confidence ?? null,
  verified: request.verification !== undefined,
  verified_by: request.verification?.verified_by ?? null,
  verified_at: request.verification?.verified_at ?? null,
  corrected: request.verification?.corrected ?? false,
});
