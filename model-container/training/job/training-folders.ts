/** SageMaker's training contract: the folders and files below /opt/ml. */
import { join } from 'node:path';

export interface TrainingFolders {
  readonly hyperparameters: string;
  /** Channel with the customer's documents. */
  readonly documents: string;
  /** Channel with the weights in use, `weights.json`; absent before the first training. */
  readonly serving: string;
  /** Earlier models of the workflow, `<version>.json`, to compare with the new one; absent where there is none. */
  readonly earlier: string;
  /** Output: weights.json and report.json. */
  readonly model: string;
  readonly checkpoints: string;
  /** Reason of a failure; SageMaker shows the first 1,024 characters. */
  readonly failure: string;
}

export const foldersBelow = (root: string): TrainingFolders => ({
  hyperparameters: join(root, 'input/config/hyperparameters.json'),
  documents: join(root, 'input/data/training'),
  serving: join(root, 'input/data/serving'),
  earlier: join(root, 'input/data/serving/earlier'),
  model: join(root, 'model'),
  checkpoints: join(root, 'checkpoints'),
  failure: join(root, 'output/failure'),
});

export const WEIGHTS_FILE = 'weights.json';
export const REPORT_FILE = 'report.json';
