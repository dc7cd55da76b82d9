/**
 * Parsers in the function Parse. This function never has the document's bytes: it hands over presigned URLs of the blobs
 * that the job reads and writes, signed with the credentials of their tenant.
 */
import { createHash } from 'node:crypto';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import pLimit from 'p-limit';
import { z } from 'zod';
import { ParsersBusyError } from '../../../core/errors.ts';
import type {
  DocumentJob,
  DocumentJobName,
  DocumentJobOptions,
  DocumentJobs,
  Parsers,
} from '../../../core/parser-jobs.ts';
import { unpackError } from '../../../core/parsers/parser-messages.ts';
import { parseAnswerSchema, readOutput } from '../../../core/processing/parsing/parse-messages.ts';
import type { ParseRequest } from '../../../core/processing/parsing/parse-messages.ts';
import { tenantOfKey } from '../../../core/storage/blob-keys.ts';
import { callAws } from '../call-aws.ts';
import type { BlobAddresses } from './blob-addresses.ts';

/** The timeout of Parse (lib/constructs/functions/parse-function.ts), in milliseconds: below that of every caller. */
export const PARSE_LIMIT_MS = 14 * 60_000;
/** Milliseconds of the connection beyond that. */
const ANSWER_MS = 10_000;
/** Seconds that a URL is valid: as long as Parse may run. */
const URL_SECONDS = PARSE_LIMIT_MS / 1000 + 60;
/** Jobs of one invocation at a time, each in an execution of its own: the cuts of one document leave room for others. */
const CONCURRENT_JOBS = 4;

export interface RemoteParsersOptions {
  readonly client: LambdaClient;
  /** Name or ARN of Parse. */
  readonly functionName: string;
  readonly addresses: BlobAddresses;
  /** Parser processes of Parse. */
  readonly jobsPerChunk: number;
  /** Whether an execution environment of Parse serves one tenant only: each invocation must then name its tenant. */
  readonly perTenant?: boolean;
}

/**
 * Lambda's errors for an invocation that did not begin. A function in a network of its own loses it after weeks without an
 * invocation: the next one is refused, and so are others until the network is there again, which takes minutes.
 */
const NOT_BEGUN: readonly string[] = [
  'TooManyRequestsException',
  'ResourceNotReadyException',
  'ResourceConflictException',
];

/** Lambda's own errors of an invocation that ended without an answer. */
const functionErrorSchema = z.object({
  errorType: z.string().default('Unknown'),
  errorMessage: z.string().default(''),
});

/** An execution of Parse that ended without an answer; the name is Lambda's, which state machines retry. */
class ParseEndedError extends Error {
  constructor(payload: unknown) {
    const { data } = functionErrorSchema.safeParse(payload);
    super(`Parse ended without an answer: ${data?.errorMessage ?? 'nothing is known'}`);
    this.name = /timed out/i.test(data?.errorMessage ?? '')
      ? 'Sandbox.Timedout'
      : (data?.errorType ?? 'Lambda.Unknown');
  }
}

const nameless = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The payload, unchecked: undefined where it is not JSON. */
const decode = (payload: Uint8Array | undefined): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
};

export class RemoteParsers implements Parsers {
  readonly jobsPerChunk: number;
  readonly #options: RemoteParsersOptions;
  readonly #limit = pLimit(CONCURRENT_JOBS);

  constructor(options: RemoteParsersOptions) {
    this.#options = options;
    this.jobsPerChunk = options.jobsPerChunk;
  }

  run<Name extends DocumentJobName>(
    name: Name,
    job: DocumentJob<Name>,
    { signal }: DocumentJobOptions = {},
  ): Promise<DocumentJobs[Name]['output']> {
    return this.#limit(async () => {
      signal?.throwIfAborted();
      const answer = parseAnswerSchema.safeParse(await this.#invoke(await this.#requestOf(name, job), job, signal));
      if (!answer.success) throw new ParseEndedError({ errorMessage: 'its answer is not one.' });
      if ('error' in answer.data) throw unpackError(answer.data.error);
      return readOutput(name, answer.data.output);
    });
  }

  close(): Promise<void> {
    this.#options.client.destroy();
    return Promise.resolve();
  }

  async #requestOf<Name extends DocumentJobName>(
    name: Name,
    { reads, writes, input }: DocumentJob<Name>,
  ): Promise<ParseRequest<Name>> {
    const { addresses } = this.#options;
    return {
      document: nameless(reads[0] ?? ''),
      job: name,
      reads: await Promise.all(reads.map((key) => addresses.presignGet(key, URL_SECONDS))),
      writes: await Promise.all(
        writes.map(async ({ key, contentType }) => ({
          url: await addresses.presignPut(key, contentType, URL_SECONDS),
          contentType,
        })),
      ),
      input,
    };
  }

  /** @throws ParsersBusyError where Parse is throttled or has no network yet, ParseEndedError, TemporarilyUnavailableError */
  async #invoke(request: ParseRequest, job: DocumentJob<DocumentJobName>, signal?: AbortSignal): Promise<unknown> {
    const { client, functionName, perTenant = false } = this.#options;
    const tenant = tenantOfKey(job.reads[0] ?? '');
    const command = new InvokeCommand({
      FunctionName: functionName,
      Payload: JSON.stringify(request),
      ...(perTenant ? { TenantId: nameless(tenant ?? '') } : {}),
    });
    const { Payload, FunctionError } = await callAws(
      'The parser',
      async ({ abortSignal }) => {
        try {
          return await client.send(command, {
            abortSignal: signal === undefined ? abortSignal : AbortSignal.any([abortSignal, signal]),
          });
        } catch (error) {
          if (error instanceof Error && NOT_BEGUN.includes(error.name)) throw new ParsersBusyError({ cause: error });
          signal?.throwIfAborted();
          throw error;
        }
      },
      PARSE_LIMIT_MS + ANSWER_MS,
    );
    if (FunctionError !== undefined) throw new ParseEndedError(decode(Payload));
    return decode(Payload);
  }
}
