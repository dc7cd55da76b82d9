/** HTTP server for SageMaker's inference contract: GET /ping and POST /invocations. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { answerInvocation, InvocationError, WEIGHTS_HEADER } from './invocation.ts';
import type { ServedModels } from './invocation.ts';

export interface SplitServerOptions {
  readonly maxBodyBytes: number;
  /** Called with errors that are answered with 500. */
  readonly onFault: (error: unknown) => void;
}

/** Creates the server; the caller calls `listen`. */
export function createSplitServer(models: ServedModels, { maxBodyBytes, onFault }: SplitServerOptions): Server {
  return createServer((request, response) => {
    answer(models, maxBodyBytes, request, response).catch((error: unknown) => {
      if (error instanceof InvocationError) {
        send(response, error.status, { code: error.code, detail: error.message }, error.status === 413);
        return;
      }
      onFault(error);
      send(response, 500, { code: 'internal_error', detail: 'The pages could not be scored.' });
    });
  });
}

async function answer(
  models: ServedModels,
  maxBodyBytes: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split('?')[0];
  if (path === '/ping') {
    requireMethod(request, ['GET', 'HEAD']);
    send(response, 200, { status: 'ok', model_version: models.base.version });
  } else if (path === '/invocations') {
    requireMethod(request, ['POST']);
    const body = await readBody(request, maxBodyBytes);
    const weights = request.headers[WEIGHTS_HEADER];
    send(
      response,
      200,
      await answerInvocation(models, {
        contentType: request.headers['content-type'],
        weights: Array.isArray(weights) ? weights[0] : weights,
        body,
      }),
    );
  } else {
    throw new InvocationError(404, 'not_found', 'This server answers GET /ping and POST /invocations.');
  }
}

function requireMethod(request: IncomingMessage, allowed: readonly string[]): void {
  if (!allowed.includes(request.method ?? ''))
    throw new InvocationError(405, 'method_not_allowed', `This path answers ${allowed.join(', ')}.`);
}

async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes)
      throw new InvocationError(
        413,
        'body_too_large',
        `The body is larger than ${maxBodyBytes} bytes: send the pages in several requests.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown, close = false): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json', ...(close ? { Connection: 'close' } : {}) });
  response.end(JSON.stringify(body));
}
