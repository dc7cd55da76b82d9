/** The output of the training container, as far as the service reads it (docs/training.md, "Output"). */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ModelUnusableError } from '../../../errors.ts';
import type { BlobStore } from '../../../ports.ts';
import { modelReportSchema, REPORT_VERSION } from '../../models/evaluation/model-report.ts';
import type { ModelReport } from '../../models/evaluation/model-report.ts';
import { weightsSchema, WEIGHTS_VERSION } from '../../models/files/weights.ts';
import { trainingBlobs } from '../training.ts';
import type { TrainingKey } from '../training.ts';

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
export const readTrainingReport = async (blobs: BlobStore, key: TrainingKey): Promise<ModelReport> =>
  parse(
    new TextDecoder().decode(await blobs.get(trainingBlobs(key).report)),
    'report',
    REPORT_VERSION,
    modelReportSchema,
  );

/**
 * Validates the weights by their schema and checks that the report describes them.
 * @throws ModelUnusableError, BlobNotFoundError
 */
export const checkTrainedWeights = async (blobs: BlobStore, key: TrainingKey, report: ModelReport): Promise<void> => {
  const bytes = await blobs.get(trainingBlobs(key).weights);
  parse(new TextDecoder().decode(bytes), 'weights file', WEIGHTS_VERSION, weightsSchema);
  const version = `workflow-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
  if (version !== report.model_version)
    throw new ModelUnusableError(`The report describes ${report.model_version}, but the weights are ${version}.`);
};
