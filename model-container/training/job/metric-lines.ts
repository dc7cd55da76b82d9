/**
 * Log lines for SageMaker's metric definitions (adapters/aws/sagemaker/sagemaker-model-trainer.ts): `<name>=<number>;`
 * for each metric.
 */
import type { EpochMetrics } from '../fine-tuning/fine-tune.ts';
import { JOB_PHASES } from './progress-meter.ts';
import type { Progress } from './progress-meter.ts';
import type { TrainingReport } from '../../evaluation/report.ts';

export const metricsLine = ({ epoch, trainLoss, loss, pageF1, errorRate }: EpochMetrics): string =>
  [
    `epoch=${epoch} train:loss=${trainLoss.toFixed(5)};`,
    `validation:loss=${loss.toFixed(5)};`,
    `validation:page_f1=${pageF1.toFixed(5)};`,
    `validation:error=${errorRate.toFixed(5)};`,
  ].join(' ');

export const outcomeLine = ({ before, after, gate }: Pick<TrainingReport, 'before' | 'after' | 'gate'>): string =>
  [
    `before:error=${before.error_rate.toFixed(5)};`,
    `after:error=${after.error_rate.toFixed(5)};`,
    `before:page_f1=${before.page_f1.toFixed(5)};`,
    `after:page_f1=${after.page_f1.toFixed(5)};`,
    `gate=${gate.decision};`,
  ].join(' ');

export const progressLine = ({ phase, share, remainingSeconds }: Progress): string =>
  [
    `job:phase=${JOB_PHASES.indexOf(phase) + 1};`,
    `job:progress=${share.toFixed(5)};`,
    ...(remainingSeconds === null ? [] : [`job:remaining_seconds=${remainingSeconds.toFixed(1)};`]),
  ].join(' ');
