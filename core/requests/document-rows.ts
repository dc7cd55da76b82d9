/**
 * The rows by which an account's processed documents are listed: one for each processing request, written in the
 * transactions that change the request. Its key is by workflow and time, its index key by workflow and confidence.
 */
import { z } from 'zod';
import type { AttributeValue, Item, Key, WriteOperation } from '../ports.ts';
import { processingStateSchema } from './processing-request.ts';
import type { ProcessingRequest } from './processing-request.ts';
import type { WorkflowKey } from './workflows/workflow-key.ts';

export const listedDocumentSchema = z
  .strictObject({
    processing_id: z.uuid(),
    workflow_id: z.uuid(),
    file_name: z.string(),
    state: processingStateSchema,
    failure_code: z.string().nullable().describe('Of a failed one, such as `cancelled`'),
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
    verified: z.boolean(),
    verified_by: z.string().nullable(),
    verified_at: z.iso.datetime().nullable(),
    corrected: z.boolean(),
  })
  .meta({ id: 'ProcessedDocument' });
export type ListedDocument = z.infer<typeof listedDocumentSchema>;

const rowSchema = z.object({ document: listedDocumentSchema, retain_until: z.iso.datetime().optional() });

/** Partition of all documents of an account. */
export const documentsPartition = (accountId: string): string => `ACCOUNT#${accountId}#DOCUMENTS`;
/** Prefix of the sort keys of a workflow's documents, which sort by their time. */
export const documentsOfWorkflow = (workflowId: string): string => `${workflowId}#`;
/** Index partition of a workflow's documents, which sort by their lowest confidence. */
export const confidencePartition = ({ account_id: account, workflow_id: workflow }: WorkflowKey): string =>
  `ACCOUNT#${account}#CONFIDENCES#${workflow}`;

/** Decimals of a confidence. */
const DECIMALS = 6;
/** Begins the sort keys of documents without a gap, and of those without a result: after all confidences. */
const WITHOUT_GAP = '2';
const WITHOUT_RESULT = '3';

/** A sort key before those of all documents with this confidence, and after those of all with a lower one. */
export const confidenceKey = (confidence: number): string => confidence.toFixed(DECIMALS);

const keyOf = (request: ProcessingRequest): Key => ({
  pk: documentsPartition(request.account_id),
  sk: `${documentsOfWorkflow(request.workflow_id)}${request.created_at}#${request.processing_id}`,
});

/** Writes the row, whether it exists or not. Training documents are listed elsewhere. */
export const putDocumentRow = (request: ProcessingRequest): readonly WriteOperation[] =>
  request.purpose === 'training'
    ? []
    : [
        {
          put: {
            ...keyOf(request),
            document: describe(request) satisfies AttributeValue,
            ...(request.retain_until === undefined ? {} : { retain_until: request.retain_until }),
            index_pk: confidencePartition(request),
            index_sk: `${confidenceOf(request)}#${request.processing_id}`,
          },
        },
      ];

export const deleteDocumentRow = (request: ProcessingRequest): WriteOperation => ({ delete: keyOf(request) });

/** The document of a row; undefined where its retention has ended. */
export const documentOf = (row: Item, now: Date): ListedDocument | undefined => {
  const { document, retain_until: until } = rowSchema.parse(row);
  return until !== undefined && until <= now.toISOString() ? undefined : document;
};

const confidenceOf = ({ state, lowest_confidence: lowest }: ProcessingRequest): string => {
  if (state !== 'succeeded') return WITHOUT_RESULT;
  return lowest === undefined ? WITHOUT_GAP : confidenceKey(lowest);
};

const describe = (request: ProcessingRequest): ListedDocument => ({
  processing_id: request.processing_id,
  workflow_id: request.workflow_id,
  file_name: request.file_name,
  state: request.state,
  failure_code: request.failure?.code ?? null,
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
