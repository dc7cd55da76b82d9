/** One training of a workflow: its row, its states and its blob keys. */
import { z } from 'zod';
import { failureSchema } from '../../requests/processing-request.ts';
import { workflowBlobs, workflowTrainingStateSchema } from '../workflow.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';

/** `queued` → `preparing` → `training` → `evaluating` → `deploying` → `trained` | `failed` | `cancelled`. */
export const trainingStateSchema = workflowTrainingStateSchema.exclude(['untrained']);
export type TrainingState = z.infer<typeof trainingStateSchema>;

/** The decision whether the trained model goes live, and its reason. */
export const gateSchema = z.object({ decision: z.enum(['go_live', 'keep_serving_model']), reason: z.string() });
export type Gate = z.infer<typeof gateSchema>;

export const trainingSchema = z.object({
  training_id: z.uuid(),
  account_id: z.uuid(),
  workflow_id: z.uuid(),
  state: trainingStateSchema,
  /** Collections whose documents the training uses; null: all. */
  collections: z.array(z.string()).nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().optional(),
  /** Time at which the job was started, or resumed after a restart. */
  job_started_at: z.iso.datetime().optional(),
  finished_at: z.iso.datetime().optional(),
  /** Annotated documents when the training began, and those that it uses: without repeated ones after EvaluateModel. */
  documents: z.object({ annotated: z.int(), used: z.int() }).optional(),
  /** Files that PrepareTraining has copied, of those that it will copy. */
  preparation: z.object({ prepared: z.int(), documents: z.int() }).optional(),
  /** The latest value of each metric that the job has logged, and when it was read. */
  job_report: z.object({ at: z.iso.datetime(), metrics: z.record(z.string(), z.number()) }).optional(),
  /** Known after EvaluateModel. */
  model_version: z.string().optional(),
  /** Error rate on the held-out documents, 0 to 1: of the model that was in use before, and of the new model. */
  error_rate_before: z.number().optional(),
  error_rate_after: z.number().optional(),
  /** Known after GateModel. */
  gate: gateSchema.optional(),
  failure: failureSchema.optional(),
  /** Time at which its mail was sent: it is sent once. */
  mailed_at: z.iso.datetime().optional(),
  /** Code of the error where the mail was refused for good; it is not sent again. */
  mail_failure: z.string().optional(),
});
export type Training = z.infer<typeof trainingSchema>;

/** Identifies a training. The steps of train-workflow.asl.json pass it on. */
export const trainingKeySchema = z.object({ account_id: z.uuid(), workflow_id: z.uuid(), training_id: z.uuid() });
export type TrainingKey = z.infer<typeof trainingKeySchema>;

/** Returns the key alone, without the other properties of the argument. */
export const trainingKeyOf = ({ account_id, workflow_id, training_id }: TrainingKey): TrainingKey => ({
  account_id,
  workflow_id,
  training_id,
});

export const hasEnded = ({ state }: Pick<Training, 'state'>): boolean =>
  state === 'trained' || state === 'failed' || state === 'cancelled';

/** Blob keys of one training. The job reads `input`, in which each folder is a channel, and writes `output`. */
export const trainingBlobs = (key: WorkflowKey & Pick<TrainingKey, 'training_id'>) => {
  const prefix = workflowBlobs(key).training(key.training_id);
  const input = `${prefix}input/`;
  const documents = `${input}training/`;
  const output = `${prefix}output/`;
  return {
    prefix,
    /** TrainingPlan as JSON: made once, so that a repeated step prepares the same documents. */
    plan: `${prefix}plan.json`,
    input,
    documents,
    recordsOf: (documentId: string) => `${documents}${documentId}.jsonl`,
    annotationOf: (documentId: string) => `${documents}${documentId}.json`,
    servingWeights: `${input}serving/weights.json`,
    earlierWeights: (version: string) => `${input}serving/earlier/${version}.json`,
    output,
    weights: `${output}weights.json`,
    report: `${output}report.json`,
  };
};

/** The training that a blob belongs to. @param key  of the blob, or a prefix of such keys */
export const trainingOfBlob = (key: string): TrainingKey => {
  const [, account_id, , workflow_id, , training_id] = key.split('/');
  return trainingKeySchema.parse({ account_id, workflow_id, training_id });
};
