/** Replaces the network: SDK clients send their signed and serialised requests here and parse real responses. */
import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';

export interface WireRequest {
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

type SdkRequest = Parameters<NodeHttpHandler['handle']>[0];
type SdkResponse = Awaited<ReturnType<NodeHttpHandler['handle']>>;

const readBody = (body: unknown): Buffer => {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.concat([body]);
  throw new TypeError('The body of a request must be in memory, so that it can be sent again.');
};

const firstOf = (value: string | string[] | null): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''));

export abstract class FakeWire extends NodeHttpHandler {
  override async handle(request: SdkRequest): Promise<SdkResponse> {
    const {
      status,
      headers = {},
      body = '',
    } = await this.answer({
      method: request.method,
      path: request.path,
      query: Object.fromEntries(Object.entries(request.query).map(([name, value]) => [name, firstOf(value)])),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: readBody(request.body),
    });
    const bytes = Buffer.from(body);
    return {
      response: new HttpResponse({
        statusCode: status,
        headers: { 'content-length': String(bytes.length), ...headers },
        body: Readable.from(bytes.length === 0 ? [] : [bytes]),
      }),
    };
  }

  protected abstract answer(request: WireRequest): WireAnswer | Promise<WireAnswer>;
}

/** An error response of the JSON protocols. */
export const jsonError = (name: string, message: string, more: object = {}, status = 400): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: `com.amazonaws#${name}`, message, Message: message, ...more }),
});

export const jsonAnswer = (value: object): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(value),
});
