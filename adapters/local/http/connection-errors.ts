/** Answers, on the socket itself, requests that Node.js does not pass on as requests. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { MethodNotImplementedError } from '../../../core/errors.ts';
import { errorCode } from '../storage-full.ts';
import { HostProblem, malformedRequest, PROBLEM_TYPE, problemBody } from './host-problem.ts';

/** The CORS headers of an answer, by the request's `Origin`. */
export type CrossOriginHeaders = (origin: string | undefined) => Readonly<Record<string, string>>;

/** What Node.js says of a request that it cannot read. */
export interface ConnectionError extends Error {
  /** A Buffer of the last bytes that were received, contrary to Fastify's type. */
  readonly rawPacket?: unknown;
  /** Where in them the error is. */
  readonly bytesParsed?: number;
}

type Problem = HostProblem | MethodNotImplementedError;

/** Milliseconds for which a client may read the answer before its connection is closed. */
const LINGER_MS = 2000;

/** A request line whose method is a token (RFC 9110, section 5.6.2). */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/;

const headersTooLarge = (): HostProblem =>
  new HostProblem({
    status: 431,
    code: 'headers_too_large',
    title: 'The headers are too large',
    detail: 'The request line and the headers have more than 16 KB together. Send fewer or shorter headers.',
  });
const tooSlow = (): HostProblem =>
  new HostProblem({
    status: 408,
    code: 'request_timeout',
    title: 'The request took too long',
    detail: 'The request did not arrive in time. Send it again.',
  });

/** The request in which the error is, from its first byte; empty where it is not known. */
const failedRequest = ({ rawPacket, bytesParsed = 0 }: ConnectionError): string => {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed);
  return before === -1 ? text : text.slice(before + 4);
};

/** The value of `Origin` in the head of the request, as far as it was received in one packet. */
const originOf = (error: ConnectionError): string | undefined => {
  const [head = ''] = failedRequest(error).split('\r\n\r\n', 1);
  return /^origin:[ \t]*(\S+)[ \t]*$/im.exec(head.replaceAll('\r', ''))?.[1];
};

const problemOf = (error: ConnectionError): Problem => {
  const code = errorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow();
  const method = code === 'HPE_INVALID_METHOD' ? REQUEST_LINE.exec(failedRequest(error))?.[1] : undefined;
  return method === undefined
    ? malformedRequest('The request is not valid HTTP.')
    : new MethodNotImplementedError(method);
};

const send = (socket: Duplex, problem: Problem, headers: Readonly<Record<string, string>>): void => {
  const requestId = randomUUID();
  const body = problemBody(problem, requestId);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/** @returns a function that answers 400, 408, 431 or 501, and closes the connection */
export const refuseConnection =
  (crossOriginHeaders: CrossOriginHeaders) =>
  (error: ConnectionError, socket: Duplex): void => {
    // Further bytes of a request that was answered: to destroy the socket now could cost the client the answer.
    if (socket.writableEnded) return;
    if (errorCode(error) === 'ECONNRESET' || !socket.writable) socket.destroy();
    else send(socket, problemOf(error), crossOriginHeaders(originOf(error)));
  };

/** Answers 501 to CONNECT, for which Node.js has an event of its own. */
export const refuseTunnel = (socket: Duplex): void => {
  send(socket, new MethodNotImplementedError('CONNECT'), {});
};
