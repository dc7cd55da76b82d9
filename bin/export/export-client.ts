/** The requests of an export to a running service. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { secondsOfRetryAfter } from '../../core/retry-after.ts';

/** Answers after which the same request may succeed. */
const TRY_AGAIN = new Set([429, 503]);
/** A service that asks so often in sequence to try again is taken as unavailable. */
const MAX_TRIES = 20;
const DEFAULT_WAIT_SECONDS = 1;
/** The longest window of a rate. */
const LONGEST_WAIT_SECONDS = 3600;
/** Answers for what has been deleted since the export was written. */
const GONE = new Set([403, 404, 410]);

/** The service refused a request of the export, cannot be reached, or ended an answer before it was whole. */
export class ExportRefusedError extends Error {
  override readonly name = 'ExportRefusedError';
  readonly code = 'export_refused';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`The export has stopped at ${path}: ${reason}`, options);
  }
}

/** A file of the account as it is sent. */
interface ExportedFile {
  readonly headers: Headers;
  /** Fails with an ExportRefusedError where the connection breaks. */
  readonly body: Readable;
}

export class ExportClient {
  readonly #url: string;
  readonly #key: string;

  /** @param url  address of the service @param key  API key of an owner of the account */
  constructor(url: string, key: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
  }

  /**
   * The records of the account as they are sent. The stream fails with an ExportRefusedError where the connection breaks.
   * @throws ExportRefusedError
   */
  async records(): Promise<Readable> {
    const path = '/account/export';
    const { body } = await this.#ask(path, 'POST');
    if (body === null) throw new ExportRefusedError(path, 'The answer is empty.');
    return streamOf(path, body);
  }

  /** A file of a record; undefined where it has been deleted meanwhile. @throws ExportRefusedError */
  async file(path: string): Promise<ExportedFile | undefined> {
    const answer = await this.#ask(path, 'GET', GONE);
    if (answer.ok) return { headers: answer.headers, body: streamOf(path, answer.body) };
    await answer.body?.cancel();
    return undefined;
  }

  async #ask(path: string, method: 'GET' | 'POST', accepted: ReadonlySet<number> = new Set()): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#fetch(path, method);
      if (answer.ok || accepted.has(answer.status)) return answer;
      if (!TRY_AGAIN.has(answer.status) || tries === MAX_TRIES)
        throw new ExportRefusedError(path, `${answer.status} ${await answer.text().catch(() => '')}`);
      await answer.body?.cancel();
      await sleep(1000 * secondsToWait(answer.headers.get('retry-after')));
    }
  }

  async #fetch(path: string, method: string): Promise<Response> {
    try {
      return await fetch(`${this.#url}${path}`, { method, headers: { authorization: `ApiKey ${this.#key}` } });
    } catch (error) {
      throw new ExportRefusedError(path, `${this.#url} cannot be reached.`, { cause: error });
    }
  }
}

const secondsToWait = (retryAfter: string | null): number =>
  Math.min(secondsOfRetryAfter(retryAfter, Date.now()) ?? DEFAULT_WAIT_SECONDS, LONGEST_WAIT_SECONDS);

const streamOf = (path: string, body: ReadableStream<Uint8Array> | null): Readable =>
  Readable.from(body === null ? [] : bytesOf(path, body), { objectMode: false });

async function* bytesOf(path: string, body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new ExportRefusedError(path, 'The connection broke before the answer was whole.', { cause: error });
  }
}
