/**
 * Runs parser jobs in child processes that can be killed: by default one for each core, started on demand and reused.
 * A child works for one tenant: for another it is replaced, by a child that has been started before. Jobs are scheduled
 * round-robin over documents and first-in, first-out within a document; up to MAX_PASSED_OVER times in a row, a document
 * whose tenant has an idle child is taken before its turn.
 */
import { availableParallelism } from 'node:os';
import { TemporarilyUnavailableError } from '../errors.ts';
import { KilledFromOutsideError, ParserChild } from './parser-child.ts';
import type { DataFolders } from './parser-child.ts';
import type { JobRunner, ParserJobName, ParserJobOptions, ParserJobs } from '../parser-jobs.ts';
import type { TimeLimit } from './parser-limits.ts';
import { timeLimitOf } from './parser-limits.ts';

const MEGABYTE = 1024 * 1024;
/** Jobs that may run before the turn of the first document in line, to spare the replacement of a child. */
const MAX_PASSED_OVER = 4;
/** Times that each child reads the warm-up document (measured with OCR: more do not help). */
const WARM_UP_ROUNDS = 3;

export interface ParserPoolOptions {
  /** Number of child processes; default: one for each core. */
  readonly size?: number;
  /**
   * Resident memory, in bytes, at which a child is killed; default 1.2 GB: 1.5 GB is then not exceeded between polls.
   */
  readonly killAtBytes?: number;
  /**
   * Resident memory, in bytes, above which a child is replaced after a job (PDFium's heap never shrinks); default 650
   * MB. A child that reads scans has 560 MB.
   */
  readonly retireAtBytes?: number;
  /** Jobs after which a child is replaced; default 500. */
  readonly jobsPerChild?: number;
  /** URL of the module whose `jobTable` names the jobs' modules. */
  readonly jobTableUrl: string;
  /** URL of the program that a child runs; default: parser-process.ts beside this module. */
  readonly processUrl?: string;
  /**
   * All environment variables of the children, to keep the host's credentials from them. Default: the host's variables.
   */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly dataFolders?: DataFolders;
  readonly timeLimit?: typeof timeLimitOf;
}

/** Options without a default. */
type Unset = 'environment';

interface QueuedJob {
  readonly name: ParserJobName;
  readonly input: unknown;
  readonly limit: TimeLimit;
  readonly options: ParserJobOptions;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** True once it was given back because its child was killed from outside. */
  retried: boolean;
}

export class ParserPool implements JobRunner {
  readonly #settings: Required<Omit<ParserPoolOptions, Unset>> & Pick<ParserPoolOptions, Unset>;
  readonly #idle: ParserChild[] = [];
  readonly #busy = new Set<ParserChild>();
  /** Waiting jobs by document, in the order in which the documents' turns come. */
  readonly #waiting = new Map<string, QueuedJob[]>();
  /** Started and loaded, but not yet used for anybody's document. */
  #spare: ParserChild | undefined;
  #passedOver = 0;
  #closed = false;
  #peakChildRss = 0;

