/**
 * The local HTTP server. It converts HTTP requests to API Gateway proxy events and the results to HTTP responses. All
 * logic is in the handler, the same one that Lambda calls.
 */
import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { refuseConnection, refuseTunnel } from './connection-errors.ts';
import type { CrossOriginHeaders } from './connection-errors.ts';
import { answerThroughHandler } from './answer-through-handler.ts';
import type { ProxyHandler } from './answer-through-handler.ts';
import type { FileBlobStore } from '../blobs/file-blob-store.ts';
import { PROBLEM_TYPE, describeProblem, malformedRequest, problemBody } from './host-problem.ts';
import type { PresignedUploads } from './presigned-uploads.ts';
import { EMPTY_BODY, checkDeclaredSize, receiveBody } from './request-body.ts';
import { MalformedPathError, MethodNotAllowedError } from '../../../core/errors.ts';
import { errorCode } from '../storage-full.ts';
import { UPLOADS_PATH } from './upload-signer.ts';
import type { WebPages } from './web-pages.ts';

/** What an upload's address answers with 405. The handler answers preflights, and 501 to methods that HTTP does not define. */
const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'TRACE', 'QUERY'];

/** Writes a log line. */
export type HostLog = (message: string, details: { readonly requestId?: string; readonly error?: unknown }) => void;

export interface HttpHostOptions {
  readonly handler: ProxyHandler;
  /** Opens the blobs that the handler's results name instead of a body. */
  readonly blobs: Pick<FileBlobStore, 'openRange'>;
  /** Receives presigned uploads; without it, their paths are unknown. */
  readonly uploads?: PresignedUploads;
  /** The web interface; without it, only the API answers. */
  readonly pages?: WebPages | undefined;
  /** Address to listen on, e.g. 127.0.0.1. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Bytes of a request body at most; presigned uploads have their own size. */
  readonly maxBodyBytes: number;
  /** Folder for bodies that are being received; leftover files can be deleted. */
  readonly spoolFolder: string;
  /** Bytes that large bodies with the handler's copies may take at the same time; others wait. Default 400 MB. */
  readonly memoryBytes?: number;
  /** Milliseconds that `close` waits for requests in progress. Default 10,000. */
  readonly closeLimitMs?: number;
  /** Milliseconds until the headers of a request must have arrived. Default 20,000. */
  readonly headersLimitMs?: number;
  /** Headers of the answers that do not come from the handler, by the request's `Origin` (CORS). Default: none. */
  readonly crossOriginHeaders?: CrossOriginHeaders;
  readonly log?: HostLog;
}

export interface HttpHost {
  /** e.g. http://127.0.0.1:8321 */
  readonly url: string;
  /** Accepts no more requests, waits for those in progress up to the limit, then closes their connections. */
  close(): Promise<void>;
}

/** Another process listens on the port. */
export class PortInUseError extends Error {
  constructor(host: string, port: number, options: ErrorOptions) {
    super(`Port ${port} on ${host} is in use by another program. Choose another port.`, options);
    this.name = 'PortInUseError';
  }
}

const DEFAULT_HEADERS_LIMIT_MS = 20_000;
/** Milliseconds until the whole request must have arrived. */
const REQUEST_TIMEOUT_MS = 600_000;
/** Milliseconds between looks at which requests are past their limits; Node.js looks every 30 seconds by default. */
const LIMIT_CHECK_MS = 1000;
const KEEP_ALIVE_MS = 30_000;
const DEFAULT_CLOSE_LIMIT_MS = 10_000;
/** Milliseconds between looks at idle connections while the server closes. */
const CLOSE_IDLE_MS = 50;
/** `Retry-After` of a 503, in seconds. */
const RETRY_AFTER_SECONDS = 30;

const sendProblem = (
  reply: FastifyReply,
  error: unknown,
  requestId: string,
  crossOriginHeaders: CrossOriginHeaders,
): void => {
  const { status } = describeProblem(error);
  if (status === 503) reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  if (error instanceof MethodNotAllowedError) reply.header('allow', error.allowed.join(', '));
  // As bytes: for a string Fastify would add a charset, which this media type does not define.
  reply
    .code(status)
    .header('content-type', PROBLEM_TYPE)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': requestId })
    .headers(crossOriginHeaders(reply.request.headers.origin))
    .send(Buffer.from(problemBody(error, requestId)));
};

/** A request has one Host; one of HTTP/1.0 may have none (RFC 9112, section 3.2). */
const checkHost = ({ raw }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
  const count = raw.headersDistinct['host']?.length ?? 0;
  if (count > 1) done(malformedRequest('The request has more than one Host header. Send one.'));
  else if (count === 0 && raw.httpVersion !== '1.0')
    done(malformedRequest('The request has no Host header, which HTTP/1.1 demands.'));
  else done();
};

/** Path and query of a request. A target may also be an absolute address, as for a proxy (RFC 9112, section 3.2.2). */
const pathAndQuery = ({ url = '/' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/?]*\/?/i, '/');

