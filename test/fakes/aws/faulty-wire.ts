/** Injects faults of the network and of AWS between the SDK and a fake service. */
import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { WireAnswer } from './fake-wire.ts';

/**
 * `reset`: the connection breaks before the service has received the request. `lost`: the service executes the request,
 * then the connection breaks. `hang`: there is no response. `cut`: the response body is truncated. Otherwise: a
 * response of the service.
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
    else (signal as AbortSignal).addEventListener('abort', abort); // The adapters pass real AbortSignals.
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
  /** Number of requests, including those with a fault. */
  sent = 0;
  readonly #inner: NodeHttpHandler;
  readonly #faults: (Fault | undefined)[];
  readonly #forEver: Fault | undefined;
  /** Pause of a client before each retry, in milliseconds; undefined: the SDK's own pauses. */
  readonly retryPauseMs: number | undefined;

  /**
   * @param faults  of the first requests, in order; undefined: none
   * @param forEver  fault of all later requests
   */
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
