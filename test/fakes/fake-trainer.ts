/**
 * A trainer without a program: a job runs for a number of `state` calls, then writes small weights and a report, or
 * fails.
 */
import { createHash } from 'node:crypto';
import type { ModelReport } from '../../core/workflows/models/evaluation/model-report.ts';
import { NotFoundError } from '../../core/errors.ts';
import type { BlobStore, ModelTrainer, TrainingJobState, TrainingJobStatus } from '../../core/ports.ts';

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
  /** Documents that the job counts as repeated. Default 0. */
  readonly repeated?: number;
  /** Milliseconds that the running job has run. Default: the trainer does not know. */
  readonly ranMs?: number;
  /** What the running job reports. */
  readonly metrics?: Readonly<Record<string, number>>;
  /** The base model that the new one is trained from. Default fake, as that of FirstWordModel. */
  readonly base?: string;
  /** Written instead of the weights; null: the job succeeds and writes nothing. */
  readonly weights?: string | null;
}

interface Running {
  readonly job: Job;
  polls: number;
  state: TrainingJobState;
}

export const versionOf = (weights: Uint8Array | string): string =>
  `workflow-${createHash('sha256').update(weights).digest('hex').slice(0, 12)}`;

const INTERVAL = { low: 0, high: 1 };
const figuresOf = (errorRate: number): ModelReport['after'] => ({
  error_rate: errorRate,
  error_rate_interval: INTERVAL,
  page_f1: 1 - errorRate,
  document_f1: 1 - errorRate,
  panoptic_quality: 1 - errorRate,
  exact_match_rate: 1 - errorRate,
  calibration_error: 0.01,
});

interface DrawnReport {
  readonly version: string;
  readonly base: string;
  readonly before: string;
  readonly earlier: readonly string[];
  readonly collections: readonly string[];
  readonly repeated: number;
  readonly errorBefore: number;
  readonly errorAfter: number;
  readonly gate: 'go_live' | 'keep_serving_model';
}

/** A complete report: every model but the new one has the error of the one before. */
export const drawReport = (drawn: DrawnReport): ModelReport => {
  const { version, base, before, errorBefore, errorAfter, gate } = drawn;
  const others = [...new Set([before, base, ...drawn.earlier])];
  const versions = [...others, version];
  const errorOf = (one: string): number => (one === version ? errorAfter : errorBefore);
  return {
    schema_version: 3,
    model_version: version,
    base_version: base,
    before_version: before,
    seed: 1,
    data: {
      documents: drawn.collections.length - drawn.repeated,
      pages: drawn.collections.length,
      senders: null,
      held_out_by: 'document',
      folds: 3,
      evaluated_gaps: 50,
      evaluated_streams: 10,
      repeated_documents: drawn.repeated,
    },
    before: figuresOf(errorBefore),
    after: figuresOf(errorAfter),
    gate: {
      decision: gate,
      reason: 'The fake says so.',
      error_change: errorAfter - errorBefore,
      error_change_interval: INTERVAL,
    },
    collections: [...Map.groupBy(drawn.collections, (name) => name)].map(([collection, of]) => ({
      collection,
      documents: of.length,
      gaps: of.length,
      before: { error_rate: errorBefore, error_rate_interval: INTERVAL },
      after: { error_rate: errorAfter, error_rate_interval: INTERVAL },
    })),
    compared: {
      models: versions.map((one) => ({ model_version: one, ...figuresOf(errorOf(one)) })),
      pairs: versions.flatMap((one, at) =>
        versions.slice(at + 1).map((other) => ({
          base: one,
          candidate: other,
          error_change: errorOf(other) - errorOf(one),
          error_change_interval: { low: -0.2, high: 0.1 },
        })),
      ),
    },
    learning_curve: [{ documents: 0, error_rate: errorBefore, interval: INTERVAL }],
    more_data: { target_error_rate: 0.01, more_documents: 35, advice: 'About 35 more documents should help.' },
    calibration: [{ from: 0, to: 1, gaps: 50, stated: 0.5, splits: 0.5 }],
    review: [0.5, 0.9].map((threshold) => ({
      threshold,
      correction_effort: threshold / 10,
      error_rate_among_reviewed: 0.2,
      error_rate_after_correction: 0.01,
      error_rate_after_correction_interval: INTERVAL,
      support: 'not_enough_data',
    })),
    wrong_documents: [],
    verdict: { confidence: 'not_enough_data', detail: 'There are too few documents to rely on that: add more.' },
  };
};

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

  async state(name: string): Promise<TrainingJobStatus> {
    const running = this.#find(name);
    running.polls += 1;
    if (running.state === 'running' && running.polls > (this.training.runningPolls ?? 1)) {
      if (this.training.failure === undefined) await this.#leaveResults(running.job);
      running.state = this.training.failure === undefined ? 'succeeded' : 'failed';
    }
    return {
      state: running.state,
      ...(this.training.ranMs === undefined ? {} : { ranMs: this.training.ranMs }),
      ...(this.training.metrics === undefined ? {} : { metrics: this.training.metrics }),
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
    if (this.training.weights === null) return;
    const documentHashes: Record<string, string> = {};
    for (const key of await this.#blobs.list(`${inputPrefix}training/`)) {
      documentHashes[key.slice(inputPrefix.length)] = createHash('sha256')
        .update(await this.#blobs.get(key))
        .digest('hex');
    }
    const serving = `${inputPrefix}serving/weights.json`;
    const before = (await this.#blobs.head(serving)) === undefined ? 'fake' : versionOf(await this.#blobs.get(serving));
    const { gate = 'go_live', errorBefore = 0.1, errorAfter = 0.02, beforeVersion = before } = this.training;
    const weights = JSON.stringify({
      kind: 'workflow',
      schema_version: 3,
      base: this.training.base ?? 'fake',
      fine_tuned: documentHashes,
      calibration: {},
      fold_models: [],
      documents: [],
    });
    const report = drawReport({
      version: versionOf(weights),
      base: this.training.base ?? 'fake',
      before: beforeVersion,
      earlier: await this.#earlierVersions(inputPrefix),
      collections: await this.#collections(inputPrefix),
      repeated: this.training.repeated ?? 0,
      errorBefore,
      errorAfter,
      gate,
    });
    await this.#blobs.put(`${outputPrefix}report.json`, JSON.stringify(report), 'application/json');
    await this.#blobs.put(`${outputPrefix}weights.json`, this.training.weights ?? weights, 'application/json');
  }

  async #earlierVersions(inputPrefix: string): Promise<string[]> {
    const keys = await this.#blobs.list(`${inputPrefix}serving/earlier/`);
    return Promise.all(keys.map(async (key) => versionOf(await this.#blobs.get(key))));
  }

  async #collections(inputPrefix: string): Promise<string[]> {
    const keys = (await this.#blobs.list(`${inputPrefix}training/`)).filter((key) => key.endsWith('.json'));
    const annotations = await Promise.all(
      keys.map(
        async (key) => JSON.parse(Buffer.from(await this.#blobs.get(key)).toString()) as { collection?: string },
      ),
    );
    return annotations.flatMap(({ collection }) => collection ?? []);
  }
}
