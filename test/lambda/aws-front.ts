/**
 * The AWS endpoint of functions under test. It forwards most requests to moto and handles those that moto cannot:
 * starts of Step Functions executions, invocations of functions, and SageMaker's InvokeEndpoint, which it forwards to the
 * model container's own server.
 */
import { createServer, request as sendRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { FunctionError } from './emulated-function.ts';
import { readBytes } from './read-bytes.ts';

const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

export interface StartedExecution {
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: unknown;
}

export interface AwsFrontOptions {
  readonly motoUrl: string;
  /** The model container's server. */
  readonly modelUrl: string;
  /** Invokes a function and waits for its answer. @throws FunctionError */
  readonly invokeFunction: (name: string, event: unknown) => Promise<unknown>;
  readonly startExecution: (execution: StartedExecution) => void;
}

export class AwsFront {
  /** Entries of `PutEvents`, in order. */
  readonly events: { readonly DetailType: string; readonly Detail: string; readonly EventBusName?: string }[] = [];
  /** Tenants for which functions assumed a role (`AssumeRole` with the tag `tenant`). */
  readonly tenants = new Set<string>();
  readonly #options: AwsFrontOptions;
  readonly #server: Server;

  private constructor(options: AwsFrontOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(options: AwsFrontOptions): Promise<AwsFront> {
    const front = new AwsFront(options);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  get url(): string {
    // A server that listens on TCP has an AddressInfo.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBytes(request);
    const target = String(request.headers['x-amz-target'] ?? '');
    if (target === 'AWSStepFunctions.StartExecution') {
      this.#start(body, response);
    } else if (/^\/endpoints\/[^/]+\/invocations$/.test(request.url ?? '')) {
      await forward(request, `${this.#options.modelUrl}/invocations`, body, response);
    } else if (INVOCATION.test(request.url ?? '')) {
      await this.#invoke(request.url ?? '', body, response);
    } else {
      this.#noteTenant(body);
      if (target === 'AWSEvents.PutEvents')
        this.events.push(...(JSON.parse(body.toString()) as { Entries: AwsFront['events'] }).Entries);
      await forward(request, `${this.#options.motoUrl}${request.url ?? ''}`, body, response);
    }
  }

  #noteTenant(body: Buffer): void {
    if (!body.subarray(0, 200).includes('Action=AssumeRole')) return;
    const form = new URLSearchParams(body.toString());
    if (form.get('Tags.member.1.Key') === 'tenant') this.tenants.add(form.get('Tags.member.1.Value') ?? '');
  }

  /** As Lambda answers: status 200 also where the function failed. */
  async #invoke(url: string, body: Buffer, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent(INVOCATION.exec(url)?.[1] ?? '');
    try {
      const answer = await this.#options.invokeFunction(name, JSON.parse(body.toString()));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'X-Amz-Function-Error': 'Unhandled' })
        .end(JSON.stringify(error.payload));
    }
  }

  #start(body: Buffer, response: ServerResponse): void {
    const { stateMachineArn, name, input } = JSON.parse(body.toString()) as {
      stateMachineArn: string;
      name: string;
      input: string;
    };
    this.#options.startExecution({ stateMachineArn, name, input: JSON.parse(input) });
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    response
      .writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' })
      .end(JSON.stringify({ executionArn, startDate: Date.now() / 1000 }));
  }
}

/** Without hop-by-hop headers. */
const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['transfer-encoding', 'connection', 'content-length'].includes(name)),
  );

/** Forwards a request unchanged, and returns the response. */
const forward = async (
  request: IncomingMessage,
  url: string,
  body: Buffer,
  response: ServerResponse,
): Promise<void> => {
  try {
    const onward = sendRequest(url, {
      method: request.method,
      headers: { ...endToEnd(request.headers), 'content-length': String(body.length) },
    });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const bytes = await readBytes(answer);
    const length = request.method === 'HEAD' ? answer.headers['content-length'] : String(bytes.length);
    response
      .writeHead(answer.statusCode ?? 502, {
        ...endToEnd(answer.headers),
        ...(length === undefined ? {} : { 'content-length': length }),
      })
      .end(bytes);
  } catch (error) {
    response.writeHead(502).end(String(error));
  }
};
