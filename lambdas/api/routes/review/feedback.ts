/** The route that sends a processed document to the training data. */
import { z } from 'zod';
import { wellFormedText } from '../../../../core/requests/request-sentences.ts';
import { collectionNameSchema } from '../../../../core/requests/training-documents/collection.ts';
import { requestedSubDocumentsSchema } from '../../../../core/splitting/check-sub-documents.ts';
import { idempotencyHeadersSchema, noQuerySchema, processingPathSchema } from '../api-schemas.ts';
import { created, jsonBodyProblems, problem, serviceProblems, stateProblems } from '../responses.ts';
import { row } from '../route-row.ts';

/** Characters of a description. */
const MAX_DESCRIPTION = 2000;

/** A member that is null counts as absent: generated clients send null for what their caller left out. */
const addFeedbackSchema = z
  .strictObject({
    description: wellFormedText()
      .trim()
      .max(MAX_DESCRIPTION)
      .nullable()
      .optional()
      .describe('What is wrong, shown to the annotator'),
    tag: collectionNameSchema.nullable().optional().describe('The collection of the document; absent: unknown'),
    expected_sub_documents: requestedSubDocumentsSchema
      .nullable()
      .optional()
      .describe('The right sub-documents. Absent: the document awaits its annotation'),
    expected_class: z
      .string()
      .max(MAX_DESCRIPTION)
      .nullable()
      .optional()
      .describe('Only for workflows that classify, which there are none of: refused with 400'),
    workflow_id: z
      .guid()
      .nullable()
      .optional()
      .describe('A workflow of your own to train. Absent: the workflow of the result'),
  })
  .meta({ id: 'AddFeedback' });

const feedbackSchema = z
  .strictObject({
    feedback_id: z.uuid(),
    training_document_id: z.uuid(),
    status: z.enum(['annotated', 'awaiting_annotation']),
    collection: z.string(),
  })
  .meta({ id: 'Feedback' });

export const addFeedback = row({
  method: 'POST',
  path: '/processing/feedback/{processing_id}',
  operationId: 'addFeedback',
  core: 'review/add-feedback.ts#addFeedback',
  makesWork: true,
  tag: 'Review',
  auth: 'api_key',
  role: 'member',
  summary: 'Add a processed document to the training data',
  description:
    'At once, from the pages that were read when it was processed. With `expected_sub_documents` it is annotated, ' +
    'without them it awaits its annotation. A second feedback on a result replaces the first; what it does not name ' +
    'stays. The generic workflow is not trained: its results need a `workflow_id`. Feedback on a result of a preview is ' +
    'added to the workflow that the preview will replace.',
  idempotent: true,
  request: {
    path: processingPathSchema,
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': addFeedbackSchema },
    bodyIsOptional: true,
  },
  responses: {
    ...created('The feedback', feedbackSchema),
    ...serviceProblems,
    ...stateProblems,
    ...jsonBodyProblems,
    400: problem('The request is malformed, or it names an expected_class: the workflow does not classify'),
    404: problem('No such workflow'),
  },
});
