/**
 * The split model on one machine: the model container's server runs as a child process and is called over HTTP, as
 * SageMaker calls it. The server is restarted when it exits, and replaced when it has not scored a window in time. It
 * ends with this process, because its standard input closes.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
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
import { findFreePort } from '../http/free-port.ts';
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
  /** Milliseconds after its start in which the server must answer /ping. Default 30,000. */
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
const PING_INTERVAL_MS = 50;
/** Milliseconds before the first restart, doubled with every consecutive exit up to LAST_RESTART_MS. */
const FIRST_RESTART_MS = 200;
const LAST_RESTART_MS = 30_000;
/** Milliseconds of uptime after which an exit does not count as consecutive. */
const HEALTHY_MS = 60_000;
const CLOSE_LIMIT_MS = 2_000;

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const unavailable = (cause?: unknown): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError('The split model is not available just now. Try again in a moment.', { cause });

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const answersPing = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/ping`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false; // Not listening yet.
  }
};

export class ModelProcess implements SplitModel {
  readonly #options: ModelProcessOptions;
  /** The server that is starting or running. */
  #server: Promise<Server>;
  #child: ChildProcess | undefined;
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
    if (child === undefined || hasEnded(child)) return;
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
    const server = await this.#spawnServer();
    await this.#untilReady(server);
    return server;
  }

  async #spawnServer(): Promise<Server> {
    try {
      const port = await findFreePort();
      if (this.#closed) throw unavailable();
      return this.#spawnOn(port);
    } catch (error) {
      // There is no child whose exit would restart the server.
      this.#restart(Date.now());
      throw error;
    }
  }

  #spawnOn(port: number): Server {
    const { program = PROGRAM, modelFolder, workflowWeights } = this.#options;
    const env = modelEnvironment({
      port,
      maxBodyBytes: this.maxWindowBytes + BODY_MARGIN_BYTES,
      ...(modelFolder === undefined ? {} : { modelFolder }),
      ...(workflowWeights === undefined ? {} : { workflowFolder: workflowWeights.folder }),
    });
    const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'ignore', 'inherit'] });
    const startedAt = Date.now();
    this.#child = child;
    const ended = (): void => {
      // One that was replaced has a successor.
      if (this.#child === child) this.#restart(startedAt);
    };
    child.once('error', ended);
    child.once('exit', ended);
    return { url: `http://127.0.0.1:${port}`, child };
  }

  async #untilReady({ url, child }: Server): Promise<void> {
    const deadline = Date.now() + (this.#options.startLimitMs ?? DEFAULT_START_LIMIT_MS);
    while (!(await answersPing(url))) {
      if (hasEnded(child)) throw new Error("The split model's server ended while it started.");
      if (Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error("The split model's server did not start in time.");
      }
      await pause(PING_INTERVAL_MS);
    }
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
