/** Where the model container reads the environment, in SageMaker's names. */
import { fileURLToPath } from 'node:url';
import { wholeNumber } from './whole-number.ts';

export interface ContainerSettings {
  readonly host: string;
  readonly port: number;
  /** Folder that holds base.json. */
  readonly modelFolder: string;
  /** Folder that holds the weights of workflows, each at the path that its key names; undefined where there are none. */
  readonly workflowFolder: string | undefined;
  /** Bucket that holds the weights of workflows, where there is no such folder; undefined where there are none. */
  readonly workflowBucket: string | undefined;
  /** Workflows' models that are kept in memory. */
  readonly keptModels: number;
  /** Bytes of one request's body. */
  readonly maxBodyBytes: number;
}

export interface TrainingSettings {
  /** What SageMaker calls /opt/ml. */
  readonly root: string;
  /** Folder that holds base.json and base-features.gz. */
  readonly modelFolder: string;
}

const OWN_WEIGHTS = fileURLToPath(new URL('./weights/', import.meta.url));
/** SageMaker's own limit for a real-time endpoint. */
export const DEFAULT_MAX_BODY_BYTES = 6 * 1024 * 1024;
const MOST_BODY_BYTES = 256 * 1024 * 1024;
const SAGEMAKER_ROOT = '/opt/ml';

/**
 * `PORT` (or SageMaker's `SAGEMAKER_BIND_TO_PORT`; default 8080), `HOST` (default all addresses), `SM_MODEL_DIR` (default
 * the container's own weights), `TEARLINE_WORKFLOW_MODELS` (default none), `TEARLINE_KEPT_MODELS` (default 8),
 * `TEARLINE_MAX_BODY_BYTES` (default 6 MB). @throws RangeError
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
      MOST_BODY_BYTES,
    ),
  };
}

/** `TEARLINE_TRAINING_ROOT` (default /opt/ml) and `TEARLINE_BASE_MODEL` (default the container's own weights). */
export const readTrainingSettings = (environment: NodeJS.ProcessEnv = process.env): TrainingSettings => ({
  root: environment['TEARLINE_TRAINING_ROOT'] ?? SAGEMAKER_ROOT,
  modelFolder: environment['TEARLINE_BASE_MODEL'] ?? OWN_WEIGHTS,
});
