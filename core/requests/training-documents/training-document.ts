/**
 * The row of a training document. The document is read as a processing request of the same id whose purpose is training:
 * its blobs are those of that request, and the request's end is written to both rows in one transaction.
 */
import { z } from 'zod';
import type { ConditionClause, Key, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { processingBlobs } from '../processing-blobs.ts';
import { failureSchema } from '../processing-request.ts';
import type { ProcessingKey } from '../step-data.ts';
import { workflowPartition } from '../workflows/workflow-key.ts';
import type { WorkflowKey } from '../workflows/workflow-key.ts';
import { attributesOf } from '../../storage/attributes-of.ts';
import { queryItems } from '../../storage/lists/query-items.ts';
import { UNNAMED_COLLECTION } from './collection.ts';
import { addressedSubDocumentSchema } from './addressed-sub-documents.ts';

/** `already_split`: the file is one document. `merged`: the file holds several, which its annotation lists. */
export const uploadModeSchema = z.enum(['already_split', 'merged']);
export type UploadMode = z.infer<typeof uploadModeSchema>;

/**
 * `reading` → `annotated` (already split) | `awaiting_annotation` (merged) | `failed`; an annotation moves
 * `awaiting_annotation` and `annotated` to `annotated`. A training uses annotated documents only.
 */
export const trainingDocumentStatusSchema = z.enum(['reading', 'awaiting_annotation', 'annotated', 'failed']);
export type TrainingDocumentStatus = z.infer<typeof trainingDocumentStatusSchema>;

/** States from which a document may be annotated: its pages have been read. */
const READ = ['awaiting_annotation', 'annotated'] as const satisfies readonly TrainingDocumentStatus[];

export const trainingDocumentWarningSchema = z.enum(['several_documents']);

export const trainingDocumentSchema = z.object({
  document_id: z.uuid(),
  account_id: z.uuid(),
  workflow_id: z.uuid(),
  file_name: z.string(),
  upload_mode: uploadModeSchema,
  collection: z.string().default(UNNAMED_COLLECTION),
  /** Absent: the unnamed collection. */
  collection_id: z.uuid().optional(),
  status: trainingDocumentStatusSchema,
  /** The sender of the document, where known. */
  sender: z.string().min(1).optional(),
  /** Known once the document has been read. */
  page_count: z.int().min(1).optional(),
  /** Pages of the stream, crops counted, where they are more than `page_count`. */
  stream_length: z.int().min(1).optional(),
  /** The annotation of a merged file: each page once, in order. */
  sub_documents: z.array(addressedSubDocumentSchema).min(1).optional(),
  /** `several_documents`: the file was sent as one document, but the model is sure of a boundary in it. */
  warning: trainingDocumentWarningSchema.optional(),
  /** Why the document could not be read. */
  failure: failureSchema.optional(),
  /** Number of annotations so far. */
  revision: z.int().min(0).default(0),
  annotated_at: z.iso.datetime().optional(),
  annotated_by: z.string().optional(),
  /** The correction of a result that the annotation repeats; absent: a person annotated the document, or sent feedback. */
  correction_id: z.uuid().optional(),
  /** Of a document that came as feedback: the result it corrects, and what its sender wrote about the error. */
  feedback: z.object({ feedback_id: z.uuid(), processing_id: z.uuid(), description: z.string().optional() }).optional(),
  created_at: z.iso.datetime(),
});
export type TrainingDocument = z.infer<typeof trainingDocumentSchema>;

/** Key of the processing request by which a document is read. */
export const readingKey = ({
  account_id: account,
  document_id: id,
}: Pick<TrainingDocument, 'account_id' | 'document_id'>): ProcessingKey => ({ account_id: account, processing_id: id });

/** Identifies a training document. */
export type TrainingDocumentKey = WorkflowKey & Pick<TrainingDocument, 'document_id'>;

/** The sort keys of training documents in their workflow's partition begin with this. */
export const TRAINING_DOCUMENT_PREFIX = 'DOCUMENT#';

export const trainingDocumentRowKey = (key: TrainingDocumentKey): Key => ({
  pk: workflowPartition(key),
  sk: `${TRAINING_DOCUMENT_PREFIX}${key.document_id}`,
});

/** Prefix of a training document's page records: blobs of JSON lines whose keys sort in page order. */
export const trainingDocumentRecords = (key: Pick<TrainingDocumentKey, 'account_id' | 'document_id'>): string =>
  processingBlobs(key.account_id, key.document_id).records;

/** Writes a new row. The condition fails where the id exists. */
export const putTrainingDocument = (document: TrainingDocument): WriteOperation => ({
  put: { ...attributesOf(document), ...trainingDocumentRowKey(document) },
  when: [{ item: 'absent' }],
});

/** Ends the reading of a document. The condition fails where it was deleted, or its reading has ended. */
export const endReading = (
  key: TrainingDocumentKey,
  set: Pick<TrainingDocument, 'page_count' | 'stream_length' | 'warning' | 'failure'> & {
    readonly status: TrainingDocumentStatus;
  },
): WriteOperation => ({
  update: trainingDocumentRowKey(key),
  set: attributesOf(set),
  when: [{ attribute: 'status', in: ['reading'] }],
});

/** Annotates a document. The condition fails where it was deleted or has not been read, or has another revision. */
export const annotate = (
  document: TrainingDocument,
  set: Pick<TrainingDocument, 'sub_documents' | 'annotated_at' | 'annotated_by'>,
): WriteOperation => ({
  update: trainingDocumentRowKey(document),
  set: attributesOf({ ...set, status: 'annotated', upload_mode: 'merged', revision: document.revision + 1 }),
  remove: ['warning', 'correction_id'],
  when: unchanged(document),
});

const unchanged = ({ revision }: TrainingDocument): readonly ConditionClause[] => [
  { attribute: 'status', in: READ },
  { attribute: 'revision', in: [revision] },
];

/** Replaces what is said of a document that has been read. The condition fails where it was deleted or changed meanwhile. */
export const replaceAnnotation = (
  document: TrainingDocument,
  set: Pick<
    TrainingDocument,
    'sub_documents' | 'annotated_at' | 'annotated_by' | 'correction_id' | 'collection' | 'feedback'
  > & {
    readonly status: TrainingDocumentStatus;
    readonly collection_id?: string;
  },
  remove: readonly ('collection_id' | 'sub_documents' | 'annotated_at' | 'annotated_by' | 'correction_id')[],
): WriteOperation => ({
  update: trainingDocumentRowKey(document),
  set: attributesOf({ ...set, upload_mode: 'merged', revision: document.revision + 1 }),
  remove: ['warning', ...remove],
  when: unchanged(document),
});

/** Deletes the row. The condition fails where it was deleted before. */
export const deleteTrainingDocumentRow = (key: TrainingDocumentKey): WriteOperation => ({
  delete: trainingDocumentRowKey(key),
  when: [{ item: 'present' }],
});

/** Returns the row, or undefined where the workflow has no such document. */
export const readTrainingDocument = async (
  { table }: Pick<Service, 'table'>,
  key: TrainingDocumentKey,
): Promise<TrainingDocument | undefined> => {
  const item = await table.get(trainingDocumentRowKey(key));
  return item === undefined ? undefined : trainingDocumentSchema.parse(item);
};

/** Yields all training documents of a workflow, ordered by their ids. */
export async function* trainingDocumentsOf(
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
): AsyncGenerator<TrainingDocument> {
  const query = { pk: workflowPartition(workflow), skBeginsWith: TRAINING_DOCUMENT_PREFIX };
  for await (const item of queryItems(service, query)) yield trainingDocumentSchema.parse(item);
}
