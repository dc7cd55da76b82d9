/** Workflows with annotated training documents. */
import type { PageRecord } from '../../core/documents/page-record.ts';
import { documentSpecificationSchema } from '../../core/requests/workflows/document-specification.ts';
import type { Service } from '../../core/service.ts';
import {
  putTrainingDocument,
  trainingDocumentRecords,
  trainingDocumentSchema,
} from '../../core/requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../core/requests/training-documents/training-document.ts';
import { putWorkflow } from '../../core/workflows/workflow.ts';
import type { WorkflowRow } from '../../core/workflows/workflow.ts';

type Stores = Pick<Service, 'table' | 'blobs' | 'ids' | 'clock'>;

export async function addWorkflow(
  service: Stores,
  accountId: string,
  workflowName = 'Incoming mail',
): Promise<WorkflowRow> {
  const workflow: WorkflowRow = {
    workflow_id: service.ids.uuid(),
    account_id: accountId,
    workflow_name: workflowName,
    created_at: service.clock.now().toISOString(),
    document_specification: documentSpecificationSchema.parse({}),
    training_state: 'untrained',
  };
  await service.table.write([putWorkflow(workflow)]);
  return workflow;
}

/** Adds a training document with its page records, two per blob. */
export async function addTrainingDocument(
  service: Stores,
  workflow: WorkflowRow,
  pages: readonly PageRecord[],
  more: Partial<TrainingDocument> = {},
): Promise<TrainingDocument> {
  const document = trainingDocumentSchema.parse({
    document_id: service.ids.uuid(),
    account_id: workflow.account_id,
    workflow_id: workflow.workflow_id,
    file_name: 'document.pdf',
    upload_mode: 'already_split',
    status: 'annotated',
    page_count: pages.length,
    created_at: service.clock.now().toISOString(),
    ...more,
  });
  for (let from = 0; from < pages.length; from += 2) {
    const lines = pages
      .slice(from, from + 2)
      .map((page) => JSON.stringify(page))
      .join('\n');
    await service.blobs.put(
      `${trainingDocumentRecords(document)}${String(from + 1).padStart(6, '0')}.jsonl`,
      lines,
      'application/jsonl',
    );
  }
  await service.table.write([putTrainingDocument(document)]);
  return document;
}
