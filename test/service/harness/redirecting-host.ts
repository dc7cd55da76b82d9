/**
 * Stands for the host on AWS in front of a service: it answers results and their PDFs, whatever their size, with a
 * redirect to a storage of its own, which refuses an `Authorization` header as S3 does.
 */
import { createServer, request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RedirectingHost {
  readonly url: string;
  close(): Promise<void>;
}

/** A result, the PDF of a sub-document, or the POST that is answered with a result. */
const REDIRECTED = /^\/processing\/(results\/)?[^/]+(\/split-pdfs\/\d+)?$/;

/** As on AWS; nothing here expires. */
const LIFETIME_MS = 15 * 60_000;

interface Stored {
  readonly type: string;
  readonly bytes: Buffer;
}

const storageOf =
  (stored: ReadonlyMap<string, Stored>): RequestListener =>
  ({ url = '', method, headers }, response) => {
    const file = stored.get(url);
    if (file === undefined || method !== 'GET' || headers.authorization !== undefined)
      response.writeHead(400, { 'Content-Type': 'application/xml' }).end('<Error><Code>InvalidArgument</Code></Error>');
    else response.writeHead(200, { 'Content-Type': file.type }).end(file.bytes);
  };

/** The service's answer. Storage has no content coding, so none is asked for. */
const forward = (request: IncomingMessage, service: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, headers } = request;
    const sent = requestHttp(new URL(request.url ?? '/', service), {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    request.pipe(sent);
  });

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // It listens on TCP.
};

const end = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

/** @param service  address of the service */
export const startRedirectingHost = async (service: string): Promise<RedirectingHost> => {
  const stored = new Map<string, Stored>();
  const storage = createServer(storageOf(stored));
  // By another host name than that of the host: clients drop their credentials for another host only.
  const storageUrl = `http://localhost:${await listen(storage)}`;
  const host = createServer((request, response) => {
    void (async () => {
      const answer = await forward(request, service);
      const { statusCode = 500, headers } = answer;
      const bytes = await buffer(answer);
      if (statusCode < 202 && REDIRECTED.test(new URL(request.url ?? '/', service).pathname)) {
        const path = `/${stored.size}`;
        stored.set(path, { type: headers['content-type'] ?? '', bytes });
        const url = `${storageUrl}${path}`;
        response
          .writeHead(request.method === 'GET' ? 307 : 303, { 'Content-Type': 'application/json', Location: url })
          .end(JSON.stringify({ url, expires_at: new Date(Date.now() + LIFETIME_MS), size: bytes.length }));
      } else response.writeHead(statusCode, headers).end(bytes);
    })();
  });
  return {
    url: `http://127.0.0.1:${await listen(host)}`,
    close: async () => {
      await Promise.all([end(host), end(storage)]);
    },
  };
};
