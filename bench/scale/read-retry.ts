/** Reads the Retry of the state machine's steps from its file: all steps have the same. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Lambda's error where an invocation is throttled. */
const THROTTLED = 'Lambda.TooManyRequestsException';

const retrySchema = z
  .object({
    ErrorEquals: z.array(z.string()),
    IntervalSeconds: z.number(),
    BackoffRate: z.number(),
    MaxDelaySeconds: z.number(),
    MaxAttempts: z.number(),
    JitterStrategy: z.literal('FULL'),
  })
  .partial({ MaxDelaySeconds: true });
const fileSchema = z.object({ States: z.object({ Inspect: z.object({ Retry: z.array(retrySchema) }) }) });

export interface Retry {
  readonly attempts: number;
  /** Maximum delay after the failed attempt (from 0) in milliseconds; the delay is random below it (full jitter). */
  readonly delayMs: (attempt: number) => number;
}

/** @throws Error where the state machine does not retry throttled invocations */
export const readRetry = (): Retry => {
  const file: unknown = JSON.parse(
    readFileSync(new URL('../../state-machines/process-document.asl.json', import.meta.url), 'utf8'),
  );
  const retry = fileSchema.parse(file).States.Inspect.Retry.find(({ ErrorEquals }) => ErrorEquals.includes(THROTTLED));
  if (retry === undefined) throw new Error(`process-document.asl.json does not retry ${THROTTLED}.`);
  const { IntervalSeconds, BackoffRate, MaxDelaySeconds = Infinity, MaxAttempts } = retry;
  return {
    attempts: MaxAttempts,
    delayMs: (attempt) => 1000 * Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** attempt),
  };
};
