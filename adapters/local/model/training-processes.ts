/**
 * Trainings on one machine: the model container's program runs as a child process under SageMaker's training contract.
 * A training that is interrupted when the host ends is resumed from its checkpoint.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBlobFile } from '../../../core/storage/blob-file.ts';
import type { BlobStore, ModelTrainer, TrainingJobStatus } from '../../../core/ports.ts';
import { trainingEnvironment } from '../settings.ts';
import { errorCode } from '../storage-full.ts';
import { TrainingJobFiles } from './training-job-files.ts';
import type { TrainingJob } from './training-job-files.ts';

export interface TrainingProcessesOptions {
  readonly blobs: BlobStore;
  /** Has a subfolder for each training. Created if absent. */
  readonly folder: string;
  /** Default model-container/train.ts. */
  readonly program?: string;
  /** Folder of the base model. Default: the container's own. */
  readonly baseFolder?: string;
  /** Called with errors that no caller receives: the input or the results of a training could not be copied. */
  readonly onFault?: (name: string, error: unknown) => void;
}

const PROGRAM = fileURLToPath(new URL('../../../model-container/train.ts', import.meta.url));
/** SageMaker waits two minutes between SIGTERM and SIGKILL. */
const STOP_LIMIT_MS = 120_000;
/** The results of a training in its model folder. */
const RESULTS = ['weights.json', 'report.json'] as const;
/** Length of a failure message at most, as in SageMaker. */
const FAILURE_CHARACTERS = 1024;

interface Running {
  readonly done: Promise<void>;
  /** Time at which it was started or resumed, in milliseconds of a clock that nobody sets. */
  readonly since: number;
  child: ChildProcess | undefined;
  stopping: boolean;
}

/**
 * Input: every blob below `<inputPrefix><channel>/`. Output: `<outputPrefix>weights.json` and
 * `<outputPrefix>report.json`.
 */
export class TrainingProcesses implements ModelTrainer {
  readonly #options: TrainingProcessesOptions;
  readonly #files: TrainingJobFiles;
  readonly #running = new Map<string, Running>();
  #closed = false;

  private constructor(options: TrainingProcessesOptions) {
    this.#options = options;
    this.#files = new TrainingJobFiles(options.folder);
  }

  /** Resumes the trainings that were running when the previous host ended. */
  static async open(options: TrainingProcessesOptions): Promise<TrainingProcesses> {
    const trainings = new TrainingProcesses(options);
    for (const name of await trainings.#files.names()) {
      const job = await trainings.#files.find(name);
      if (job?.state === 'running') trainings.#run(name);
    }
    return trainings;
  }

