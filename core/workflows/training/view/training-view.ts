/** A training as the API shows it. */
import { z } from 'zod';
import { disclosed } from '../../../requests/failure.ts';
import { progressOf, TRAINING_STEPS } from './training-progress.ts';
import { trainingStateSchema } from '../training.ts';
import type { Training } from '../training.ts';

const share = z.number().min(0).max(1);

const metricsSchema = z
  .strictObject({
    train_loss: z.number().optional(),
    validation_loss: z.number().optional(),
    validation_error: share.optional().describe('Share of the held-out gaps that are decided wrongly'),
    validation_page_f1: share.optional(),
  })
  .describe('The latest values that the running job has reported');

export const trainingViewSchema = z
  .strictObject({
    training_id: z.uuid(),
    workflow_id: z.uuid(),
    state: trainingStateSchema,
    progress: share,
    step: z.enum(TRAINING_STEPS).nullable().describe('What is being done; null once the training has ended'),
    remaining_seconds: z
      .int()
      .nullable()
      .describe('Forecast of the time that is left; null before the first report of the job and after the end'),
    metrics: metricsSchema,
    collections: z.array(z.string()).nullable().describe('Collections whose documents it uses; null: all'),
    documents: z
      .strictObject({ annotated: z.int(), used: z.int() })
      .nullable()
      .describe(
        'Annotated documents when it began, and those that it uses: at most 1,000, spread over collections. Repeated ' +
          'ones are used once; they are counted in `used` until the new model has been evaluated',
      ),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    model_version: z.string().nullable().describe('The new model, once it has been evaluated'),
    error_rate_before: share.nullable().describe('On held-out documents, with the model in use before'),
    error_rate_after: share.nullable().describe('On the same documents, with the new model'),
    decision: z
      .enum(['go_live', 'keep_serving_model'])
      .nullable()
      .describe('Whether the new model became the model in use'),
    decision_reason: z.string().nullable(),
    failure: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
  })
  .meta({ id: 'Training' });
export type TrainingView = z.infer<typeof trainingViewSchema>;

/** The names of the metrics in the job's log. */
const METRICS = {
  train_loss: 'train:loss',
  validation_loss: 'validation:loss',
  validation_error: 'validation:error',
  validation_page_f1: 'validation:page_f1',
} as const satisfies Record<keyof TrainingView['metrics'], string>;

const metricsOf = ({ job_report: report }: Training): TrainingView['metrics'] =>
  Object.fromEntries(
    Object.entries(METRICS).flatMap(([name, logged]) => {
      const value = report?.metrics[logged];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

const FAULT_OF_OURS = {
  code: 'training_failed',
  detail: 'The training failed because of a fault of the service. Start the training again.',
};

/** Why the training failed, as far as the caller learns it; null where it has not failed. */
export const disclosedFailure = ({ failure }: Training): TrainingView['failure'] => {
  if (failure === undefined) return null;
  const { code, detail } = disclosed(failure) ?? FAULT_OF_OURS;
  return { code, detail };
};

export const viewTraining = (training: Training, now: Date): TrainingView => ({
  training_id: training.training_id,
  workflow_id: training.workflow_id,
  state: training.state,
  ...progressOf(training, now),
  metrics: metricsOf(training),
  collections: training.collections,
  documents: training.documents ?? null,
  created_at: training.created_at,
  started_at: training.started_at ?? null,
  finished_at: training.finished_at ?? null,
  model_version: training.model_version ?? null,
  error_rate_before: training.error_rate_before ?? null,
  error_rate_after: training.error_rate_after ?? null,
  decision: training.gate?.decision ?? null,
  decision_reason: training.gate?.reason ?? null,
  failure: disclosedFailure(training),
});
