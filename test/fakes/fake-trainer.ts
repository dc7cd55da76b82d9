/**
 * A trainer without a program: a job runs for a number of `state` calls, then writes small weights and a report, or
 * fails.
 */
import { createHash } from 'node:crypto';
import { NotFoundError } from '../../core/errors.ts';
import type { BlobStore, ModelTrainer, TrainingJobState } from '../../core/ports.ts';

type Job = Parameters<ModelTrainer['start']>[0];

export interface FakeTraining {
  /** Number of `state` calls that return `running`. Default 1. */
  readonly runningPolls?: number;
  /** Failure of the job, as `<code>: <sentence>`. */
  readonly failure?: string;
  /** Default go_live. */
  readonly gate?: 'go_live' | 'keep_serving_model';
  readonly errorBefore?: number;
  readonly errorAfter?: number;
  /** Version of the model to which the new one is compared. Default: the model in use. */
  readonly beforeVersion?: string;
  /** Written instead of the weights. */
  readonly weights?: string;
}

interface Running {
  readonly job: Job;
  polls: number;
  state: TrainingJobState;
}

export const versionOf = (weights: Uint8Array | string): string =>
  `workflow-${createHash('sha256').update(weights).digest('hex').slice(0, 12)}`;

export class FakeTrainer implements ModelTrainer {
  /** Names of the started jobs, each once. */
  readonly started: string[] = [];
  training: FakeTraining = {};
  readonly #blobs: BlobStore;
  readonly #jobs = new Map<string, Running>();

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  start(job: Job): Promise<void> {
    if (!this.#jobs.has(job.name)) {
      this.started.push(job.name);
      this.#jobs.set(job.name, { job, polls: 0, state: 'running' });
    }
    return Promise.resolve();
  }

  async state(name: string): Promise<{ readonly state: TrainingJobState; readonly failure?: string }> {
    const running = this.#find(name);
    running.polls += 1;
    if (running.state === 'running' && running.polls > (this.training.runningPolls ?? 1)) {
      if (this.training.failure === undefined) await this.#leaveResults(running.job);
      running.state = this.training.failure === undefined ? 'succeeded' : 'failed';
    }
    return {
      state: running.state,
      ...(running.state === 'failed' && this.training.failure !== undefined ? { failure: this.training.failure } : {}),
    };
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- an unknown job must reject, not throw
  async stop(name: string): Promise<void> {
    const running = this.#find(name);
    if (running.state === 'running') running.state = 'stopped';
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #find(name: string): Running {
    const running = this.#jobs.get(name);
    if (running === undefined) throw new NotFoundError(`There is no training ${name}.`);
    return running;
  }

  /** The version is a hash of the names and bytes of the documents: other documents yield another model. */
  async #leaveResults({ inputPrefix, outputPrefix }: Job): Promise<void> {
    const documentHashes: Record<string, string> = {};
    for (const key of await this.#blobs.list(`${inputPrefix}training/`)) {
      documentHashes[key.slice(inputPrefix.length)] = createHash('sha256')
        .update(await this.#blobs.get(key))
        .digest('hex');
    }
    const serving = `${inputPrefix}serving/weights.json`;
    const before =
      (await this.#blobs.head(serving)) === undefined ? 'base-fake' : versionOf(await this.#blobs.get(serving));
    const { gate = 'go_live', errorBefore = 0.1, errorAfter = 0.02, beforeVersion = before } = this.training;
    const weights = JSON.stringify({
      kind: 'workflow',
      schema_version: 3,
      base: 'base',
      fine_tuned: documentHashes,
      calibration: {},
      fold_models: [],
      documents: [],
    });
    const report = {
      schema_version: 2,
      model_version: versionOf(weights),
      before_version: beforeVersion,
      before: { error_rate: errorBefore },
      after: { error_rate: errorAfter },
      gate: { decision: gate, reason: 'The fake says so.' },
    };
    await this.#blobs.put(`${outputPrefix}report.json`, JSON.stringify(report), 'application/json');
    await this.#blobs.put(`${outputPrefix}weights.json`, this.training.weights ?? weights, 'application/json');
  }
}
