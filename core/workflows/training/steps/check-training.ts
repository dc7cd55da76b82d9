/** Step CheckTraining: returns the state of the training job, by which the state machine waits, continues or fails. */
import type { TrainingJobState } from '../../../ports.ts';
import { failureOf } from '../../../requests/failure.ts';
import { writeConditionally } from '../../../requests/processing-requests.ts';
import type { Service } from '../../../service.ts';
import { TrainingRefusedError } from '../../../errors.ts';
import { stopJob } from './stop-job.ts';
import { hasEnded, trainingKeyOf } from '../training.ts';
import type { Training, TrainingKey } from '../training.ts';
import { reportOf } from '../view/training-progress.ts';
import { getTraining, updateTraining } from '../trainings.ts';

export interface CheckTrainingOutput extends TrainingKey {
  /** `ended`: the training itself has ended, for example because it was cancelled. */
  readonly job: TrainingJobState | 'ended';
  /** Seconds until the next check of a running job. */
  readonly wait_seconds: number;
  /** In the form that Catch writes, for RecordTrainingFailure; empty strings where nothing failed. */
  readonly error: { readonly Error: string; readonly Cause: string };
}

export const MIN_POLL_INTERVAL_SECONDS = 2;
/** Keeps the longest training far below Step Functions' limit of 25,000 events for one execution. */
const MAX_POLL_INTERVAL_SECONDS = 300;
/** The poll interval as a share of the time that the job has run. The end is noticed at most 10 % of that time late. */
const POLL_INTERVAL_RATIO = 0.1;
/** A job that runs for longer is stopped as failed. SageMaker's own limit is lower. */
const MAX_JOB_MS = 72 * 3_600_000;

const NO_ERROR = { Error: '', Cause: '' };

const failureIn = (error: Error): CheckTrainingOutput['error'] => ({
  Error: error.name,
  Cause: JSON.stringify(failureOf(error)),
});

/** Parses the container's message `<code>: <sentence>`. The customer does not see errors of the program itself. */
const errorOfJob = (failure: string | undefined): Error => {
  const [, code, detail] = /^(?:AlgorithmError: )?([a-z][a-z_]*): (.+)/su.exec(failure ?? '') ?? [];
  if (code === undefined || detail === undefined || code === 'internal_error')
    return new Error(failure ?? 'The training job failed without a message.', {});
  return new TrainingRefusedError(code, detail.trim());
};

/** Returns the milliseconds that the job has run. */
const ageOf = ({ job_started_at: started }: Training, now: Date): number =>
  started === undefined ? 0 : now.getTime() - Date.parse(started);

/** Returns the seconds until the next check. */
const secondsToNextCheck = (ageMs: number): number =>
  Math.round(
    Math.min(MAX_POLL_INTERVAL_SECONDS, Math.max(MIN_POLL_INTERVAL_SECONDS, (ageMs / 1000) * POLL_INTERVAL_RATIO)),
  );

const checkJob = async (
  service: Pick<Service, 'table' | 'trainer' | 'clock'>,
  training: Training,
): Promise<Omit<CheckTrainingOutput, keyof TrainingKey>> => {
  const status = await service.trainer.state(training.training_id);
  const { state, failure } = status;
  const now = service.clock.now();
  const { ranMs: age = ageOf(training, now) } = status;
  if (state === 'running')
    await writeConditionally(service, [updateTraining(training, 'training', reportOf(status, now))]);
  if (state === 'running' && age > MAX_JOB_MS) {
    await stopJob(service, training);
    return { job: 'stopped', wait_seconds: 0, error: failureIn(new Error('The training job took too long.')) };
  }
  if (state === 'running') return { job: state, wait_seconds: secondsToNextCheck(age), error: NO_ERROR };
  return { job: state, wait_seconds: 0, error: state === 'succeeded' ? NO_ERROR : failureIn(errorOfJob(failure)) };
};

/**
 * Returns the state of the training's job. The job of a cancelled training is stopped.
 * @throws NotFoundError (no such training, or no such job), TemporarilyUnavailableError
 */
export const checkTraining = async (
  service: Pick<Service, 'table' | 'trainer' | 'clock'>,
  key: TrainingKey,
): Promise<CheckTrainingOutput> => {
  const training = await getTraining(service, key);
  if (hasEnded(training)) {
    if (training.state === 'cancelled') await stopJob(service, training);
    return { ...trainingKeyOf(key), job: 'ended', wait_seconds: 0, error: NO_ERROR };
  }
  // Evaluation has begun, so the job had succeeded: this is a repeated call of the step.
  if (training.state !== 'training')
    return { ...trainingKeyOf(key), job: 'succeeded', wait_seconds: 0, error: NO_ERROR };
  return { ...trainingKeyOf(key), ...(await checkJob(service, training)) };
};
