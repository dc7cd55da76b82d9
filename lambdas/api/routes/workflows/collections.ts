/** The routes of collections, and of the training data as a whole. */
import { z } from 'zod';
import { collectionNameSchema } from '../../../../core/requests/training-documents/collection.ts';
import { trainingDataSchema } from '../../../../core/workflows/documents/training-data.ts';
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  created,
  done,
  found,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  problem,
  workflowProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import { WORKFLOW_PATH, workflowIdPathSchema } from './workflow-schemas.ts';

const PATH = `${WORKFLOW_PATH}/collections`;

const collectionViewSchema = z
  .strictObject({
    name: z.string(),
    document_count: z.int().min(0),
    page_count: z.int().min(0).describe('Pages of the documents that have been read'),
    annotated_count: z.int().min(0),
    sub_document_count: z.int().min(0).describe('Documents in the annotated files: those that a training can use'),
    created_at: z.iso.datetime().nullable().describe('Null for the collection unknown, which every workflow has'),
  })
  .meta({ id: 'Collection' });

const createCollectionSchema = z.strictObject({ name: collectionNameSchema }).meta({ id: 'CreateCollection' });

export const listCollections = row({
  method: 'GET',
  path: PATH,
  operationId: 'listCollections',
  core: 'workflows/documents/collections.ts#listCollections',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The collections of a workflow with their counts',
  description: 'First `unknown`, which holds the documents that were added without a collection, then by name.',
  request: { path: workflowIdPathSchema, query: pageQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The collections', 'application/json', pageSchema('CollectionPage', collectionViewSchema)),
    ...workflowProblems,
  },
});

export const createCollection = row({
  method: 'POST',
  path: PATH,
  operationId: 'createCollection',
  core: 'workflows/documents/collections.ts#createCollection',
  tag: 'Training data',
  auth: 'api_key',
  role: 'member',
  summary: 'Create an empty collection',
  description: 'Documents may also be added to a collection that does not exist yet.',
  idempotent: true,
  request: {
    path: workflowIdPathSchema,
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': createCollectionSchema },
  },
  responses: {
    ...created('The collection', collectionViewSchema),
    ...workflowProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
    409: problem('There is such a collection, or the first request with this Idempotency-Key is still being answered', [
      'Retry-After?',
    ]),
  },
});

export const deleteCollection = row({
  method: 'DELETE',
  path: `${PATH}/{collection_name}`,
  operationId: 'deleteCollection',
  core: 'workflows/deletion/delete-workflow.ts#deleteCollection',
  tag: 'Training data',
  auth: 'api_key',
  role: 'member',
  summary: 'Delete a collection with its documents',
  description: 'Of `unknown`, the documents are deleted.',
  request: {
    path: workflowIdPathSchema.extend({
      collection_name: collectionNameSchema.meta({ description: 'The collection', param: { id: 'CollectionName' } }),
    }),
    query: noQuerySchema,
  },
  responses: { ...done('Deleted'), ...workflowProblems },
});

export const getTrainingData = row({
  method: 'GET',
  path: `${WORKFLOW_PATH}/training-data`,
  operationId: 'getTrainingData',
  core: 'workflows/documents/training-data.ts#describeTrainingData',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'How much training data there is, and how much more makes a good model',
  description:
    'After a training, the number and the advice come from its learning curve; before, from the benchmark of other ' +
    'sources. `computed_from` says which. Of a preview, the data is that of the workflow that it will replace.',
  request: { path: workflowIdPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('Counts and advice', 'application/json', trainingDataSchema), ...workflowProblems },
});
