/** The training documents of a workflow. */
import { z } from 'zod';
import type { Item, WriteOperation } from '../ports.ts';
import { subDocumentSchema } from '../requests/processing-request.ts';
import type { Service } from '../service.ts';
import { workflowBlobs, workflowPartition } from './workflow.ts';
import type { WorkflowKey } from '../requests/workflow-key.ts';

/** The collection of documents that were added without one. */
export const UNNAMED_COLLECTION = 'unknown';

export const trainingDocumentSchema = z.object({
  document_id: z.uuid(),
  account_id: z.uuid(),
  workflow_id: z.uuid(),
  file_name: z.string(),
  /** `already_split`: the file is one document. `merged`: the file holds several, which `sub_documents` lists. */
  upload_mode: z.enum(['already_split', 'merged']),
  collection: z.string().default(UNNAMED_COLLECTION),
  /** A training uses annotated documents only. */
  status: z.enum(['annotated', 'awaiting_annotation']),
  /** The sender of the document, where known. */
  sender: z.string().min(1).optional(),
  page_count: z.int().min(1),
  /** The annotation of a merged file: each page once, in order. */
  sub_documents: z.array(subDocumentSchema).min(1).optional(),
  created_at: z.iso.datetime(),
});
export type TrainingDocument = z.infer<typeof trainingDocumentSchema>;

const SORT_KEY = 'DOCUMENT#';

/** Prefix of a training document's page records: blobs of JSON lines whose keys sort in page order. */
export const trainingDocumentRecords = (key: WorkflowKey & Pick<TrainingDocument, 'document_id'>): string =>
  `${workflowBlobs(key).prefix}documents/${key.document_id}/records/`;

/**
 * Writes a new row. The condition fails where the id exists.
 * @awaitsRoute
 */
export const putTrainingDocument = (document: TrainingDocument): WriteOperation => ({
  // An item has no undefined attributes: JSON leaves them out.
  put: {
    ...(JSON.parse(JSON.stringify(document)) as Omit<Item, 'pk' | 'sk'>),
    pk: workflowPartition(document),
    sk: `${SORT_KEY}${document.document_id}`,
  },
  when: [{ item: 'absent' }],
});

/**
 * Returns the workflow's annotated documents, ordered by their ids.
 * @param collections  the collections to read; null: all
 */
export const annotatedDocuments = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
  collections: readonly string[] | null,
): Promise<TrainingDocument[]> => {
  const documents: TrainingDocument[] = [];
  let after: string | undefined;
  do {
    const page = await service.table.query({
      pk: workflowPartition(workflow),
      skBeginsWith: SORT_KEY,
      limit: 1000,
      ...(after === undefined ? {} : { after }),
    });
    documents.push(...page.items.map((item) => trainingDocumentSchema.parse(item)));
    after = page.next;
  } while (after !== undefined);
  return documents.filter(
    ({ status, collection }) => status === 'annotated' && (collections === null || collections.includes(collection)),
  );
};
