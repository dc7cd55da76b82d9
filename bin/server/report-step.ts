/** What a service on one machine logs of the steps of documents and trainings. */
import { StorageFullError, TearlineError } from '../../core/errors.ts';
import { StepFailedError } from '../../core/requests/failure.ts';
import type { StepReport } from '../timed-steps.ts';

/** Writes a line of the log. */
export type LogLine = (event: string, details: Readonly<Record<string, unknown>>) => void;

export const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/**
 * Other TearlineErrors are caused by the document or pass by themselves; a full disk does not, and the documents of steps that
 * meet it too often fail. Any other error is a defect.
 */
const mustBeLogged = (error: unknown): error is StepFailedError =>
  error instanceof StepFailedError &&
  (!(error.cause instanceof TearlineError) || error.cause instanceof StorageFullError);

/** @param logSteps  whether every step is logged, not only what must be */
export const reportStep =
  (logLine: LogLine, logSteps: boolean) =>
  ({ error, ...report }: StepReport): void => {
    if (logSteps) logLine('step', { ...report });
    if (mustBeLogged(error))
      logLine('step_failed', {
        step: report.step,
        processing_id: report.processing_id,
        error: describeError(error.cause),
      });
  };
