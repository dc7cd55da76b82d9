/** One child process of the parser pool: runs one job at a time and is killed at its time or memory limit. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { DocumentUnreadableError, ParserStoppedError, TemporarilyUnavailableError } from '../errors.ts';
import { JobWatch } from './job-watch.ts';
import type { TimeLimit } from './parser-limits.ts';
import type { ChildMessage, JobMessage } from './parser-messages.ts';
import { unpackError } from './parser-messages.ts';
import { processUsage } from './process-usage.ts';

/** Folders of data from which pages are read, beside what npm brings. */
export interface DataFolders {
  /** Of `eng.traineddata`, …: preferred for the languages that it holds. Absent: the machine's or npm's data. */
  readonly languageDataFolder?: string | undefined;
  /** Of the optional models. */
  readonly modelsFolder?: string | undefined;
}

export interface ChildSettings {
  /** URL of the module with the job table. */
  readonly jobTableUrl: string;
  /** URL of the program that a child runs: parser-process.ts or its bundle. */
  readonly processUrl: string;
  /** All environment variables of the child; absent: the host's. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly dataFolders: DataFolders;
  /** Bytes of resident memory at which the child is killed. */
  readonly killAtBytes: number;
  /** Bytes of resident memory above which it is replaced after a job; it frees memory first. */
  readonly retireAtBytes: number;
}

/** Megabytes of the JavaScript heap that V8 has for objects that have lived for a while. */
const OLD_SPACE_MEGABYTES = 512;
/**
 * Megabytes of each of the two halves in which V8 makes new objects. By itself it lets them grow to 32 MB, does not give them
 * back, and a child that reads scans then holds 110 MB more, for no less processor time.
 */
const SEMI_SPACE_MEGABYTES = 8;

/** The child was killed with SIGKILL, but not by the pool: the job may be retried. */
export class KilledFromOutsideError extends Error {
  override readonly name = 'KilledFromOutsideError';
}

export interface RunOptions {
  readonly limit: TimeLimit;
  readonly onPage: (page: number) => void;
  readonly signal?: AbortSignal | undefined;
}

interface Assignment {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** @param page  the page that is finished; undefined: a crop has been read */
  readonly onProgress: (page: number | undefined) => void;
}

export class ParserChild {
  /** Whose documents it has read; undefined: nobody's. */
  tenant: string | undefined;
  /** Resolves when it has loaded its engines, where it was started before it is needed. */
  loading: Promise<void> | undefined;
  /** Number of jobs that this child has finished. */
  jobsDone = 0;
  /** Resident bytes after its last job. */
  rss = 0;
  /** Most resident bytes seen while a job ran. */
  peakRss = 0;
  /** Resolves when its process has ended. */
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #settings: ChildSettings;
  #assignment: Assignment | undefined;
  #alive = true;

  constructor(settings: ChildSettings) {
    this.#settings = settings;
    const { jobTableUrl, dataFolders } = settings;
    this.#process = fork(
      new URL(settings.processUrl),
      [jobTableUrl, String(process.pid), JSON.stringify(dataFolders), String(settings.retireAtBytes)],
      {
        // Not V8's own format: its reader is not made for the bytes of a process that a document may have taken over.
        serialization: 'json',
        ...(settings.environment === undefined ? {} : { env: settings.environment }),
        execArgv: [
          `--max-old-space-size=${OLD_SPACE_MEGABYTES}`,
          `--max-semi-space-size=${SEMI_SPACE_MEGABYTES}`,
          '--expose-gc',
        ],
        // Engines print warnings about untrusted files, which must not get into the host's log.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', () => {
        resolve();
      });
      // It has no process.
      this.#process.once('error', () => {
        resolve();
      });
    });
    this.#process.on('message', (message) => {
      this.#receive(message as ChildMessage);
    });
    this.#process.on('error', (error) => {
      this.#end(
        new TemporarilyUnavailableError('No parser process could be started. Try again later.', { cause: error }),
      );
    });
    this.#process.on('exit', (code, signal) => {
      this.#end(exitError(code, signal));
    });
  }

  /** False once the child has exited or was told to exit. */
  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Runs one job; the child must be idle. The child is dead afterwards where a limit was passed or the signal aborted.
   * @throws the job's own errors, KilledFromOutsideError, the signal's reason
   * @throws DocumentUnreadableError with a ParserStoppedError as its cause, at a limit or crash
   */
  async run(message: JobMessage, { limit, onPage, signal }: RunOptions): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const watch = this.#watch(limit);
    const aborted = (): void => {
      this.kill(signal?.reason);
    };
    signal?.addEventListener('abort', aborted, { once: true });
    this.#assignment = {
      resolve,
      reject,
      onProgress: (page) => {
        watch.progressed();
        if (page !== undefined) onPage(page);
      },
    };
    this.#process.send(message, (error) => {
      if (error)
        this.#end(
          new KilledFromOutsideError('A parser process went away before its job reached it.', { cause: error }),
        );
    });
    try {
      return await promise;
    } finally {
      watch.stop();
      this.peakRss = Math.max(this.peakRss, watch.peakBytes);
      signal?.removeEventListener('abort', aborted);
    }
  }

  /** Kills the child; its running job fails with this error. */
  kill(error: unknown): void {
    this.#end(error);
    this.#process.kill('SIGKILL');
  }

  /** Ends an idle child: by a signal, since a document may have taught it to ignore everything else. */
  retire(): void {
    this.#alive = false;
    this.#process.kill('SIGKILL');
  }

  #watch(limit: TimeLimit): JobWatch {
    return new JobWatch({
      // A child that could not be started has no process id and emits 'error'.
      usageOf: () => processUsage(this.#process.pid ?? 0),
      limit,
      memoryLimitBytes: this.#settings.killAtBytes,
      tooSlow: () => {
        this.kill(
          new DocumentUnreadableError(
            'The document takes too long to read: it may be damaged or made to keep readers busy.',
            { cause: new ParserStoppedError('The parser process reached its time limit.') },
          ),
        );
      },
      tooLarge: () => {
        this.kill(
          new DocumentUnreadableError(
            'The document needs more memory than a document may: it may be damaged or made to fill memory.',
            { cause: new ParserStoppedError('The parser process reached its memory limit.') },
          ),
        );
      },
    });
  }

  #receive(message: ChildMessage): void {
    const assignment = this.#assignment;
    if (assignment === undefined) return; // sent before the child was killed
    if (message.kind === 'page' || message.kind === 'crop') {
      assignment.onProgress(message.kind === 'page' ? message.page : undefined);
      return;
    }
    this.#assignment = undefined;
    this.jobsDone += 1;
    this.rss = message.rss;
    if (message.kind === 'done') assignment.resolve(message.output);
    else assignment.reject(unpackError(message.error));
  }

  #end(error: unknown): void {
    this.#alive = false;
    const assignment = this.#assignment;
    this.#assignment = undefined;
    assignment?.reject(error);
  }
}

/** A SIGKILL that the pool did not send came from the kernel or an operator. The file caused any other exit. */
const exitError = (code: number | null, signal: NodeJS.Signals | null): Error =>
  signal === 'SIGKILL'
    ? new KilledFromOutsideError('A parser process was killed from outside.')
    : new DocumentUnreadableError('The document makes its reader crash: it may be damaged.', {
        cause: new ParserStoppedError(`The parser process ended with ${signal ?? `code ${code ?? '?'}`}.`),
      });
