/** Step handlers that report their outcome and duration. */
import { performance } from 'node:perf_hooks';
import type { StepName } from '../lambdas/steps/step-handlers.ts';
import type { StepHandler } from '../lambdas/steps/step.ts';

export interface StepReport {
  readonly step: string;
  /** For a step of a training: the training's id. */
  readonly processing_id: string;
  /** Milliseconds, including the wait for a parser process. */
  readonly ms: number;
  readonly outcome: 'done' | 'failed';
  /** Only for a failed step. */
  readonly error?: unknown;
}

const subjectOf = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return '';
  if ('processing_id' in input) return String(input.processing_id);
  return 'training_id' in input ? String(input.training_id) : '';
};

const timed =
  (step: string, handler: StepHandler<unknown>, report: (report: StepReport) => void): StepHandler<unknown> =>
  async (input) => {
    const started = performance.now();
    const common = () => ({ step, processing_id: subjectOf(input), ms: Math.round(performance.now() - started) });
    try {
      const output = await handler(input);
      report({ ...common(), outcome: 'done' });
      return output;
    } catch (error) {
      report({ ...common(), outcome: 'failed', error });
      throw error;
    }
  };

export const timedSteps = (
  handlers: Record<StepName, StepHandler<unknown>>,
  onStep: ((report: StepReport) => void) | undefined,
): Record<string, StepHandler<unknown>> =>
  onStep === undefined
    ? handlers
    : Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, timed(name, handler, onStep)]));
