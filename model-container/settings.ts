/** Settings of the model container from environment variables. The names are SageMaker's where it has one. */
import { fileURLToPath } from 'node:url';
import { wholeNumber } from './whole-number.ts';

export interface ContainerSettings {
  readonly host: string;
  readonly port: number;
  /** Folder with base.json. */
  readonly modelFolder: string;
  /** Folder with the weights of workflows, whose keys are paths in it; undefined where there is none. */
  readonly workflowFolder: string | undefined;
  /** Bucket with the weights of workflows, used where there is no such folder; undefined where there is none. */
  readonly workflowBucket: string | undefined;
  /** Workflow models in the cache at most. */
  readonly keptModels: number;
  /** Bytes of a request body at most. */
  readonly maxBodyBytes: number;
}

export interface TrainingSettings {
  /** SageMaker's /opt/ml. */
  readonly root: string;
  /** Folder with base.json and base-features.gz. */
  readonly modelFolder: string;
}

const OWN_WEIGHTS = fileURLToPath(new URL('./weights/', import.meta.url));
/** SageMaker's limit for a real-time endpoint. */
export const DEFAULT_MAX_BODY_BYTES = 6 * 1024 * 1024;
const LARGEST_BODY_BYTES = 256 * 1024 * 1024;
const SAGEMAKER_ROOT = '/opt/ml';

/**
 * Reads `PORT` (or SageMaker's `SAGEMAKER_BIND_TO_PORT`; default 8080), `HOST` (default: all addresses), `SM_MODEL_DIR`
 * (default: the container's own weights), `TEARLINE_WORKFLOW_MODELS` and `TEARLINE_BUCKET` (default: none),
 * `TEARLINE_KEPT_MODELS` (default 8) and `TEARLINE_MAX_BODY_BYTES` (default 6 MB).
 * @throws RangeError where a number is malformed or out of range
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): ContainerSettings {
  const port = wholeNumber('PORT', environment['PORT'] ?? environment['SAGEMAKER_BIND_TO_PORT'] ?? '8080', 0, 65_535);
  return {
    host: environment['HOST'] ?? '0.0.0.0',
    port,
    modelFolder: environment['SM_MODEL_DIR'] ?? OWN_WEIGHTS,
    workflowFolder: environment['TEARLINE_WORKFLOW_MODELS'],
    workflowBucket: environment['TEARLINE_BUCKET'],
    keptModels: wholeNumber('TEARLINE_KEPT_MODELS', environment['TEARLINE_KEPT_MODELS'] ?? '8', 1, 1000),
    maxBodyBytes: wholeNumber(
      'TEARLINE_MAX_BODY_BYTES',
      environment['TEARLINE_MAX_BODY_BYTES'] ?? String(DEFAULT_MAX_BODY_BYTES),
      1024,
      LARGEST_BODY_BYTES,
    ),
  };
}

/**
 * Reads `TEARLINE_TRAINING_ROOT` (default /opt/ml) and `TEARLINE_BASE_MODEL` (default: the container's own weights).
 */
export const readTrainingSettings = (environment: NodeJS.ProcessEnv = process.env): TrainingSettings => ({
  root: environment['TEARLINE_TRAINING_ROOT'] ?? SAGEMAKER_ROOT,
  modelFolder: environment['TEARLINE_BASE_MODEL'] ?? OWN_WEIGHTS,
});
