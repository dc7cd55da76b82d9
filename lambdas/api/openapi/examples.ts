/** Examples of requests and of their successful responses, by operationId: posting a file, and fetching its results. */
import { RELEASE } from '../../../core/release.ts';
import {
  AVAILABLE_RESULTS,
  GENERIC_WORKFLOW_ID,
  GENERIC_WORKFLOW_NAME,
} from '../../../core/requests/processing-request.ts';
import { accountRequests, accountResponses } from './account-examples.ts';
import { EXAMPLE_ID } from '../routes/api-schemas.ts';
import { reviewRequests, reviewResponses } from './review-examples.ts';
import { trainingRequests, trainingResponses } from './training-examples.ts';
import { workflowRequests, workflowResponses } from './workflow-examples.ts';

const UPLOAD_ID = '9f1c6f0a-64cb-4f0f-8c0d-5b3f8f1f7a10';

/** By operationId and media type. */
export const requestExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createWebhook: {
    'application/json': { url: 'https://hooks.example.com/tearline', events: ['processing.succeeded'] },
  },
  rotateWebhookSecret: { 'application/json': { grace_hours: 24 } },
  processDocument: {
    'multipart/form-data': { file: 'inbox.pdf', parameters: '{"languages":["de"]}' },
    'application/json': { upload_id: UPLOAD_ID, parameters: { languages: ['de'] } },
  },
  ...accountRequests,
  ...reviewRequests,
  ...workflowRequests,
  ...trainingRequests,
  createUpload: {
    'application/json': { file_name: 'inbox.pdf', content_type: 'application/pdf', size: 48_213_004 },
  },
};

const splitting = {
  schema_version: 1,
  sub_documents: [
    { name: 'Invoice 2291', pages: [1, 2] },
    { name: 'Delivery note', pages: [3] },
  ],
  split_point_confidences: [0.98, 0.91],
  decisions: [
    { after_page: 1, split: false, confidence: 0.98, decided_by: 'model' },
    { after_page: 2, split: true, confidence: 0.91, decided_by: 'model' },
  ],
};

/** Page 2 of the upload has two receipts, and the workflow crops. */
const croppedSplitting = {
  schema_version: 1,
  sub_documents: [
    { name: 'Letter', pages: [1], crops: [1] },
    { name: 'Bakery', pages: [2], crops: [1] },
    { name: 'Petrol station', pages: [2], crops: [2] },
  ],
  split_point_confidences: [0.99, 0.93],
  decisions: [
    { after_page: 1, after_crop: 1, crop: 1, split: true, confidence: 0.99, decided_by: 'model' },
    { after_page: 2, after_crop: 1, crop: 1, split: true, confidence: 0.93, decided_by: 'model' },
  ],
};

const extractions = {
  schema_version: 1,
  sub_documents: [
    {
      index: 0,
      title: 'Invoice 2291',
      document_date: '2026-11-02',
      page_numbering: [{ page: 1, number: 1, of: 2 }],
      identifiers: [{ type: 'invoice_number', value: '2291', page: 1, bbox: { x1: 430, y1: 210, x2: 520, y2: 262 } }],
    },
  ],
};

const pathOf = (path: string): string => `/processing/results/${EXAMPLE_ID}/${path}`;

const ocr = {
  pages: [
    {
      width: 1819,
      height: 2573,
      bboxes: [
        { id: 0, x1: 180, y1: 210, x2: 420, y2: 262, text: 'Invoice', text_entropy: 0.04, kind: 'printed' },
        { id: 1, x1: 180, y1: 300, x2: 510, y2: 371, text: '', text_entropy: 0, kind: 'handwritten' },
      ],
      fulltext: 'Invoice',
      unread_ink: 0.21,
      unread_handwriting: 1,
    },
  ],
};

