/** The client of AWS Lambda, in a file of its own because few functions need it. */
import { LambdaClient } from '@aws-sdk/client-lambda';
import { configure } from '../aws-clients.ts';
import type { AwsClientOptions } from '../aws-clients.ts';

/**
 * An invocation is sent once: it may have begun although its answer is lost, and state machines retry.
 * @param limitMs  milliseconds that an invocation may take
 */
export const lambdaClient = (options: AwsClientOptions, limitMs: number): LambdaClient =>
  new LambdaClient({ ...configure(options, limitMs + 10_000), maxAttempts: 1 });
