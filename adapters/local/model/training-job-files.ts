/** State of the trainings on this machine: each job has a folder with job.json, which is written atomically. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { NotFoundError } from '../../../core/errors.ts';
import { errorCode, namedIfStorageFull } from '../storage-full.ts';
import { writePrivately } from '../write-privately.ts';

const jobSchema = z.strictObject({
  inputPrefix: z.string(),
  outputPrefix: z.string(),
  hyperparameters: z.record(z.string(), z.string()),
  state: z.enum(['running', 'succeeded', 'failed', 'stopped']),
  failure: z.string().optional(),
});
export type TrainingJob = z.infer<typeof jobSchema>;

/** Metrics have a colon in their name; the other values in the log are not metrics. */
const METRIC = /\b([a-z]+:[a-z0-9_]+)=([0-9.]+);/gu;

const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/u;

export class TrainingJobFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Root folder of the training, in place of /opt/ml. @throws RangeError for a name that SageMaker does not allow */
  rootOf(name: string): string {
    if (!NAME.test(name)) throw new RangeError(`Not a valid training name: ${JSON.stringify(name.slice(0, 80))}.`);
    return join(this.#folder, name);
  }

  /** The log of the training's program, which has no text of documents. */
  logOf(name: string): string {
    return join(this.rootOf(name), 'training.log');
  }

  /** The latest value of each metric in the log, as SageMaker reads it by metric definitions: `<name>=<number>;`. */
  async metrics(name: string): Promise<Record<string, number>> {
    try {
      const log = await readFile(this.logOf(name), 'utf8');
      return Object.fromEntries(
        [...log.matchAll(METRIC)].map(([, metric = '', value]) => [metric, Number(value)] as const),
      );
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return {};
      throw error;
    }
  }

  async find(name: string): Promise<TrainingJob | undefined> {
    try {
      return jobSchema.parse(JSON.parse(await readFile(join(this.rootOf(name), 'job.json'), 'utf8')));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** @throws NotFoundError */
  async get(name: string): Promise<TrainingJob> {
    const job = await this.find(name);
    if (job === undefined) throw new NotFoundError(`There is no training ${name}.`);
    return job;
  }

  /** @throws StorageFullError */
  async put(name: string, job: TrainingJob): Promise<void> {
    const root = this.rootOf(name);
    try {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await writePrivately(join(root, 'job.json'), JSON.stringify(job));
    } catch (error) {
      throw namedIfStorageFull(error);
    }
  }

  async names(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => NAME.test(name)).sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