const wholeResult = {
  processing_id: EXAMPLE_ID,
  workflow_id: GENERIC_WORKFLOW_ID,
  workflow_name: GENERIC_WORKFLOW_NAME,
  available_results: AVAILABLE_RESULTS,
  model: { version: 'base-0123456789ab', digest: '0123456789ab'.padEnd(64, '0') },
  release: RELEASE,
  document_splitting: splitting,
  page_images: [1, 2, 3].map((page) => pathOf(`page-images/${page}`)),
  thumbnail: pathOf('thumbnail'),
  split_pdfs: [0, 1].map((index) => pathOf(`split-pdfs/${index}`)),
};

const listedDocument = {
  processing_id: EXAMPLE_ID,
  workflow_id: GENERIC_WORKFLOW_ID,
  file_name: 'inbox.pdf',
  state: 'succeeded',
  failure_code: null,
  failure_detail: null,
  created_at: '2026-11-24T13:00:00.000Z',
  finished_at: '2026-11-24T13:00:04.120Z',
  page_count: 3,
  sub_document_count: 2,
  lowest_confidence: 0.91,
  unread_page_count: 0,
  verified: false,
  verified_by: null,
  verified_at: null,
  corrected: false,
  thumbnail: pathOf('thumbnail'),
};

const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwzQkWnM5xVbU=';
const webhook = {
  webhook_id: EXAMPLE_ID,
  url: 'https://hooks.example.com/tearline',
  description: null,
  events: ['processing.succeeded'],
  created_at: '2026-11-24T13:00:00.000Z',
  disabled_at: null,
};

const delivery = {
  delivery_id: EXAMPLE_ID,
  webhook_id: EXAMPLE_ID,
  message_id: `msg_${EXAMPLE_ID}`,
  event_type: 'processing.succeeded',
  event_id: EXAMPLE_ID,
  event_time: '2026-11-24T13:00:04.120Z',
  state: 'delivered',
  attempts: [{ at: '2026-11-24T13:00:05.000Z', duration_ms: 84, status: 204, failure: null }],
  next_attempt_at: null,
};
const progress = {
  processing_id: EXAMPLE_ID,
  workflow_id: GENERIC_WORKFLOW_ID,
  file_name: 'inbox.pdf',
  state: 'processing',
  step: 'read_pages',
  pages_done: 12,
  pages: 40,
  failure_code: null,
};

/** By operationId. */
export const responseExamples: Readonly<Record<string, unknown>> = {
  createWebhook: { ...webhook, secret: WEBHOOK_SECRET },
  rotateWebhookSecret: {
    ...webhook,
    secret: WEBHOOK_SECRET,
    previous_secret_valid_until: '2026-11-25T13:00:00.000Z',
  },
  processDocument: wholeResult,
  createUpload: {
    upload_id: UPLOAD_ID,
    url: 'https://storage.example.com/accounts/7/uploads/9f1c6f0a?signature=…',
    method: 'PUT',
    headers: { 'Content-Type': 'application/pdf' },
    expires_at: '2026-11-24T13:00:00.000Z',
  },
  listDocuments: { items: [listedDocument], next: null },
  getReviewQueue: { document_count: 12, next: listedDocument },
  getProgress: progress,
  cancelProcessing: { ...progress, state: 'failed', failure_code: 'cancelled' },
  getHocr:
    '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><div class="ocr_page">…</div></body></html>',
  listWebhooks: { items: [webhook], next: null },
  listDeliveries: { items: [delivery], next: null },
  testWebhook: { ...delivery, event_type: 'webhook.test' },
  replayDelivery: delivery,
  getWorkflowOpenApi: { openapi: '3.1.0' },
  getOpenApi: { openapi: '3.1.0' },
  ...reviewResponses,
  ...workflowResponses,
  ...trainingResponses,
  getProcessingResult: wholeResult,
  getOcr: ocr,
  getExtractions: extractions,
  getTrainingOcr: ocr,
  getTrainingSplitting: splitting,
  getTrainingExtractions: extractions,
  ...accountResponses,
  listPageImages: wholeResult.page_images,
  getDocumentSplitting: croppedSplitting,
  listSplitPdfs: wholeResult.split_pdfs,
  listSubPdfs: [0, 1].map((index) => pathOf(`sub-pdfs/${index}`)),
  getHealth: { status: 'ok' },
};
