/** An HTTP server that receives webhooks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  /** `127.0.0.1:<port>`. */
  readonly host: string;
  readonly received: readonly Received[];
  /** Answers of the next requests: a status, and headers. After them: 204. */
  readonly answers: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[];
  /** Resolves once so many requests have arrived. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  const answers: Receiver['answers'] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ path: request.url ?? '', headers, body });
      const { status, headers: sent = {} } = answers.shift() ?? { status: 204 };
      response.writeHead(status, sent).end();
      server.emit('received');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on TCP.
  return {
    url: `http://${host}/hook`,
    host,
    received,
    answers,
    until: async (count) => {
      while (received.length < count) await new Promise((resolve) => server.once('received', resolve));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
