/**
 * A local Lambda function with the runtime API (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html): a
 * process that requests its next event over HTTP. Its code folder is read-only, and it can write only to its own /tmp.
 * Where the tests run as root, in a checkout that others can read, it runs as another user.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readBytes } from './read-bytes.ts';

export interface FunctionOptions {
  readonly name: string;
  /** The package folder. */
  readonly codeFolder: string;
  /** `<file>.<export>`. */
  readonly handler: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly memoryMb?: number;
  readonly timeoutMs?: number;
  /** Called as the function's process starts, first asks for an event, and first answers one. */
  readonly onStage?: (stage: StartStage) => void;
}

/** A moment of a function's start. */
export interface StartStage {
  readonly name: string;
  readonly stage: 'spawned' | 'initialised' | 'answered';
  readonly processId: number;
}

/** An error of the function, as Lambda returns it to the caller. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly payload: { readonly errorType: string; readonly errorMessage: string };
  constructor(payload: { readonly errorType: string; readonly errorMessage: string }) {
    super(`${payload.errorType}: ${payload.errorMessage}`);
    this.payload = payload;
  }
}

interface Invocation {
  readonly id: string;
  readonly event: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const RUNTIME = fileURLToPath(new URL('./runtime.ts', import.meta.url));
/** Lambda's limit for responses, in bytes. */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;
/** A user id without privileges and without an entry in /etc/passwd. */
const NOBODY = 61_051;

/** Whether every user can read a file: all its parent folders are accessible for others. */
const isReadableForOthers = (path: string): boolean => {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/** Only root can switch to another user, who must be able to read this checkout and its Node.js. */
const canSwitchUser = process.getuid?.() === 0 && isReadableForOthers(RUNTIME) && isReadableForOthers(process.execPath);

export class EmulatedFunction {
  /** The function's log output. */
  log = '';
  readonly #options: FunctionOptions;
  readonly #server: Server;
  readonly #tmp: string;
  readonly #waiting: Invocation[] = [];
  #asking: ServerResponse | undefined;
  #running: Invocation | undefined;
  #process: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Moments of the process that are still to come. */
  #stages: StartStage['stage'][] = [];

  private constructor(options: FunctionOptions, tmp: string) {
    this.#options = options;
    this.#tmp = tmp;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(options: FunctionOptions): Promise<EmulatedFunction> {
    const tmp = await mkdtemp(join(tmpdir(), 'tearline-lambda-'));
    await chmod(tmp, 0o700);
    if (canSwitchUser) await chown(tmp, NOBODY, NOBODY);
    const emulated = new EmulatedFunction(options, tmp);
    emulated.#server.listen(0, '127.0.0.1');
    await once(emulated.#server, 'listening');
    return emulated;
  }

  /** The function's /tmp. */
  get tmp(): string {
    return this.#tmp;
  }

  /** Invokes the function with one event; concurrent events are queued. @throws FunctionError */
  invoke(event: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ id: randomUUID(), event: JSON.stringify(event), resolve, reject });
    this.#process ??= this.#startProcess();
    this.#handOver();
    return promise;
  }

  /** Resolves as soon as the function processes an event. */
  async nextInvocation(): Promise<void> {
    while (this.#running === undefined) await pause(5);
  }

  /** Kills the function's process while it is working, as Lambda does at its limits. */
  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const child = this.#process;
    this.#process = undefined;
    if (child?.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.#tmp, { recursive: true, force: true });
  }

  #startProcess(): ChildProcess {
    const { name, codeFolder, handler, environment, memoryMb = 3008 } = this.#options;
    const { port } = this.#server.address() as AddressInfo; // A server that listens on TCP has an AddressInfo.
    const child = spawn(process.execPath, [RUNTIME], {
      cwd: codeFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(canSwitchUser ? { uid: NOBODY, gid: NOBODY } : {}),
      env: {
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_REGION: 'eu-central-1',
        AWS_DEFAULT_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        LAMBDA_TASK_ROOT: codeFolder,
        _HANDLER: handler,
        LANG: 'en_US.UTF-8',
        TZ: ':UTC',
        // Lambda's user has a home folder in /etc/passwd that does not exist.
        HOME: '/home/sbx_user1051',
        PATH: '/usr/local/bin:/usr/bin:/bin',
        TMPDIR: this.#tmp,
        ...environment,
      },
    });
    this.#stages = ['spawned', 'initialised', 'answered'];
    this.#reach('spawned', child);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.log += chunk.toString();
      });
    child.once('exit', (code, signal) => {
      this.#died(child, `Runtime exited with ${signal ?? `status ${code ?? '?'}`}`);
    });
    return child;
  }

  /** Tells of a moment the first time that the process reaches it. */
  #reach(stage: StartStage['stage'], child = this.#process): void {
    if (this.#stages[0] !== stage) return;
    this.#stages.shift();
    if (child?.pid !== undefined) this.#options.onStage?.({ name: this.#options.name, stage, processId: child.pid });
  }

  /** Where the process ends, the current event fails, and the next event starts a new process. */
  #died(child: ChildProcess, reason: string): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    this.#asking = undefined;
    this.#finish((invocation) => {
      invocation.reject(new FunctionError({ errorType: 'Runtime.ExitError', errorMessage: reason }));
    });
    if (this.#waiting.length > 0) this.#process = this.#startProcess();
  }

  #handOver(): void {
    if (this.#asking === undefined || this.#running !== undefined) return;
    const invocation = this.#waiting.shift();
    if (invocation === undefined) return;
    const { timeoutMs = 900_000, name } = this.#options;
    this.#running = invocation;
    this.#timer = setTimeout(() => {
      this.#finish(({ reject }) => {
        reject(
          new FunctionError({
            errorType: 'Sandbox.Timedout',
            errorMessage: `Task timed out after ${timeoutMs / 1000} seconds`,
          }),
        );
      });
      this.kill();
    }, timeoutMs);
    this.#asking.writeHead(200, {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': invocation.id,
      'Lambda-Runtime-Deadline-Ms': String(Date.now() + timeoutMs),
      'Lambda-Runtime-Invoked-Function-Arn': `arn:aws:lambda:eu-central-1:123456789012:function:${name}`,
    });
    this.#asking.end(invocation.event);
    this.#asking = undefined;
  }

  #finish(settle: (invocation: Invocation) => void): void {
    clearTimeout(this.#timer);
    const invocation = this.#running;
    this.#running = undefined;
    if (invocation !== undefined) settle(invocation);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (path === 'invocation/next') {
      this.#reach('initialised');
      this.#asking = response;
      this.#handOver();
      return;
    }
    const body = await readBytes(request);
    this.#reach('answered');
    response.writeHead(202).end();
    if (path === 'init/error') this.#failInit(body);
    else if (path.endsWith('/error'))
      this.#finish(({ reject }) => {
        reject(new FunctionError(JSON.parse(body.toString()) as FunctionError['payload']));
      });
    else
      this.#finish(({ resolve, reject }) => {
        if (body.length > MAX_RESPONSE_BYTES)
          reject(
            new FunctionError({
              errorType: 'Function.ResponseSizeTooLarge',
              errorMessage:
                `Response payload size (${body.length} bytes) exceeded maximum allowed payload size ` +
                `(${MAX_RESPONSE_BYTES} bytes).`,
            }),
          );
        else resolve(JSON.parse(body.toString()));
      });
  }

  #failInit(body: Buffer): void {
    const error = new FunctionError(JSON.parse(body.toString()) as FunctionError['payload']);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
