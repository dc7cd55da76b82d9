/** Step CheckTraining: how is the job? The state machine waits, goes on or gives up by what this says. */
import type { TrainingJobState } from '../../ports.ts';
import { failureOf } from '../../requests/failure.ts';
import type { Service } from '../../service.ts';
import { TrainingRefusedError } from '../../errors.ts';
import { stopJob } from './stop-job.ts';
import { hasEnded, trainingKeyOf } from './training.ts';
import type { Training, TrainingKey } from './training.ts';
import { getTraining } from './trainings.ts';

export interface Checked extends TrainingKey {
  /** `ended`: the training itself has ended, cancelled perhaps. */
  readonly job: TrainingJobState | 'ended';
  /** Until the next look at a running job. */
  readonly wait_seconds: number;
  /** As Catch writes it, for RecordTrainingFailure; empty where nothing failed. */
  readonly error: { readonly Error: string; readonly Cause: string };
}

export const FIRST_WAIT_SECONDS = 2;
/** With it the longest training stays far below Step Functions' 25,000 events. */
const LONGEST_WAIT_SECONDS = 300;
/** The end of a training is noticed at most this share of its own time late. */
const LATENESS = 0.1;
/** What has not ended then hangs: SageMaker's own limit is set below. */
const LONGEST_JOB_MS = 72 * 3_600_000;

const NO_ERROR = { Error: '', Cause: '' };

const failureIn = (error: Error): Checked['error'] => ({ Error: error.name, Cause: JSON.stringify(failureOf(error)) });

/** The container's own word, `<code>: <sentence>`; a fault of its program is none of the customer's business. */
const errorOfJob = (failure: string | undefined): Error => {
  const [, code, detail] = /^(?:AlgorithmError: )?([a-z][a-z_]*): (.+)/su.exec(failure ?? '') ?? [];
  if (code === undefined || detail === undefined || code === 'internal_error')
    return new Error(failure ?? 'The training job failed without a word.', {});
  return new TrainingRefusedError(code, detail.trim());
};

/** Milliseconds that the job has run. */
const ageOf = ({ job_started_at: started }: Training, now: Date): number =>
  started === undefined ? 0 : now.getTime() - Date.parse(started);

const waitFor = (ageMs: number): number =>
  Math.round(Math.min(LONGEST_WAIT_SECONDS, Math.max(FIRST_WAIT_SECONDS, (ageMs / 1000) * LATENESS)));

const checkJob = async (
  service: Pick<Service, 'trainer' | 'clock'>,
  training: Training,
): Promise<Omit<Checked, keyof TrainingKey>> => {
  const { state, failure } = await service.trainer.state(training.training_id);
  const age = ageOf(training, service.clock.now());
  if (state === 'running' && age > LONGEST_JOB_MS) {
    await stopJob(service, training);
    return { job: 'stopped', wait_seconds: 0, error: failureIn(new Error('The training job took too long.')) };
  }
  if (state === 'running') return { job: state, wait_seconds: waitFor(age), error: NO_ERROR };
  return { job: state, wait_seconds: 0, error: state === 'succeeded' ? NO_ERROR : failureIn(errorOfJob(failure)) };
};

/**
 * Says how the training's job is. A cancelled training's job is stopped.
 * @throws NotFoundError (no such training, or no such job), TemporarilyUnavailableError
 */
export const checkTraining = async (
  service: Pick<Service, 'table' | 'trainer' | 'clock'>,
  key: TrainingKey,
): Promise<Checked> => {
  const training = await getTraining(service, key);
  if (hasEnded(training)) {
    if (training.state === 'cancelled') await stopJob(service, training);
    return { ...trainingKeyOf(key), job: 'ended', wait_seconds: 0, error: NO_ERROR };
  }
  // Evaluation has begun: the job had succeeded then, and this is a repetition.
  if (training.state !== 'training')
    return { ...trainingKeyOf(key), job: 'succeeded', wait_seconds: 0, error: NO_ERROR };
  return { ...trainingKeyOf(key), ...(await checkJob(service, training)) };
};
