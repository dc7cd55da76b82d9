/** Calls of a service whose answers are JSON. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../running-service.ts';

/** There was no answer: the service was killed. */
export class NoAnswerError extends Error {}

const POLL_MS = 300;

export class ApiClient {
  readonly #service: Pick<RunningService, 'request'>;

  constructor(service: Pick<RunningService, 'request'>) {
    this.#service = service;
  }

  /** Sends JSON or a form. @throws NoAnswerError, and Error for an answer of 400 or more */
  async send<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    const isForm = body instanceof FormData;
    const { status, text } = await this.#service
      .request(path, {
        method,
        headers: {
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch((error: unknown) => {
        throw new NoAnswerError(`${method} ${path} was not answered.`, { cause: error });
      });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  }

  get<Body>(path: string): Promise<Body> {
    return this.send<Body>('GET', path);
  }
}

/** Polls until the value is so. @throws Error at the limit */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isSo: (value: Value) => boolean,
  limitMs: number,
): Promise<Value> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > limit)
      throw new Error(`After ${limitMs} ms it is still ${JSON.stringify(value).slice(0, 500)}.`);
    await sleep(POLL_MS);
  }
}

/** A form with PDF files and fields. */
export function formOf(files: ReadonlyMap<string, Uint8Array>, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, bytes] of files)
    form.append('file', new Blob([Buffer.from(bytes)], { type: 'application/pdf' }), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
