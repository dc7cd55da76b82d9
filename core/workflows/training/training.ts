/** One training of a workflow: its row, its states, and where its blobs lie. */
import { z } from 'zod';
import { failureSchema } from '../../requests/processing-request.ts';
import { workflowBlobs } from '../workflow.ts';
import type { WorkflowKey } from '../../requests/workflow-key.ts';

/** `queued` → `preparing` → `training` → `evaluating` → `deploying` → `trained` | `failed` | `cancelled`. */
const trainingStateSchema = z.enum([
  'queued',
  'preparing',
  'training',
  'evaluating',
  'deploying',
  'trained',
  'failed',
  'cancelled',
]);
export type TrainingState = z.infer<typeof trainingStateSchema>;

/** Whether the trained model goes live, and why. */
export const gateSchema = z.object({ decision: z.enum(['go_live', 'keep_serving_model']), reason: z.string() });
export type Gate = z.infer<typeof gateSchema>;

export const trainingSchema = z.object({
  training_id: z.uuid(),
  account_id: z.uuid(),
  workflow_id: z.uuid(),
  state: trainingStateSchema,
  /** Collections whose documents are learnt from; null: all. */
  collections: z.array(z.string()).nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().optional(),
  /** When the job was handed to the trainer. */
  job_started_at: z.iso.datetime().optional(),
  finished_at: z.iso.datetime().optional(),
  /** Known after EvaluateModel. */
  model_version: z.string().optional(),
  /** Share of the gaps decided wrongly on documents held out, 0 to 1: by the model in use before, and by this one. */
  error_rate_before: z.number().optional(),
  error_rate_after: z.number().optional(),
  /** Known after GateModel. */
  gate: gateSchema.optional(),
  failure: failureSchema.optional(),
  /** When its mail went out, so that it goes out once. */
  mailed_at: z.iso.datetime().optional(),
});
export type Training = z.infer<typeof trainingSchema>;

/** Names a training: what travels between the steps of train-workflow.asl.json. */
export const trainingKeySchema = z.object({ account_id: z.uuid(), workflow_id: z.uuid(), training_id: z.uuid() });
export type TrainingKey = z.infer<typeof trainingKeySchema>;

/** Only the key, whatever else came along. */
export const trainingKeyOf = ({ account_id, workflow_id, training_id }: TrainingKey): TrainingKey => ({
  account_id,
  workflow_id,
  training_id,
});

export const hasEnded = ({ state }: Pick<Training, 'state'>): boolean =>
  state === 'trained' || state === 'failed' || state === 'cancelled';

/** Blob keys of one training. `input` and `output` are what the trainer is given; each folder in `input` is a channel. */
export const trainingBlobs = (key: WorkflowKey & Pick<TrainingKey, 'training_id'>) => {
  const prefix = workflowBlobs(key).training(key.training_id);
  const input = `${prefix}input/`;
  const documents = `${input}training/`;
  const output = `${prefix}output/`;
  return {
    prefix,
    /** TrainingPlan as JSON: made once, so that a repeated step prepares the same. */
    plan: `${prefix}plan.json`,
    input,
    documents,
    recordsOf: (documentId: string) => `${documents}${documentId}.jsonl`,
    annotationOf: (documentId: string) => `${documents}${documentId}.json`,
    servingWeights: `${input}serving/weights.json`,
    output,
    weights: `${output}weights.json`,
    report: `${output}report.json`,
  };
};
