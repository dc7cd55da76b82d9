/** Common to all step handlers: validation of the input, and errors that the state machine can match. */
import type { z } from 'zod';
import { StepFailedError } from '../../core/requests/failure.ts';

export type StepHandler<Output> = (event: unknown) => Promise<Output>;

/**
 * A handler that validates its input and calls the core function.
 * It throws StepFailedError, whose name Retry and Catch match and whose message RecordFailure reads.
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
