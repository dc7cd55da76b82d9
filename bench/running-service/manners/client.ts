/** A plain HTTP client: it adds no header, follows no redirect and decodes no body. */
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';

/** Milliseconds: the longest wait of the API, and rendering. */
const LIMIT_MS = 180_000;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Send no API key. */
  readonly anonymous?: true;
}

export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** Sends one request on a connection of its own. @param path  with its query, percent-encoded */
export const send = (target: Target, method: string, path: string, init: RequestInit = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const url = new URL(target.url);
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: url.hostname,
      port: url.port,
      method,
      // Not through URL, which would normalise it.
      path: `${url.pathname.replace(/\/$/, '')}${path}`,
      agent: false,
      timeout: LIMIT_MS,
      headers: {
        ...(init.anonymous === true ? {} : { authorization: `ApiKey ${target.key}` }),
        ...(init.body === undefined ? {} : { 'content-length': String(init.body.length) }),
        ...init.headers,
      },
    });
    request.on('error', reject).on('timeout', () => request.destroy(new Error('No answer within three minutes.')));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        });
    });
    request.end(init.body);
  });

/** Sends bytes as they are to an `http:` target. @returns everything that comes back until the connection ends */
export const sendRaw = (target: Target, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const url = new URL(target.url);
    const socket = connect(Number(url.port === '' ? 80 : url.port), url.hostname);
    let received = '';
    socket
      .setEncoding('utf8')
      .setTimeout(LIMIT_MS, () => socket.destroy(new Error('No answer within three minutes.')))
      .on('data', (chunk: string) => {
        received += chunk;
      })
      .on('error', reject)
      .on('close', () => {
        resolve(received);
      });
    socket.write(text);
  });

/** The body as JSON; an empty object where it is none. */
export const jsonOf = ({ body }: Answer): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body.toString());
    // Members are read one by one and compared, so their types are not needed.
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
};

/** Text as it is, anything else as JSON; empty for undefined. */
export const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** A multipart body and its headers. @param fields  text parts; a file is given by its name and bytes */
export const multipart = async (
  fields: Readonly<Record<string, string | { readonly name: string; readonly bytes: Uint8Array }>>,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([Buffer.from(value.bytes)]), value.name);
  }
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
};

export const jsonBody = (
  value: unknown,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array } => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});
