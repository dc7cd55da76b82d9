/** A model of a workflow as the API shows it. */
import { z } from 'zod';
import { BASE_MODEL } from './models.ts';
import type { WorkflowModel } from './models.ts';
import { modelReportSchema } from './evaluation/model-report.ts';
import type { ModelReport } from './evaluation/model-report.ts';
import type { WorkflowRow } from '../workflow.ts';

const share = z.number().min(0).max(1);

const summaryShape = {
  model_version: z.string().describe('`base` is the base model, to which every workflow can return'),
  digest: z.string().nullable().describe('SHA-256 of the weights; null for the base model'),
  source: z.enum(['base', 'training', 'import', 'migration']),
  in_use: z.boolean().describe('Whether documents are split with it now'),
  base_version: z.string().nullable().describe('The base model that it was trained from'),
  before_version: z
    .string()
    .nullable()
    .describe('The model in use before, with which it was compared; null for the base model and an imported one'),
  training_id: z.uuid().nullable(),
  release: z.string().nullable().describe('The release that trained it'),
  documents: z.int().nullable().describe('Documents that it was trained on'),
  error_rate_before: share.nullable(),
  error_rate_after: share.nullable(),
  decision: z.enum(['go_live', 'keep_serving_model']).nullable(),
  decision_reason: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
};

export const modelSummarySchema = z.strictObject(summaryShape).meta({ id: 'ModelSummary' });
export type ModelSummary = z.infer<typeof modelSummarySchema>;

const { shape: reportShape } = modelReportSchema;

const assessmentSchema = z
  .strictObject({
    confidence: z.enum(['high', 'fair', 'not_enough_data']),
    detail: z.string(),
    more_documents: z.int().nullable().describe('About how many more documents reach the target; null: not known'),
    target_error_rate: share,
    advice: z.string(),
  })
  .meta({ id: 'ModelAssessment', description: 'How sure the model is, and whether more data is recommended' });

const wrongDocumentSchema = z
  .strictObject({
    document_id: z.string().describe('The training document'),
    sub_document: z.int().nullable().describe('From 0, in a merged file; null for a file of one document'),
    mistakes: reportShape.wrong_documents.element.shape.mistakes,
  })
  .meta({ id: 'WrongDocument' });

const evaluationSchema = z
  .strictObject({
    trained_on: reportShape.data,
    metrics_before: reportShape.before.describe('Of the model in use before, on the same held-out documents'),
    metrics: reportShape.after,
    collections: reportShape.collections,
    calibration: reportShape.calibration,
    threshold_table: reportShape.review,
    learning_curve: reportShape.learning_curve,
    assessment: assessmentSchema,
    wrong_documents: z.array(wrongDocumentSchema),
  })
  .meta({ id: 'ModelEvaluation' });

export const modelDetailSchema = z
  .strictObject({
    ...summaryShape,
    evaluation: evaluationSchema.nullable().describe('Null for the base model: its figures are in the model card'),
  })
  .meta({ id: 'Model' });
export type ModelDetail = z.infer<typeof modelDetailSchema>;

/** Whether the workflow splits with this version. */
const isInUse = (workflow: Pick<WorkflowRow, 'model_version'>, version: string): boolean =>
  (workflow.model_version ?? BASE_MODEL) === version;

export const summariseBaseModel = (workflow: Pick<WorkflowRow, 'model_version'>): ModelSummary => ({
  model_version: BASE_MODEL,
  digest: null,
  source: 'base',
  in_use: isInUse(workflow, BASE_MODEL),
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
});

export const summariseModel = (workflow: Pick<WorkflowRow, 'model_version'>, model: WorkflowModel): ModelSummary => ({
  model_version: model.model_version,
  digest: model.digest,
  source: model.source,
  in_use: isInUse(workflow, model.model_version),
  base_version: model.base_version,
  before_version: model.source === 'import' ? null : (model.before_version ?? BASE_MODEL),
  training_id: model.training_id,
  release: model.release,
  documents: model.documents,
  error_rate_before: model.error_rate_before,
  error_rate_after: model.error_rate_after,
  decision: model.gate.decision,
  decision_reason: model.gate.reason,
  created_at: model.created_at,
});

/** The container names documents by their files: `<document id>`, with `#2` for the second document of a merged file. */
const wrongDocumentOf = ({
  name,
  mistakes,
}: ModelReport['wrong_documents'][number]): z.infer<typeof wrongDocumentSchema> => {
  const [document = '', place] = name.split('#');
  return { document_id: document, sub_document: place === undefined ? null : Number(place) - 1, mistakes };
};

export const describeEvaluation = (report: ModelReport): NonNullable<ModelDetail['evaluation']> => ({
  trained_on: report.data,
  metrics_before: report.before,
  metrics: report.after,
  collections: report.collections,
  calibration: report.calibration,
  threshold_table: report.review,
  learning_curve: report.learning_curve,
  assessment: {
    confidence: report.verdict.confidence,
    detail: report.verdict.detail,
    more_documents: report.more_data.more_documents,
    target_error_rate: report.more_data.target_error_rate,
    advice: report.more_data.advice,
  },
  wrong_documents: report.wrong_documents.map(wrongDocumentOf),
});