const createServer = (crossOriginHeaders: CrossOriginHeaders, headersTimeout: number): FastifyInstance => {
  const server = Fastify({
    bodyLimit: Number.MAX_SAFE_INTEGER, // receiveBody enforces the limit.
    clientErrorHandler: refuseConnection(crossOriginHeaders),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      sendProblem(
        reply,
        error.code === 'FST_ERR_BAD_URL' ? new MalformedPathError() : malformedRequest(error.message),
        request.id,
        crossOriginHeaders,
      );
    },
    genReqId: () => randomUUID(),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    rewriteUrl: pathAndQuery,
    // Node.js would answer a missing Host without a problem: checkHost does.
    http: { headersTimeout, connectionsCheckingInterval: LIMIT_CHECK_MS, requireHostHeader: false },
  });
  server.addHook('onRequest', checkHost);
  // For Fastify no method has a body: the handler, not Fastify, checks content types and methods.
  server.server.on('connect', (_request, socket) => {
    refuseTunnel(socket);
  });
  for (const method of METHODS) server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  return server;
};

const bodyStream = ({ headers, raw }: FastifyRequest): Readable | undefined =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0' ? undefined : raw;

const addRoutes = (server: FastifyInstance, options: HttpHostOptions): void => {
  const { handler, blobs, memoryBytes, pages } = options;
  const answer = answerThroughHandler({ handler, blobs, largeBodiesBytes: memoryBytes, pages });
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (pages?.answers(request) === true) return pages.send(reply);
    checkDeclaredSize(request.headers['content-length'], options.maxBodyBytes);
    const stream = bodyStream(request);
    const body =
      stream === undefined
        ? EMPTY_BODY
        : await receiveBody(stream, { maxBytes: options.maxBodyBytes, folder: options.spoolFolder });
    try {
      await answer(request, reply, body);
    } finally {
      await body.discard();
    }
  };
  const { uploads } = options;
  if (uploads !== undefined) {
    server.put(`${UPLOADS_PATH}/*`, async (request, reply) => {
      const { 'content-type': contentType, 'content-length': contentLength } = request.headers;
      const info = await uploads.receive({
        url: request.raw.url ?? '',
        contentType,
        contentLength,
        body: bodyStream(request) ?? Readable.from([]),
      });
      await reply
        .code(200)
        .header('etag', `"${info.etag}"`)
        .headers(options.crossOriginHeaders?.(request.headers.origin) ?? {})
        .send();
    });
    server.route({
      method: OTHER_METHODS,
      url: `${UPLOADS_PATH}/*`,
      handler: () => {
        throw new MethodNotAllowedError(['PUT']);
      },
    });
  }
  server.all('*', handle);
  server.setNotFoundHandler(handle);
};

/**
 * A request with `Expect: 100-continue` is rejected before its body is sent if the body would be too large. Other
 * expectations are ignored, as RFC 9110 (section 10.1.1) permits: Node.js would answer 417 without a problem.
 */
const answerExpectations = (server: FastifyInstance, options: HttpHostOptions): void => {
  server.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const tooLarge =
      Number(request.headers['content-length'] ?? 0) > options.maxBodyBytes &&
      !pathAndQuery(request).startsWith(UPLOADS_PATH);
    if (!tooLarge) response.writeContinue();
    server.server.emit('request', request, response);
  });
  server.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.server.emit('request', request, response);
  });
};

const listen = async (server: FastifyInstance, options: HttpHostOptions): Promise<number> => {
  try {
    await server.listen({ host: options.host, port: options.port });
  } catch (error) {
    throw errorCode(error) === 'EADDRINUSE' ? new PortInUseError(options.host, options.port, { cause: error }) : error;
  }
  // A server that listens on TCP has an AddressInfo.
  return (server.server.address() as AddressInfo).port;
};

const closeWithin = async (server: FastifyInstance, limitMs: number): Promise<void> => {
  const timer = setTimeout(() => {
    server.server.closeAllConnections();
  }, limitMs);
  // A connection that becomes idle without a response, after the rest of a refused body, is closed by nobody else.
  const idle = setInterval(() => {
    server.server.closeIdleConnections();
  }, CLOSE_IDLE_MS);
  await server.close();
  clearTimeout(timer);
  clearInterval(idle);
};

/**
 * Starts the server.
 * @throws PortInUseError
 */
export const startHttpHost = async (options: HttpHostOptions): Promise<HttpHost> => {
  const crossOriginHeaders = options.crossOriginHeaders ?? (() => ({}));
  const server = createServer(crossOriginHeaders, options.headersLimitMs ?? DEFAULT_HEADERS_LIMIT_MS);
  server.setErrorHandler((error, request, reply) => {
    if (describeProblem(error).status === 500)
      options.log?.('A request could not be answered.', { requestId: request.id, error });
    sendProblem(reply, error, request.id, crossOriginHeaders);
  });
  await options.pages?.register(server);
  addRoutes(server, options);
  answerExpectations(server, options);
  const port = await listen(server, options);
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    close: () => closeWithin(server, options.closeLimitMs ?? DEFAULT_CLOSE_LIMIT_MS),
  };
};
