/**
 * The split model on one machine: the model container's server runs as a child process and is called over HTTP, as
 * SageMaker calls it. The server is restarted when it exits, and replaced when it has not scored a window in time. It
 * ends with this process, because its standard input closes.
 */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BlobNotFoundError, TemporarilyUnavailableError, WeightsRefusedError } from '../../../core/errors.ts';
import type { GapScores, SplitModel } from '../../../core/ports.ts';
import type { PageJson } from '../../../core/documents/page-record.ts';
import {
  decodeResponse,
  refusalOf,
  requestPieces,
  WEIGHTS_HEADER,
} from '../../../core/splitting/split-model-messages.ts';
import { modelEnvironment } from '../settings.ts';
import type { WorkflowWeights } from './workflow-weights.ts';

export interface ModelProcessOptions {
  /** The server's program. Default model-container/serve.ts. */
  readonly program?: string;
  /** Folder of the base model's weights. Default: the container's own. */
  readonly modelFolder?: string;
  /** Source of the weights of workflows. Default: none, only the base model is available. */
  readonly workflowWeights?: WorkflowWeights;
  /**
   * Bytes of the pages of one request. Default 24 MB: no network is involved, and with fewer windows fewer pages are
   * scored twice, as context of a neighbouring window.
   */
  readonly windowBytes?: number;
  /** Milliseconds after its start in which the server must listen. Default 30,000. */
  readonly startLimitMs?: number;
  /** Milliseconds in which the server must score one window; it is replaced when they have passed. Default 120,000. */
  readonly scoreLimitMs?: number;
}

const DEFAULT_WINDOW_BYTES = 24_000_000;
/** Room for the JSON around the pages, and for a window of two pages, which may exceed the window's limit. */
const BODY_MARGIN_BYTES = 8_000_000;
const PROGRAM = fileURLToPath(new URL('../../../model-container/serve.ts', import.meta.url));
const DEFAULT_START_LIMIT_MS = 30_000;
const DEFAULT_SCORE_LIMIT_MS = 120_000;
/** Milliseconds before the first restart, doubled with every consecutive exit up to LAST_RESTART_MS. */
const FIRST_RESTART_MS = 200;
const LAST_RESTART_MS = 30_000;
/** Milliseconds of uptime after which an exit does not count as consecutive. */
const HEALTHY_MS = 60_000;
const CLOSE_LIMIT_MS = 2_000;

type ServerProcess = ChildProcessByStdio<Writable, Readable, null>;

interface Server {
  readonly url: string;
  readonly child: ServerProcess;
}

const unavailable = (cause?: unknown): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError('The split model is not available just now. Try again in a moment.', { cause });

const hasEnded = (child: ServerProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * The port on which a server listens, from the first line that it prints.
 * @throws Error where it ends before, or the signal aborts
 */
const portOf = async (child: ServerProcess, signal: AbortSignal): Promise<number> => {
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line', { signal }),
    once(child, 'exit').then(() => Promise.reject(new Error("The split model's server ended while it started."))),
  ])) as [string]; // An event of Node.js with this parameter.
  return (JSON.parse(line) as { readonly port: number }).port; // As model-container/serve.ts prints it.
};

export class ModelProcess implements SplitModel {
  readonly #options: ModelProcessOptions;
  /** The server that is starting or running. */
  #server: Promise<Server>;
  #child: ServerProcess | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #consecutiveExits = 0;
  #closed = false;

  /** Starts the server. Calls of `score` wait for it. */
  constructor(options: ModelProcessOptions = {}) {
    this.#options = options;
    this.#server = this.#start();
  }

  /** Process id of the server; undefined while none is running. */
  get pid(): number | undefined {
    return this.#child !== undefined && !hasEnded(this.#child) ? this.#child.pid : undefined;
  }

  get maxWindowBytes(): number {
    return this.#options.windowBytes ?? DEFAULT_WINDOW_BYTES;
  }

  async score(pages: readonly PageJson[], weights?: string): Promise<GapScores> {
    if (weights !== undefined) await this.#fetchWeights(weights);
    const server = await this.#running();
    try {
      return await this.#invoke(server, pages, weights);
    } catch (error) {
      // The copy may be what is damaged.
      if (weights !== undefined && error instanceof WeightsRefusedError)
        await this.#options.workflowWeights?.forget(weights);
      throw error;
    }
  }

