/** An HTTP server that receives webhooks, slowly enough to be interrupted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds until an answer: a kill may fall between the request and the answer. */
const ANSWER_MS = 40;

export interface WebhookReceiver {
  readonly url: string;
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** The different bodies that came with each `webhook-id`. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const bodies = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    void text(request).then(
      async (body) => {
        const id = String(request.headers['webhook-id']);
        bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
        await sleep(ANSWER_MS);
        response.writeHead(204).end();
      },
      // The sender was killed.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on TCP.
  return {
    url: `http://${host}/hook`,
    host,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
