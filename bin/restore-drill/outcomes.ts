/** The steps of a restore drill, with their times. */
import { performance } from 'node:perf_hooks';

export interface Outcome {
  readonly step: string;
  /** `note`: what an operator has to know, and no failure. */
  readonly status: 'ok' | 'note' | 'failed';
  readonly found: string;
  /** How long the step took. Absent: it only compares what was read before. */
  readonly seconds?: number;
}

export type Report = (outcome: Outcome) => void;

const LABELS = { ok: 'ok    ', note: 'note  ', failed: 'FAILED' } as const;
const STEP_WIDTH = 28;
const TIME_WIDTH = 9;

export const lineOf = ({ step, status, found, seconds }: Outcome): string => {
  const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
  return `${LABELS[status]}  ${step.padEnd(STEP_WIDTH)}  ${time.padStart(TIME_WIDTH)}  ${found}`;
};

/** What a step found: its result, and how it is told. */
interface Done<Result> {
  readonly result: Result;
  readonly found: string;
}

/** A step did not find what it must find. The drill ends; what it made is removed. */
export class DrillFailedError extends Error {
  override readonly name = 'DrillFailedError';
}

/**
 * Takes the time of a step and reports it.
 * @throws DrillFailedError where it fails, after it was reported
 */
export const timedStep = async <Result>(
  step: string,
  report: Report,
  readable: (error: unknown) => string,
  work: () => Promise<Done<Result>>,
): Promise<Result> => {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  try {
    const { result, found } = await work();
    report({ step, status: 'ok', found, seconds: seconds() });
    return result;
  } catch (error) {
    report({ step, status: 'failed', found: readable(error), seconds: seconds() });
    throw new DrillFailedError(`${step} failed.`, { cause: error });
  }
};