  /** @throws WeightsRefusedError where there are none */
  async #fetchWeights(key: string): Promise<void> {
    try {
      await this.#options.workflowWeights?.fetch(key);
    } catch (error) {
      throw error instanceof BlobNotFoundError ? new WeightsRefusedError(error.message, { cause: error }) : error;
    }
  }

  /** Ends the server. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restartTimer);
    await this.#server.catch(() => undefined);
    const child = this.#child;
    // One that could not be started has no process id.
    if (child?.pid === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_LIMIT_MS);
    await ended;
    clearTimeout(force);
  }

  async #running(): Promise<Server> {
    if (this.#closed) throw unavailable();
    try {
      const server = await this.#server;
      if (!hasEnded(server.child)) return server;
    } catch (error) {
      throw unavailable(error);
    }
    throw unavailable();
  }

  #start(): Promise<Server> {
    const server = this.#launch();
    server.catch(() => undefined); // Calls of `score` throw the error.
    return server;
  }

  async #launch(): Promise<Server> {
    const child = this.#spawn();
    const limit = AbortSignal.timeout(this.#options.startLimitMs ?? DEFAULT_START_LIMIT_MS);
    try {
      return { url: `http://127.0.0.1:${await portOf(child, limit)}`, child };
    } catch (error) {
      if (!limit.aborted) throw error;
      child.kill('SIGKILL');
      throw new Error("The split model's server did not start in time.", { cause: error });
    }
  }

  #spawn(): ServerProcess {
    const { program = PROGRAM, modelFolder, workflowWeights } = this.#options;
    const env = modelEnvironment({
      maxBodyBytes: this.maxWindowBytes + BODY_MARGIN_BYTES,
      ...(modelFolder === undefined ? {} : { modelFolder }),
      ...(workflowWeights === undefined ? {} : { workflowFolder: workflowWeights.folder }),
    });
    const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const startedAt = Date.now();
    this.#child = child;
    const ended = (): void => {
      // One that was replaced has a successor.
      if (this.#child === child) this.#restart(startedAt);
    };
    child.once('error', ended);
    child.once('exit', ended);
    return child;
  }

  /** Kills a server that does not respond. Calls that wait for it fail, and later ones wait for its successor. */
  #replace({ child }: Server): void {
    if (this.#closed || this.#child !== child || hasEnded(child)) return;
    this.#child = undefined;
    child.kill('SIGKILL');
    this.#server = this.#start();
  }

  /** @param startedAt  time in milliseconds at which the server that has ended was started */
  #restart(startedAt: number): void {
    if (this.#closed) return;
    this.#consecutiveExits = Date.now() - startedAt > HEALTHY_MS ? 1 : this.#consecutiveExits + 1;
    const delay = Math.min(LAST_RESTART_MS, FIRST_RESTART_MS * 2 ** (this.#consecutiveExits - 1));
    clearTimeout(this.#restartTimer);
    this.#restartTimer = setTimeout(() => {
      this.#server = this.#start();
    }, delay);
    this.#restartTimer.unref();
  }

  async #invoke(server: Server, pages: readonly PageJson[], weights: string | undefined): Promise<GapScores> {
    const { status, text } = await this.#post(server, requestPieces(pages), weights);
    if (status === 429 || status >= 500) throw unavailable(new Error(`The split model answered ${status}: ${text}`));
    if (status !== 200) throw refusalOf(status, text);
    return decodeResponse(text, pages.length);
  }

  /**
   * Sends a request, whose pieces are not copied, and reads the whole response. A server that scores a window for too long
   * is replaced: it answers nobody else meanwhile.
   * @throws TemporarilyUnavailableError where either fails
   */
  async #post(
    server: Server,
    body: readonly Uint8Array[],
    weights: string | undefined,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const limit = AbortSignal.timeout(this.#options.scoreLimitMs ?? DEFAULT_SCORE_LIMIT_MS);
    const request = sendRequest(`${server.url}/invocations`, {
      method: 'POST',
      // A kept connection may be closed by the server at the moment in which it is used again.
      agent: false,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.reduce((sum, { length }) => sum + length, 0),
        ...(weights === undefined ? {} : { [WEIGHTS_HEADER]: weights }),
      },
      signal: limit,
    });
    // A server that refuses the pages before it has read them all closes the connection after its response.
    request.on('error', () => undefined);
    try {
      const responded = once(request, 'response') as Promise<[IncomingMessage]>;
      for (const piece of body) request.write(piece);
      request.end();
      const [response] = await responded;
      return { status: response.statusCode ?? 0, text: await readText(response) };
    } catch (error) {
      if (limit.aborted) this.#replace(server);
      throw unavailable(error);
    }
  }
}
