/** Asks a deployed stage over the internet. */
import { connect } from 'node:tls';
import type { Site } from './deployed-stage.ts';

const LIMIT_MS = 35_000;

const certificateEnd = (host: string): Promise<Date> => {
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const socket = connect({ host, port: 443, servername: host, timeout: LIMIT_MS }, () => {
    resolve(new Date(socket.getPeerCertificate().valid_to));
    socket.end();
  });
  socket.on('error', reject);
  socket.on('timeout', () => socket.destroy(new Error(`${host} does not answer.`)));
  return promise;
};

export const internetSite: Site = {
  status: async (url) => (await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) })).status,
  certificateEnd,
};
