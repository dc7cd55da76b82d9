/** Examples of the routes of workflows, their training documents and their usage, by operationId. */
import { GENERIC_WORKFLOW_ID, GENERIC_WORKFLOW_NAME } from '../../../core/requests/processing-request.ts';
import { EXAMPLE_ID } from '../routes/api-schemas.ts';

const UPLOAD_ID = '9f1c6f0a-64cb-4f0f-8c0d-5b3f8f1f7a10';
const DOCUMENT_ID = '5d0f7a43-7f0e-4a4b-9c35-8d6a1f3b2c10';
const CREATED_AT = '2026-11-02T09:30:00.000Z';
const SPECIFICATION = { cropping: false, script: 'latin', text_type: 'printed_and_handwritten' };
const subDocuments = [
  { name: 'Letter', pages: [1, 2] },
  { name: 'Invoice', pages: [3] },
];

const workflow = {
  workflow_id: EXAMPLE_ID,
  workflow_name: 'Incoming mail',
  description: 'Letters and invoices of the mail room',
  document_specification: SPECIFICATION,
  learns_from_corrections: true,
  thumbnail: `/workflows/${EXAMPLE_ID}/thumbnail`,
  created_at: CREATED_AT,
  training_state: 'trained',
  last_training_date: '2026-11-24T14:00:00.000Z',
  model_version: 'workflow-0123456789ab',
  preview: false,
  parent_workflow_id: null,
  migration_due_at: null,
  is_latest_architecture: true,
};
const generic = {
  ...workflow,
  workflow_id: GENERIC_WORKFLOW_ID,
  workflow_name: GENERIC_WORKFLOW_NAME,
  description: 'Splits documents of any kind. It belongs to every account and is not trained.',
  document_specification: null,
  learns_from_corrections: false,
  thumbnail: null,
  created_at: null,
  training_state: null,
  last_training_date: null,
  model_version: null,
};
const workflows = { items: [generic, workflow], next: null };

const documentPath = `/workflows/${EXAMPLE_ID}/training-documents/${DOCUMENT_ID}`;
const readDocument = {
  document_id: DOCUMENT_ID,
  workflow_id: EXAMPLE_ID,
  file_name: 'mail.pdf',
  upload_mode: 'merged',
  collection: 'letters',
  status: 'annotated',
  page_count: 3,
  sub_documents: subDocuments,
  warning: null,
  failure: null,
  processing_id: null,
  description: null,
  annotated_at: '2026-11-24T13:40:00.000Z',
  annotated_by: 'ann@example.com',
  created_at: '2026-11-24T13:30:00.000Z',
  page_images: [1, 2, 3].map((page) => `${documentPath}/page-images/${page}`),
  thumbnail: `${documentPath}/thumbnail`,
};
const addedDocument = {
  ...readDocument,
  status: 'reading',
  page_count: null,
  sub_documents: null,
  annotated_at: null,
  annotated_by: null,
  page_images: [],
  thumbnail: null,
};
const collection = {
  name: 'letters',
  document_count: 24,
  page_count: 63,
  annotated_count: 20,
  sub_document_count: 27,
  created_at: CREATED_AT,
};

const usage = {
  requests: 21,
  documents: 20,
  failures: 1,
  pages: 148,
  sub_documents: 52,
  credits: 1300,
  latency_ms: { p50: 2140, p95: 9800 },
  api_calls: [{ operation: 'processDocument', status: 201, count: 20 }],
  estimated_cost: { amount: 0.032642, currency: 'USD', prices_of: '2026-11-25' },
};

export const workflowRequests = {
  createWorkflow: {
    'application/json': {
      workflow_name: workflow.workflow_name,
      description: workflow.description,
      document_specification: SPECIFICATION,
      learns_from_corrections: true,
    },
    'multipart/form-data': {
      workflow_name: workflow.workflow_name,
      document_specification: '{"script":"latin"}',
      thumbnail: 'logo.png',
    },
  },
  addTrainingDocuments: {
    'multipart/form-data': { upload_mode: 'merged', collection: 'letters', file: ['mail.pdf'] },
    'application/json': { upload_mode: 'merged', collection: 'letters', upload_ids: [UPLOAD_ID] },
  },
  annotateTrainingDocument: { 'application/json': { sub_documents: subDocuments } },
  createCollection: { 'application/json': { name: 'letters' } },
};

export const workflowResponses = {
  createWorkflow: { ...workflow, training_state: 'untrained', last_training_date: null, model_version: null },
  listWorkflows: workflows,
  listProcessingWorkflows: workflows,
  getWorkflow: workflow,
  addTrainingDocuments: { items: [addedDocument] },
  listTrainingDocuments: { items: [readDocument], next: null },
  getTrainingDocument: readDocument,
  annotateTrainingDocument: readDocument,
  createCollection: { ...collection, document_count: 0, page_count: 0, annotated_count: 0, sub_document_count: 0 },
  listCollections: {
    items: [
      {
        name: 'unknown',
        document_count: 2,
        page_count: 5,
        annotated_count: 0,
        sub_document_count: 0,
        created_at: null,
      },
      collection,
    ],
    next: null,
  },
  getTrainingData: {
    files: 26,
    files_by_status: { reading: 0, awaiting_annotation: 6, annotated: 20, failed: 0 },
    pages: 68,
    documents: 31,
    used_documents: 31,
    more_documents: 9,
    advice: 'Add or annotate 9 documents more: 40 are a good start. A training is possible if 5 of them are different.',
    computed_from: {
      basis: 'general',
      model_version: null,
      documents: null,
      added_documents: null,
      target_error_rate: null,
    },
  },
  getUsage: {
    workflow_id: EXAMPLE_ID,
    interval: 'daily',
    time_zone: 'Europe/Berlin',
    start: '2026-11-24T00:00:00+01:00',
    end: '2026-11-25T00:00:00+01:00',
    items: [
      {
        start: '2026-11-24T00:00:00+01:00',
        end: '2026-11-25T00:00:00+01:00',
        ...usage,
      },
    ],
    total: usage,
  },
  getWorkflowSnippets: {
    workflow_id: EXAMPLE_ID,
    language: 'curl',
    items: [
      {
        task: 'process',
        file_name: 'process.sh',
        run: 'bash process.sh',
        code:
          `curl -H "Authorization: ApiKey $TEARLINE_API_KEY" -F file=@document.pdf ` +
          `https://tearline.example.com/processing/${EXAMPLE_ID}`,
      },
    ],
  },
};
