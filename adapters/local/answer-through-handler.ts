/** One request through the handler: event in, answer out, within the memory that there is for bodies. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MemoryGate } from './memory-gate.ts';
import { toHttpAnswer, toProxyEvent } from './proxy-event.ts';
import type { ReceivedBody } from './request-body.ts';

/** Gives the memory of bytes that nobody else sees back at once: the collector might leave 100 MB until it is needed elsewhere. */
const freeBytes = (bytes: Buffer): void => {
  // Small ones lie in a buffer that they share with others.
  if (bytes.length > SMALL_BODY && bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length)
    bytes.buffer.transfer(0);
};

export type ProxyHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Bytes up to which a body counts as small: JSON and little files never wait behind large uploads. */
const SMALL_BODY = 1024 * 1024;
/** A body in memory is there as base64 and as the handler's decoded bytes and its copies of them. */
const COPIES = 4;
const SMALL_BODIES_BYTES = 64 * 1024 * 1024;
/** With this, the server stays below 600 MB; a body of 100 MB goes through alone. */
const DEFAULT_LARGE_BODIES_BYTES = 400 * 1024 * 1024;
/** Longer than any handler takes: Lambda's clock has no meaning here. */
const REMAINING_MS = 900_000;

/** Lambda's context without the callbacks of old, which nobody calls; only the request id has a meaning on one machine. */
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
 * The event, with a `body` that gives its memory back as soon as a handler that has read it sets it to null
 * (a request may wait minutes for a result). On Lambda the same assignment does no harm.
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

/**
 * @param largeBodiesBytes  bytes that large bodies may take at once, each counted with its copies
 * @returns answers one request whose body has arrived
 */
export const answerThroughHandler = (
  handler: ProxyHandler,
  largeBodiesBytes = DEFAULT_LARGE_BODIES_BYTES,
): ((request: FastifyRequest, reply: FastifyReply, body: ReceivedBody) => Promise<void>) => {
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
      receivedAt: new Date(),
      contentType: request.headers['content-type'] ?? '',
      body: bytes,
    });
    freeBytes(bytes);
    return event;
  };

  return async (request, reply, body) => {
    const release = await (body.size <= SMALL_BODY ? small : large).enter(body.size * COPIES);
    try {
      const event = releaseWithBody(await makeEvent(request, body), release);
      const result = await handler(event, localContext(request.id));
      const answer = toHttpAnswer(result);
      // Of an empty buffer fastify would say that it has no bytes and of which type: no business of a HEAD's answer, nor of a 304.
      await reply
        .code(answer.status)
        .headers(answer.headers)
        .send(answer.body.length === 0 ? undefined : answer.body);
    } finally {
      release();
    }
  };
};
