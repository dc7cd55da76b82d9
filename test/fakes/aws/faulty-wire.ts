/** Faults of the network and of AWS, injected where the SDK hands over its requests. */
import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { WireAnswer } from './fake-wire.ts';

/**
 * `reset`: the connection breaks before the service has seen the request. `lost`: the service carries the request out, then
 * the connection breaks. `hang`: no answer ever comes. `cut`: the answer's body breaks off in its middle. Or an answer of
 * the service's own.
 */
export type Fault = 'reset' | 'lost' | 'hang' | 'cut' | WireAnswer;

type Handle = NodeHttpHandler['handle'];

const brokenConnection = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

const whenAborted = (signal: { aborted: boolean; onabort?: unknown } | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => {
      reject(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
    };
    if (signal === undefined) return;
    if (signal.aborted) abort();
    else (signal as AbortSignal).addEventListener('abort', abort); // The adapters pass real ones.
  });

const cutBody = (body: unknown): Readable =>
  Readable.from(
    (async function* () {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        yield chunk.subarray(0, Math.floor(chunk.length / 2));
        throw brokenConnection();
      }
    })(),
  );

export class FaultyWire extends NodeHttpHandler {
  /** Requests that were sent, faulty ones too. */
  sent = 0;
  readonly #inner: NodeHttpHandler;
  readonly #faults: (Fault | undefined)[];
  readonly #forEver: Fault | undefined;
  /** Milliseconds that a client pauses before each retry; undefined: as the SDK does. */
  readonly retryPauseMs: number | undefined;

  /** @param faults  of the first requests, in order; undefined: none. @param forEver  of all that follow */
  constructor(
    inner: NodeHttpHandler,
    faults: readonly (Fault | undefined)[],
    forEver?: Fault,
    options: { readonly retryPauseMs?: number } = {},
  ) {
    super();
    this.retryPauseMs = options.retryPauseMs;
    this.#inner = inner;
    this.#faults = [...faults];
    this.#forEver = forEver;
  }

  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    this.sent += 1;
    const fault = this.#faults.length > 0 ? this.#faults.shift() : this.#forEver;
    if (fault === 'reset') throw brokenConnection();
    if (fault === 'hang') return whenAborted(options?.abortSignal);
    if (typeof fault === 'object')
      return {
        response: new HttpResponse({
          statusCode: fault.status,
          headers: { ...fault.headers },
          body: Readable.from([Buffer.from(fault.body ?? '')]),
        }),
      };
    const { response } = await this.#inner.handle(request, options);
    if (fault === 'lost') throw brokenConnection();
    if (fault === 'cut') response.body = cutBody(response.body);
    return { response };
  }
}
