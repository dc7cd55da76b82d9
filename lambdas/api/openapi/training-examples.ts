/** Examples of the routes of trainings, models and migrations, by operationId. */
import { EXAMPLE_ID } from '../routes/api-schemas.ts';

const TRAINING_ID = '01a1fd1e-8c00-78ca-8bf4-fdeeac1f6a41';
const PREVIEW_ID = '5d0f7a43-7f0e-4a4b-9c35-8d6a1f3b2c10';
const VERSION = 'workflow-0123456789ab';
const DIGEST = '0123456789ab'.padEnd(64, '0');

const training = {
  training_id: TRAINING_ID,
  workflow_id: EXAMPLE_ID,
  state: 'trained',
  progress: 1,
  step: null,
  remaining_seconds: null,
  metrics: {},
  collections: null,
  documents: { annotated: 44, used: 44 },
  created_at: '2026-11-24T14:00:00.000Z',
  started_at: '2026-11-24T14:00:01.000Z',
  finished_at: '2026-11-24T14:01:12.000Z',
  model_version: VERSION,
  error_rate_before: 0.081,
  error_rate_after: 0.022,
  decision: 'go_live',
  decision_reason: 'The new model makes fewer errors on the held-out documents.',
  failure: null,
};
const queued = {
  ...training,
  state: 'queued',
  progress: 0,
  step: 'queued',
  documents: null,
  started_at: null,
  finished_at: null,
  model_version: null,
  error_rate_before: null,
  error_rate_after: null,
  decision: null,
  decision_reason: null,
};

const model = {
  model_version: VERSION,
  digest: DIGEST,
  source: 'training',
  in_use: true,
  base_version: 'base-0123456789ab',
  before_version: 'base',
  training_id: TRAINING_ID,
  release: '0.1.0',
  documents: 44,
  error_rate_before: training.error_rate_before,
  error_rate_after: training.error_rate_after,
  decision: training.decision,
  decision_reason: training.decision_reason,
  created_at: training.finished_at,
};
const base = {
  ...model,
  model_version: 'base',
  digest: null,
  source: 'base',
  in_use: false,
  base_version: null,
  before_version: null,
  training_id: null,
  release: null,
  documents: null,
  error_rate_before: null,
  error_rate_after: null,
  decision: null,
  decision_reason: null,
  created_at: null,
};

const metricsBefore = {
  error_rate: 0.081,
  error_rate_interval: { low: 0.052, high: 0.117 },
  page_f1: 0.9,
  document_f1: 0.84,
  panoptic_quality: 0.87,
  exact_match_rate: 0.4,
  calibration_error: 0.021,
};
const metrics = {
  error_rate: 0.022,
  error_rate_interval: { low: 0.009, high: 0.041 },
  page_f1: 0.97,
  document_f1: 0.95,
  panoptic_quality: 0.96,
  exact_match_rate: 0.8,
  calibration_error: 0.014,
};
const heldOut = {
  documents: 44,
  pages: 131,
  senders: null,
  held_out_by: 'document',
  folds: 5,
  evaluated_gaps: 260,
  evaluated_streams: 10,
  repeated_documents: 0,
};
const thresholds = [
  {
    threshold: 0.9,
    correction_effort: 0.06,
    error_rate_among_reviewed: 0.24,
    error_rate_after_correction: 0.008,
    error_rate_after_correction_interval: { low: 0.001, high: 0.02 },
    support: 'supported',
  },
];

const migration = {
  workflow_id: EXAMPLE_ID,
  state: 'announced',
  base_version: 'base-ba9876543210',
  preview_workflow_id: PREVIEW_ID,
  before_version: VERSION,
  model_version: 'workflow-ba9876543210',
  error_rate_before: 0.022,
  error_rate_after: 0.015,
  reason: 'The new model makes fewer errors on the held-out documents.',
  announced_at: '2026-11-24T15:00:00.000Z',
  due_at: '2026-12-08T15:00:00.000Z',
  ended_at: null,
};

export const trainingRequests = {
  startTraining: { 'application/json': { collections: ['letters'] } },
  importModel: {
    'multipart/form-data': { file: `${VERSION}.tearline-model` },
    'application/json': { upload_id: '9f1c6f0a-64cb-4f0f-8c0d-5b3f8f1f7a10' },
  },
  decideMigration: { 'application/json': { decision: 'move_now' } },
};

export const trainingResponses = {
  startTraining: queued,
  listTrainings: { items: [training], next: null },
  getTraining: training,
  cancelTraining: { ...queued, state: 'cancelled', step: null, finished_at: '2026-11-24T14:00:30.000Z' },
  listModels: { items: [model, base], next: null },
  getModel: {
    ...model,
    evaluation: {
      trained_on: heldOut,
      metrics_before: metricsBefore,
      metrics,
      collections: [
        {
          collection: 'letters',
          documents: 44,
          gaps: 260,
          before: { error_rate: metricsBefore.error_rate, error_rate_interval: metricsBefore.error_rate_interval },
          after: { error_rate: metrics.error_rate, error_rate_interval: metrics.error_rate_interval },
        },
      ],
      calibration: [{ from: 0.9, to: 1, gaps: 84, stated: 0.97, splits: 0.98 }],
      threshold_table: thresholds,
      learning_curve: [{ documents: 0, error_rate: 0.081, interval: metricsBefore.error_rate_interval }],
      assessment: {
        confidence: 'high',
        detail: 'The error rate is known within two percentage points.',
        more_documents: 35,
        target_error_rate: 0.01,
        advice: 'About 35 more documents should help.',
      },
      wrong_documents: [],
    },
  },
  compareModels: {
    base: { model_version: 'base', ...metricsBefore },
    candidate: { model_version: VERSION, ...metrics },
    error_change: -0.059,
    error_change_interval: { low: -0.095, high: -0.028 },
    held_out: heldOut,
    evaluated_with: VERSION,
  },
  activateModel: model,
  importModel: { ...model, source: 'import', in_use: false, training_id: null, before_version: null },
  getReviewTable: { model_version: VERSION, measured_on: 'own_documents', documents: 44, gaps: 260, rows: thresholds },
  getMigration: migration,
  decideMigration: { ...migration, state: 'moved', ended_at: '2026-11-25T09:00:00.000Z' },
};
