/** The output of the training container, as far as the service reads it (docs/training.md, "Output"). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ModelUnusableError } from '../../errors.ts';
import type { BlobStore } from '../../ports.ts';
import { gateSchema, trainingBlobs } from './training.ts';
import type { TrainingKey } from './training.ts';

/** Schema versions of reports and of weights that this service supports. */
const REPORT_VERSION = 2;
const WEIGHTS_VERSION = 3;

const figuresSchema = z.object({ error_rate: z.number().min(0).max(1) });

const reportSchema = z.object({
  schema_version: z.literal(REPORT_VERSION),
  /** `workflow-` and the first 12 hexadecimal digits of the SHA-256 of the weights. */
  model_version: z.string().regex(/^workflow-[0-9a-f]{12}$/u),
  /** The model that the new one was compared with. */
  before_version: z.string(),
  before: figuresSchema,
  after: figuresSchema,
  gate: gateSchema,
});
export type TrainingReport = z.infer<typeof reportSchema>;

const weightsSchema = z.object({
  kind: z.literal('workflow'),
  schema_version: z.literal(WEIGHTS_VERSION),
  base: z.string().min(1),
  fine_tuned: z.object({}),
  calibration: z.object({}),
});

const parse = <Value>(text: string, what: string, version: number, schema: z.ZodType<Value>): Value => {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new ModelUnusableError(`The ${what} of the training is damaged, or its schema version is not ${version}.`, {
      cause: error,
    });
  }
};

/** @throws ModelUnusableError, BlobNotFoundError */
export const readTrainingReport = async (blobs: BlobStore, key: TrainingKey): Promise<TrainingReport> =>
  parse(new TextDecoder().decode(await blobs.get(trainingBlobs(key).report)), 'report', REPORT_VERSION, reportSchema);

/**
 * Validates the weights by their schema and checks that the report describes them.
 * @throws ModelUnusableError, BlobNotFoundError
 */
export const checkTrainedWeights = async (
  blobs: BlobStore,
  key: TrainingKey,
  report: TrainingReport,
): Promise<void> => {
  const bytes = await blobs.get(trainingBlobs(key).weights);
  parse(new TextDecoder().decode(bytes), 'weights file', WEIGHTS_VERSION, weightsSchema);
  const version = `workflow-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
  if (version !== report.model_version)
    throw new ModelUnusableError(`The report describes ${report.model_version}, but the weights are ${version}.`);
};