  constructor(options: ParserPoolOptions) {
    this.#settings = {
      size: availableParallelism(),
      killAtBytes: 1200 * MEGABYTE,
      retireAtBytes: 650 * MEGABYTE,
      jobsPerChild: 500,
      processUrl: new URL('./parser-process.ts', import.meta.url).href,
      timeLimit: timeLimitOf,
      dataFolders: {},
      ...options,
    };
  }

  /** Process ids of the running children. */
  get pids(): readonly number[] {
    const spare = this.#spare === undefined ? [] : [this.#spare];
    return [...this.#idle, ...this.#busy, ...spare].flatMap((child) => child.pid ?? []);
  }

  /** Largest resident memory of any child, in bytes. */
  get peakChildRss(): number {
    return this.#peakChildRss;
  }

  run<Name extends ParserJobName>(
    name: Name,
    input: ParserJobs[Name]['input'],
    options: ParserJobOptions = {},
  ): Promise<ParserJobs[Name]['output']> {
    if (this.#closed)
      return Promise.reject(new TemporarilyUnavailableError('The service is shutting down. Try again later.'));
    if (options.signal?.aborted === true) return Promise.reject(options.signal.reason as Error);
    const standard = this.#settings.timeLimit(name, input);
    const limit =
      options.timeLimitMs === undefined ? standard : { totalMs: options.timeLimitMs, stallMs: options.timeLimitMs };
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: QueuedJob = { name, input, limit, options, resolve, reject, retried: false };
    this.#enqueue(documentOf(input), job);
    this.#dispatch();
    // The child's job table gives the output that belongs to this name.
    return promise as Promise<ParserJobs[Name]['output']>;
  }

  /**
   * Starts all children, loads their engines and reads a document in each: the first pages that a process reads take
   * twice as long as later ones. A request that arrives meanwhile waits for at most one of these jobs.
   * @param document path of a document without private content
   */
  async warmUp(document: string): Promise<void> {
    const { size } = this.#settings;
    await Promise.all(Array.from({ length: size }, () => this.run('loadEngines', null)));
    await Promise.all(Array.from({ length: WARM_UP_ROUNDS * size }, () => this.run('warmUp', { path: document })));
  }

  /** Kills running jobs, rejects waiting ones with TemporarilyUnavailableError, and waits until no child is left. */
  async close(): Promise<void> {
    this.#closed = true;
    const closing = new TemporarilyUnavailableError('The service is shutting down. Try again later.');
    for (const jobs of this.#waiting.values()) for (const job of jobs) job.reject(closing);
    this.#waiting.clear();
    const children = [...this.#idle, ...this.#busy, ...(this.#spare === undefined ? [] : [this.#spare])];
    for (const child of this.#busy) child.kill(closing);
    for (const child of this.#idle.splice(0)) child.retire();
    this.#spare?.retire();
    this.#spare = undefined;
    await Promise.all(children.map((child) => child.ended));
  }

  #enqueue(document: string, job: QueuedJob): void {
    const jobs = this.#waiting.get(document) ?? [];
    jobs.push(job);
    this.#waiting.set(document, jobs);
    job.options.signal?.addEventListener(
      'abort',
      () => {
        this.#dequeue(document, job);
      },
      { once: true },
    );
  }

  /** Removes an aborted job from the queue. The child stops an aborted job that is running. */
  #dequeue(document: string, job: QueuedJob): void {
    const jobs = this.#waiting.get(document);
    const index = jobs?.indexOf(job) ?? -1;
    if (jobs === undefined || index < 0) return;
    jobs.splice(index, 1);
    if (jobs.length === 0) this.#waiting.delete(document);
    job.reject(job.options.signal?.reason);
  }

  /** Removes and returns the first job of a document, and moves the document to the end of the line. */
  #take(document: string): QueuedJob | undefined {
    const jobs = this.#waiting.get(document);
    const job = jobs?.shift();
    this.#waiting.delete(document);
    if (jobs !== undefined && jobs.length > 0) this.#waiting.set(document, jobs);
    return job;
  }

  /** Takes the job that is next: of the first document, or of one behind it whose tenant has an idle child. */
  #next(): QueuedJob | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const near =
      this.#passedOver < MAX_PASSED_OVER
        ? [...this.#waiting].find(([, [job]]) => job !== undefined && this.#idle.some((child) => suits(child, job)))
        : undefined;
    this.#passedOver = near === undefined || near[0] === first[0] ? 0 : this.#passedOver + 1;
    return this.#take((near ?? first)[0]);
  }

  #dispatch(): void {
    while (!this.#closed && this.#busy.size < this.#settings.size) {
      const job = this.#next();
      if (job === undefined) return;
      const child = this.#childFor(job);
      this.#busy.add(child);
      void this.#runOn(child, job);
    }
  }

  /** An idle child of the job's tenant, or one that has seen no document. An idle child of another tenant makes room. */
  #childFor(job: QueuedJob): ParserChild {
    const alive = this.#idle.filter((child) => child.alive);
    const suiting =
      alive.find((child) => suits(child, job) && child.tenant !== undefined) ??
      alive.find((child) => suits(child, job));
    this.#idle.splice(0, Infinity, ...alive.filter((child) => child !== suiting));
    if (suiting !== undefined) return suiting;
    const replaced = this.#idle.length + this.#busy.size >= this.#settings.size ? this.#idle.shift() : undefined;
    replaced?.retire();
    const child = this.#takeSpare() ?? this.#startChild();
    // Who replaces children will replace more of them.
    if (replaced !== undefined) this.#startSpare();
    return child;
  }

  #startChild(): ParserChild {
    return new ParserChild(this.#settings);
  }

  #takeSpare(): ParserChild | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.alive === true ? spare : undefined;
  }

  /** Starts a child and loads its engines, for the next replacement. */
  #startSpare(): void {
    if (this.#spare?.alive === true || this.#closed) return;
    const spare = this.#startChild();
    this.#spare = spare;
    const limit = this.#settings.timeLimit('loadEngines', null);
    spare.loading = spare.run({ job: 'loadEngines', input: null }, { limit, onPage: () => undefined }).then(
      () => undefined,
      // Its next job says why it cannot load.
      () => undefined,
    );
  }

  async #runOn(child: ParserChild, job: QueuedJob): Promise<void> {
    const { signal, onPage, tenant } = job.options;
    // A job without a tenant reads nobody's document.
    child.tenant ??= tenant;
    try {
      await child.loading;
      signal?.throwIfAborted();
      job.resolve(
        await child.run(
          { job: job.name, input: job.input },
          { limit: job.limit, onPage: onPage ?? (() => undefined), signal },
        ),
      );
    } catch (error) {
      this.#jobFailed(job, error);
    } finally {
      this.#peakChildRss = Math.max(this.#peakChildRss, child.peakRss);
      this.#busy.delete(child);
      this.#keepOrReplace(child);
      this.#dispatch();
    }
  }

  /** Retries a job once where its child was killed from outside: the file may not be the cause. */
  #jobFailed(job: QueuedJob, error: unknown): void {
    if (!(error instanceof KilledFromOutsideError)) {
      job.reject(error);
    } else if (job.retried || this.#closed) {
      job.reject(
        new TemporarilyUnavailableError('The parser process was killed twice from outside. Try again later.', {
          cause: error,
        }),
      );
    } else {
      job.retried = true;
      this.#enqueue(documentOf(job.input), job);
    }
  }

  #keepOrReplace(child: ParserChild): void {
    if (!child.alive) return;
    const { retireAtBytes, jobsPerChild } = this.#settings;
    if (this.#closed || child.rss > retireAtBytes || child.jobsDone >= jobsPerChild) child.retire();
    else this.#idle.push(child);
  }
}

/** Whether a child may do the job: it has worked for the same tenant, or for none. */
const suits = (child: ParserChild, { options: { tenant } }: QueuedJob): boolean =>
  child.alive && (tenant === undefined || child.tenant === undefined || child.tenant === tenant);

/** The key by which jobs are scheduled round-robin: the upload's path or the first record file's. */
const documentOf = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return '';
  if ('path' in input && typeof input.path === 'string') return input.path;
  if ('recordPaths' in input && Array.isArray(input.recordPaths)) return String(input.recordPaths[0]);
  return '';
};
