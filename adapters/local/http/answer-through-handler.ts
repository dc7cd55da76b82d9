/** Passes one HTTP request through the Lambda handler, within a memory limit for request bodies. */
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileBlobStore } from '../blobs/file-blob-store.ts';
import { MemoryGate } from '../model/memory-gate.ts';
import { toHttpResponse, toProxyEvent } from './proxy-event.ts';
import type { HandlerResult } from './proxy-event.ts';
import type { ReceivedBody } from './request-body.ts';
import type { WebPages } from './web-pages.ts';

/** Frees an unshared buffer at once: the garbage collector may keep 100 MB for a long time. */
const freeBytes = (bytes: Buffer): void => {
  // Node.js allocates small buffers in a shared pool.
  if (bytes.length > SMALL_BODY && bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length)
    bytes.buffer.transfer(0);
};

export type ProxyHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<HandlerResult>;

export interface AnswerOptions {
  readonly handler: ProxyHandler;
  /** Opens the blobs that results name. */
  readonly blobs: Pick<FileBlobStore, 'openRange'>;
  /** Shown to a browser instead of a problem where nothing is at its address. */
  readonly pages?: Pick<WebPages, 'answersInstead' | 'send'> | undefined;
  /** Bytes that large bodies may take at the same time, each counted with its copies. Default 400 MB. */
  readonly largeBodiesBytes?: number | undefined;
}

/** Bytes up to which a body counts as small: JSON and small files never wait for large uploads. */
const SMALL_BODY = 1024 * 1024;
/** Copies of a body in memory: base64, the handler's decoded bytes and its copies of them. */
const COPIES = 4;
const SMALL_BODIES_BYTES = 64 * 1024 * 1024;
/** Keeps the server below 600 MB of memory. A body of 100 MB is processed alone. */
const DEFAULT_LARGE_BODIES_BYTES = 400 * 1024 * 1024;
/** Longer than any handler takes: the local host has no invocation timeout. */
const REMAINING_MS = 900_000;

/** Lambda's context without its deprecated callbacks. Only the request id is meaningful on the local host. */
const localContext = (requestId: string): Context =>
  ({
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'local',
    functionVersion: 'local',
    getRemainingTimeInMillis: () => REMAINING_MS,
    invokedFunctionArn: 'local',
    logGroupName: 'local',
    logStreamName: 'local',
    memoryLimitInMB: '0',
  }) as Context;

/**
 * The event with a `body` setter: a handler that has read the body sets it to null, which releases its memory while the
 * request waits for its result, for minutes possibly. On Lambda the same assignment has no effect.
 */
const releaseWithBody = (event: APIGatewayProxyEvent, release: () => void): APIGatewayProxyEvent => {
  let { body } = event;
  return Object.defineProperty(event, 'body', {
    enumerable: true,
    get: () => body,
    set: (value: string | null) => {
      body = value;
      if (value === null) release();
    },
  });
};

/** Sends a handler's result. @throws BlobNotFoundError before anything is sent */
const send = async (reply: FastifyReply, result: HandlerResult, { blobs, pages }: AnswerOptions): Promise<void> => {
  if (pages?.answersInstead(reply.request, result.statusCode) === true) return pages.send(reply, result.statusCode);
  const { status, headers, body } = toHttpResponse(result);
  const { stored } = result;
  const stream = stored === undefined ? undefined : await blobs.openRange(stored);
  reply.code(status).headers(headers);
  if (stored !== undefined) reply.header('content-length', stored.length);
  // For an empty buffer fastify would add Content-Length and Content-Type, which a HEAD and a 304 must not have.
  await reply.send(stream ?? (body.length === 0 ? undefined : body));
};

/** @returns a function that answers a request whose body has been received */
export const answerThroughHandler = (
  options: AnswerOptions,
): ((request: FastifyRequest, reply: FastifyReply, body: ReceivedBody) => Promise<void>) => {
  const { handler, largeBodiesBytes = DEFAULT_LARGE_BODIES_BYTES } = options;
  const small = new MemoryGate(SMALL_BODIES_BYTES);
  const large = new MemoryGate(largeBodiesBytes);

  const makeEvent = async (request: FastifyRequest, body: ReceivedBody): Promise<APIGatewayProxyEvent> => {
    const bytes = await body.read();
    await body.discard();
    const event = toProxyEvent({
      requestId: request.id,
      method: request.method,
      url: request.raw.url ?? '/',
      rawHeaders: request.raw.rawHeaders,
      sourceIp: request.ip,
      arrivedAt: request.raw.socket,
      receivedAt: new Date(),
      body: bytes,
    });
    freeBytes(bytes);
    return event;
  };

  return async (request, reply, body) => {
    const release = await (body.size <= SMALL_BODY ? small : large).enter(body.size * COPIES);
    try {
      const event = releaseWithBody(await makeEvent(request, body), release);
      await send(reply, await handler(event, localContext(request.id)), options);
    } finally {
      release();
    }
  };
};
