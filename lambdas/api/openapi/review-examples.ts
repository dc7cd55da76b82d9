/** Examples of the routes that review results, by operationId. */
import { EXAMPLE_ID } from '../routes/api-schemas.ts';

const OTHER_ID = '9f1c6f0a-64cb-4f0f-8c0d-5b3f8f1f7a10';
const TOKEN = 'tls_prod_9f1c6f0a…';
const subDocuments = [{ name: 'Invoice 4711', pages: [1, 2] }, { pages: [3] }];
const verification = {
  verified: true,
  verified_at: '2026-11-24T13:20:00.000Z',
  verified_by: 'ann@example.com',
  corrected: true,
  comment: 'page 2 belongs to it',
  model_version: 'base-0123456789ab',
};
const shareToken = {
  token_id: OTHER_ID,
  processing_id: EXAMPLE_ID,
  file_name: 'inbox.pdf',
  rights: ['read', 'verify'],
  threshold: 0.9,
  expires_at: '2026-12-24T00:00:00.000Z',
  created_at: '2026-11-24T13:00:00.000Z',
  created_by: 'Scanner in the mail room',
};
const report = {
  processing_id: EXAMPLE_ID,
  description: 'The invoice number is that of the order.',
  incorrect_fields: [{ field: 'sub_documents.0.identifiers.0.value', correct_value: '2291' }],
};

export const reviewRequests = {
  addFeedback: {
    'application/json': {
      description: 'page 2 begins a letter',
      tag: 'corrected',
      expected_sub_documents: [{ pages: [1] }, { pages: [2, 3] }],
    },
  },
  verifySplitting: { 'application/json': { sub_documents: subDocuments, comment: verification.comment } },
  createShareToken: {
    'application/json': { processing_id: EXAMPLE_ID, threshold: 0.9, expires_at: shareToken.expires_at },
  },
  createErrorReport: { 'application/json': report },
};

export const reviewResponses = {
  addFeedback: {
    feedback_id: OTHER_ID,
    training_document_id: EXAMPLE_ID,
    status: 'annotated',
    collection: 'corrected',
  },
  getVerification: verification,
  verifySplitting: verification,
  createShareToken: {
    token_id: OTHER_ID,
    url: `/verify/${EXAMPLE_ID}?threshold=0.9#${TOKEN}`,
    token: TOKEN,
  },
  listShareTokens: { items: [shareToken], next: null },
  getShareToken: shareToken,
  createErrorReport: { error_report_id: OTHER_ID },
  listErrorReports: {
    items: [
      {
        error_report_id: OTHER_ID,
        processing_result: 'extractions',
        ...report,
        created_at: '2026-11-24T13:20:00.000Z',
        created_by: 'Scanner in the mail room',
      },
    ],
    next: null,
  },
};
