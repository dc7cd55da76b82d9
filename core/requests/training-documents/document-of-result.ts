/** The row by which the training document of a result is found: a workflow has at most one of each result. */
import { z } from 'zod';
import type { Key, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { workflowPartition } from '../workflows/workflow-key.ts';
import type { WorkflowKey } from '../workflows/workflow-key.ts';
import { readTrainingDocument } from './training-document.ts';
import type { TrainingDocument, TrainingDocumentKey } from './training-document.ts';

const rowSchema = z.object({ document_id: z.uuid() });

const keyOf = (workflow: WorkflowKey, processingId: string): Key => ({
  pk: workflowPartition(workflow),
  sk: `RESULT#${processingId}`,
});

export interface DocumentOfResult {
  /** What the row names, also where that document has been deleted; undefined: there is no row. */
  readonly documentId: string | undefined;
  /** Undefined where the workflow has no training document of the result. */
  readonly document: TrainingDocument | undefined;
}

export const findDocumentOfResult = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
  processingId: string,
): Promise<DocumentOfResult> => {
  const row = await service.table.get(keyOf(workflow, processingId));
  if (row === undefined) return { documentId: undefined, document: undefined };
  const { document_id: id } = rowSchema.parse(row);
  const { account_id, workflow_id } = workflow;
  return {
    documentId: id,
    document: await readTrainingDocument(service, { account_id, workflow_id, document_id: id }),
  };
};

/** @param before  what the row named when it was read. The condition fails where it names another document since */
export const putDocumentOfResult = (
  document: TrainingDocumentKey,
  processingId: string,
  before: string | undefined,
): WriteOperation => ({
  put: { ...keyOf(document, processingId), document_id: document.document_id },
  when: [before === undefined ? { item: 'absent' } : { attribute: 'document_id', in: [before] }],
});

/** Part of the transaction that deletes the document: as long as it exists, the row names no other one. */
export const deleteDocumentOfResult = ({ feedback, ...document }: TrainingDocument): readonly WriteOperation[] =>
  feedback === undefined ? [] : [{ delete: keyOf(document, feedback.processing_id) }];