  async start({ name, ...job }: Parameters<ModelTrainer['start']>[0]): Promise<void> {
    if (this.#running.has(name) || (await this.#files.find(name)) !== undefined) return;
    const running: TrainingJob = { ...job, hyperparameters: { ...job.hyperparameters }, state: 'running' };
    await this.#files.put(name, running);
    this.#run(name);
  }

  /** Runs a training again whose end could not be recorded, for example on a full disk. */
  async state(name: string): Promise<TrainingJobStatus> {
    const { state, failure } = await this.#files.get(name);
    const running = state === 'running' && !this.#closed ? this.#run(name) : undefined;
    return {
      state,
      metrics: await this.#files.metrics(name),
      ...(running === undefined ? {} : { ranMs: performance.now() - running.since }),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  /** Resolves when the training has ended. A training that has ended already keeps its state. */
  async stop(name: string): Promise<void> {
    await this.#files.get(name);
    const running = this.#run(name);
    running.stopping = true;
    await this.#end(running);
  }

  /**
   * Deletes the folders of trainings that do not run and are not known any more.
   * @param isKnown  whether a training exists, by the prefix of its input
   */
  async deleteForgotten(isKnown: (inputPrefix: string) => Promise<boolean>): Promise<void> {
    for (const name of await this.#files.names()) {
      const job = await this.#files.find(name);
      if (job !== undefined && !this.#running.has(name) && !(await isKnown(job.inputPrefix)))
        await rm(this.#files.rootOf(name), { recursive: true, force: true });
    }
  }

  /** Ends the child processes; `open` resumes their trainings. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running.values()].map((running) => this.#end(running)));
  }

  async #end(running: Running): Promise<void> {
    running.child?.kill('SIGTERM');
    const force = setTimeout(() => running.child?.kill('SIGKILL'), STOP_LIMIT_MS);
    await running.done;
    clearTimeout(force);
  }

  /** Runs a training, unless it is running or its end is recorded. */
  #run(name: string): Running {
    const current = this.#running.get(name);
    if (current !== undefined) return current;
    const running: Running = {
      child: undefined,
      since: performance.now(),
      stopping: false,
      // In a later microtask, so that `stop` finds `running` even when it is called at once.
      done: Promise.resolve()
        .then(() => this.#train(name, running))
        .finally(() => (running.stopping ? this.#recordStop(name) : undefined))
        .catch((error: unknown) => {
          this.#options.onFault?.(name, error);
        })
        .finally(() => this.#running.delete(name)),
    };
    this.#running.set(name, running);
    return running;
  }

  async #train(name: string, running: Running): Promise<void> {
    const job = await this.#findUnrecorded(name);
    if (job === undefined || this.#isEnding(running)) return;
    try {
      await this.#copyInput(name, job);
      const status = this.#isEnding(running) ? null : await this.#runProgram(name, running);
      // The state of one that `close` ends stays `running`, so that it is resumed.
      if (this.#isEnding(running)) return;
      if (status === 0) await this.#storeResults(name, job);
      else await this.#finish(name, { ...job, state: 'failed', failure: await this.#failureOf(name, status) });
    } catch (error) {
      await this.#finish(name, {
        ...job,
        state: 'failed',
        failure: 'internal_error: The training could not be run on this machine.',
      });
      throw error;
    }
  }

  /** Where the state of a stopped training cannot be written, its folder is deleted: it must not be resumed. */
  async #recordStop(name: string): Promise<void> {
    const job = await this.#findUnrecorded(name);
    if (job === undefined) return;
    try {
      await this.#finish(name, { ...job, state: 'stopped' });
    } catch (error) {
      await rm(this.#files.rootOf(name), { recursive: true, force: true });
      throw error;
    }
  }

  /** A training whose end is not recorded; undefined where it is, or where the training is deleted. */
  async #findUnrecorded(name: string): Promise<TrainingJob | undefined> {
    const job = await this.#files.find(name);
    return job?.state === 'running' ? job : undefined;
  }

  #isEnding(running: Running): boolean {
    return running.stopping || this.#closed;
  }

  async #copyInput(name: string, { inputPrefix, hyperparameters }: TrainingJob): Promise<void> {
    const input = join(this.#files.rootOf(name), 'input');
    await mkdir(join(input, 'config'), { recursive: true });
    await writeFile(join(input, 'config/hyperparameters.json'), JSON.stringify(hyperparameters));
    for (const key of await this.#options.blobs.list(inputPrefix)) {
      const path = join(input, 'data', key.slice(inputPrefix.length));
      await mkdir(dirname(path), { recursive: true });
      await withBlobFile(this.#options.blobs, key, (from) => copyFile(from, path));
    }
  }

  async #runProgram(name: string, running: Running): Promise<number | null> {
    const { program = PROGRAM, baseFolder } = this.#options;
    const root = this.#files.rootOf(name);
    const log = await open(this.#files.logOf(name), 'a', 0o600);
    try {
      const env = trainingEnvironment({ root, ...(baseFolder === undefined ? {} : { baseFolder }) });
      const child = spawn(process.execPath, [program], { env, stdio: ['pipe', log.fd, log.fd] });
      running.child = child;
      if (this.#isEnding(running)) child.kill('SIGTERM');
      const [status] = (await once(child, 'exit')) as [number | null]; // Node's own event.
      return status;
    } finally {
      running.child = undefined;
      await log.close();
    }
  }

  /** The state changes last, so that the results are complete once it is `succeeded`. */
  async #storeResults(name: string, job: TrainingJob): Promise<void> {
    const root = this.#files.rootOf(name);
    for (const file of RESULTS)
      await this.#options.blobs.put(
        `${job.outputPrefix}${file}`,
        await readFile(join(root, 'model', file)),
        'application/json',
      );
    await this.#finish(name, { ...job, state: 'succeeded' });
  }

  /**
   * Deletes the folders with the customer's documents, which makes room for the state on a full disk. The log, which has
   * none, is kept.
   */
  async #finish(name: string, job: TrainingJob): Promise<void> {
    for (const folder of ['input', 'model', 'checkpoints', 'output'])
      await rm(join(this.#files.rootOf(name), folder), { recursive: true, force: true });
    await this.#files.put(name, job);
  }

  async #failureOf(name: string, status: number | null): Promise<string> {
    try {
      return (await readFile(join(this.#files.rootOf(name), 'output/failure'), 'utf8'))
        .trim()
        .slice(0, FAILURE_CHARACTERS);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      return `internal_error: The training ended with status ${status ?? 'of a signal'}.`;
    }
  }
}
