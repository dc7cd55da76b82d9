/** What every step handler has in common: a checked input, and errors that the state machine can read. */
import type { z } from 'zod';
import { StepFailedError } from '../../core/requests/failure.ts';

export type StepHandler<Output> = (event: unknown) => Promise<Output>;

/**
 * A handler that checks its input and runs the core function.
 * The handler throws StepFailedError, named so that Retry and Catch match, its message for RecordFailure.
 */
export const step =
  <Input, Output>(input: z.ZodType<Input>, run: (input: Input) => Promise<Output>): StepHandler<Output> =>
  async (event) => {
    try {
      return await run(input.parse(event));
    } catch (error) {
      throw new StepFailedError(error);
    }
  };
