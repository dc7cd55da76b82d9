/** How far a training is, from what its steps and its job have reported. */
import type { TrainingJobStatus } from '../../../ports.ts';
import type { Training } from '../training.ts';

/** Parts of the job; `job:phase` is the number of one, from 1 (model-container/training/job/progress-meter.ts). */
export const JOB_PHASES = ['reading_documents', 'cross_validation', 'all_documents', 'learning_curve'] as const;

export const TRAINING_STEPS = ['queued', 'preparing', ...JOB_PHASES, 'evaluating', 'deploying'] as const;
export type TrainingStep = (typeof TRAINING_STEPS)[number];

export interface TrainingProgress {
  /** 0 to 1. A training that has failed or was cancelled keeps the progress that it had. */
  readonly progress: number;
  /** Null once the training has ended. */
  readonly step: TrainingStep | null;
  /** Forecast of the job; null before its first report and after the end. */
  readonly remaining_seconds: number | null;
}

/** Progress at which the job begins and ends: the rest is the preparation, and the evaluation and deployment. */
const [JOB_BEGINS, JOB_ENDS] = [0.05, 0.95];
const EVALUATING = 0.96;
const DEPLOYING = 0.98;

/** What a running job reports, as attributes of the training. */
export const reportOf = (
  { metrics = {} }: Pick<TrainingJobStatus, 'metrics'>,
  now: Date,
): Pick<Training, 'job_report'> => ({ job_report: { at: now.toISOString(), metrics: { ...metrics } } });

const shareReached = ({ job_report: report, job_started_at: started, preparation }: Training): number => {
  if (started !== undefined)
    return JOB_BEGINS + (JOB_ENDS - JOB_BEGINS) * Math.min(1, report?.metrics['job:progress'] ?? 0);
  return preparation === undefined ? 0 : JOB_BEGINS * (preparation.prepared / Math.max(1, preparation.documents));
};

const phaseOf = ({ job_report: report }: Training): TrainingStep =>
  JOB_PHASES[(report?.metrics['job:phase'] ?? 1) - 1] ?? 'reading_documents';

/** The forecast of the last report, less the time since then. */
const remainingOf = ({ job_report: report }: Training, now: Date): number | null => {
  const seconds = report?.metrics['job:remaining_seconds'];
  if (report === undefined || seconds === undefined) return null;
  return Math.max(1, Math.round(seconds - (now.getTime() - Date.parse(report.at)) / 1000));
};

export const progressOf = (training: Training, now: Date): TrainingProgress => {
  switch (training.state) {
    case 'queued':
    case 'preparing':
      return { progress: shareReached(training), step: training.state, remaining_seconds: null };
    case 'training':
      return {
        progress: shareReached(training),
        step: phaseOf(training),
        remaining_seconds: remainingOf(training, now),
      };
    case 'evaluating':
      return { progress: EVALUATING, step: 'evaluating', remaining_seconds: 1 };
    case 'deploying':
      return { progress: DEPLOYING, step: 'deploying', remaining_seconds: 1 };
    case 'trained':
      return { progress: 1, step: null, remaining_seconds: null };
    case 'failed':
    case 'cancelled':
      return { progress: shareReached(training), step: null, remaining_seconds: null };
  }
};
