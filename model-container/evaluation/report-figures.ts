/** The figures of a model under the names of the report. */
import type { HeldOutMetrics } from './evaluate-streams.ts';
import type { TrainingReport } from './report.ts';

export const metricsForReport = (figures: HeldOutMetrics): TrainingReport['before'] => ({
  page_f1: figures.pageF1,
  document_f1: figures.documentF1,
  panoptic_quality: figures.panopticQuality,
  exact_match_rate: figures.exactMatchRate,
  error_rate: figures.errorRate,
  error_rate_interval: figures.errorRateInterval,
  calibration_error: figures.calibrationError,
});
