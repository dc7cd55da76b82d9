/**
 * Corrections as training documents, for workflows with the setting `learns_from_corrections`. The transaction that
 * writes a correction writes a row; the transaction that adds the training document deletes it: after a crash in between,
 * resumeUnfinished adds the document, once.
 */
import { z } from 'zod';
import {
  BlobNotFoundError,
  ConditionFailedError,
  ItemTooLargeError,
  ProcessingNotAccessibleError,
  WorkflowNotFoundError,
  WorkflowNotTrainableError,
} from '../errors.ts';
import type { Key, WriteOperation } from '../ports.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { readProcessingRequest, writeConditionally } from '../requests/processing-requests.ts';
import { blobsOf } from '../results/result-file.ts';
import type { Service } from '../service.ts';
import { indexItems } from '../storage/lists/index-items.ts';
import { readJsonBlob } from '../storage/json-blob.ts';
import { addFeedback } from './add-feedback.ts';

/** Index partition of all corrections that are not training documents yet, sorted by their time. */
const PENDING = 'PENDING_CORRECTIONS';

const correctionSchema = z.object({
  account_id: z.string(),
  processing_id: z.uuid(),
  correction_id: z.uuid(),
  verified_by: z.string(),
});
export type PendingCorrection = z.infer<typeof correctionSchema>;

/** Partition of an account's corrections: of those to learn from, and of those that are withdrawn. */
export const correctionsPartition = (accountId: string): string => `ACCOUNT#${accountId}#CORRECTIONS`;

const keyOf = ({
  account_id: account,
  correction_id: id,
}: Pick<PendingCorrection, 'account_id' | 'correction_id'>): Key => ({
  pk: correctionsPartition(account),
  sk: `CORRECTION#${id}`,
});

/** The correction to learn from, of a request that has just been verified; undefined where there is none. */
export const correctionOf = async (
  service: Pick<Service, 'table'>,
  before: ProcessingRequest,
  after: Pick<ProcessingRequest, 'correction_id' | 'verification'>,
): Promise<PendingCorrection | undefined> => {
  const { correction_id: id, verification } = after;
  if (id === undefined || id === before.correction_id || verification === undefined) return undefined;
  if (!(await learns(service, before))) return undefined;
  return {
    account_id: before.account_id,
    processing_id: before.processing_id,
    correction_id: id,
    verified_by: verification.verified_by,
  };
};

/** Whether the workflow of a request learns from corrections. It may have been deleted since. */
export const learns = async (service: Pick<Service, 'table'>, request: ProcessingRequest): Promise<boolean> => {
  try {
    return (await findWorkflow(service, request, request.workflow_id)).learns_from_corrections === true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};

export const putPendingCorrection = (correction: PendingCorrection, now: Date): WriteOperation => ({
  put: {
    ...keyOf(correction),
    ...correction,
    index_pk: PENDING,
    index_sk: `${now.toISOString()}#${correction.correction_id}`,
  },
});

/**
 * Forgets the correction that a verification replaces or takes back: whoever learns from it at the same time adds no
 * document.
 */
export const forgetCorrection = (
  { account_id, correction_id: id }: Pick<ProcessingRequest, 'account_id' | 'correction_id'>,
  after: Pick<ProcessingRequest, 'correction_id'>,
): readonly WriteOperation[] =>
  id === undefined || id === after.correction_id ? [] : [{ delete: keyOf({ account_id, correction_id: id }) }];

/**
 * Adds the training document of a correction. Does nothing where the correction was replaced or taken back, its result
 * or its workflow was deleted, or it has more than a training document keeps (400 KB as JSON).
 * @throws StorageFullError, TemporarilyUnavailableError: the next sweep tries again
 */
export const learnFromCorrection = async (service: Service, correction: PendingCorrection): Promise<void> => {
  const forget: WriteOperation = { delete: keyOf(correction), when: [{ item: 'present' }] };
  const request = await readProcessingRequest(service, correction);
  if (request?.correction_id !== correction.correction_id) {
    await writeConditionally(service, [forget]);
    return;
  }
  try {
    const { sub_documents: documents } = await readJsonBlob(
      service.blobs,
      blobsOf(request).documentSplitting,
      documentSplittingSchema,
    );
    await addFeedback(service, { name: correction.verified_by }, request, {
      expectedSubDocuments: documents,
      correctionId: correction.correction_id,
      alongside: forget,
    });
  } catch (error) {
    // Another process has added it.
    if (error instanceof ConditionFailedError) return;
    if (!FOR_GOOD.some((known) => error instanceof known)) throw error;
    await writeConditionally(service, [forget]);
  }
};

/** Errors with which a correction can never be learnt from. */
const FOR_GOOD = [
  ProcessingNotAccessibleError,
  BlobNotFoundError,
  WorkflowNotFoundError,
  WorkflowNotTrainableError,
  ItemTooLargeError,
];

/** Yields the corrections that a stopped process left, the oldest first. */
export async function* pendingCorrections(service: Pick<Service, 'table'>): AsyncGenerator<PendingCorrection> {
  for await (const item of indexItems(service, PENDING)) yield correctionSchema.parse(item);
}
