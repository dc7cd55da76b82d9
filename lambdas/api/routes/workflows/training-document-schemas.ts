/** Schemas of training documents: paths, queries, bodies and answers. */
import { z } from 'zod';
import { collectionNameSchema } from '../../../../core/requests/training-documents/collection.ts';
import {
  trainingDocumentStatusSchema,
  trainingDocumentWarningSchema,
  uploadModeSchema,
} from '../../../../core/requests/training-documents/training-document.ts';
import {
  requestedSubDocumentSchema,
  requestedSubDocumentsSchema,
} from '../../../../core/splitting/check-sub-documents.ts';
import {
  DOCUMENT_FORMATS,
  fileNamePartSchema,
  pagePathSchema,
  pageQuerySchema,
  uploadedFileSchema,
} from '../api-schemas.ts';
import { WORKFLOW_PATH, workflowIdPathSchema } from './workflow-schemas.ts';

export const TRAINING_DOCUMENTS_PATH = `${WORKFLOW_PATH}/training-documents`;
export const TRAINING_DOCUMENT_PATH = `${TRAINING_DOCUMENTS_PATH}/{document_id}`;

export const trainingDocumentPathSchema = workflowIdPathSchema.extend({
  document_id: z.guid().meta({ description: 'The training document', param: { id: 'DocumentId' } }),
});

/** Files of one request at most. */
const MAX_FILES = 25;

export const trainingPagePathSchema = trainingDocumentPathSchema.extend({ page_num: pagePathSchema.shape.page_num });

const fields = {
  upload_mode: uploadModeSchema.describe('already_split: each file is one document; merged: a file holds several'),
  collection: collectionNameSchema.optional().describe('Made where it does not exist; absent: the collection unknown'),
};

export const addTrainingFilesSchema = z
  .strictObject({
    file: z
      .array(uploadedFileSchema(DOCUMENT_FORMATS))
      .min(1)
      .max(MAX_FILES)
      .describe(`1 to ${MAX_FILES} parts of this name`),
    ...fields,
  })
  .meta({ id: 'AddTrainingFiles' });

export const addTrainingUploadsSchema = z
  .strictObject({
    upload_ids: z
      .array(z.guid())
      .min(1)
      .max(MAX_FILES)
      .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, 'must name each upload once')
      .describe('From POST /uploads, after the files were sent'),
    ...fields,
  })
  .meta({ id: 'AddTrainingUploads' });

const annotatedSubDocumentSchema = requestedSubDocumentSchema
  .extend({ name: z.string() })
  .meta({ id: 'AnnotatedSubDocument' });

export const annotationSchema = z
  .strictObject({ sub_documents: requestedSubDocumentsSchema })
  .meta({ id: 'Annotation' });

const failureViewSchema = z
  .strictObject({ code: z.string(), detail: z.string().describe('A sentence that says what to do') })
  .meta({ id: 'ReadingFailure' });

export const trainingDocumentViewSchema = z
  .strictObject({
    document_id: z.uuid(),
    workflow_id: z.uuid(),
    file_name: z.string(),
    upload_mode: uploadModeSchema,
    collection: z.string(),
    status: trainingDocumentStatusSchema.describe(
      'reading → annotated | awaiting_annotation | failed. Trainings use annotated documents',
    ),
    page_count: z.int().min(1).nullable().describe('Null until the document has been read'),
    sub_documents: z.array(annotatedSubDocumentSchema).nullable().describe('The annotation of a merged file'),
    warning: trainingDocumentWarningSchema
      .nullable()
      .describe('several_documents: sent as one document, but the model is sure of a boundary in it'),
    failure: failureViewSchema.nullable(),
    processing_id: z.uuid().nullable().describe('The result whose feedback this document is'),
    description: z.string().nullable().describe('What the sender of the feedback wrote'),
    annotated_at: z.iso.datetime().nullable(),
    annotated_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    page_images: z.array(z.string()).describe('Paths, in page order; empty until the document has been read'),
    thumbnail: z.string().nullable().describe('Path of a small image of the first page'),
  })
  .meta({ id: 'TrainingDocument' });

export const addedTrainingDocumentsSchema = z
  .strictObject({ items: z.array(trainingDocumentViewSchema).describe('In the order of the files') })
  .meta({ id: 'AddedTrainingDocuments' });

export const trainingDocumentsQuerySchema = pageQuerySchema.extend({
  collection: collectionNameSchema.optional().describe('Only documents of this collection'),
  status: trainingDocumentStatusSchema.optional().describe('Only documents of this status'),
  name: fileNamePartSchema,
});
