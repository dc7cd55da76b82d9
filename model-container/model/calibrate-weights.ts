/** Weights that are there, calibrated again on documents that came after them: those are what the final learners never saw, where training has to calibrate by others. */
import { drawJudging, drawStreams, recalibrated, scoreHeldOut } from './fit-model.ts';
import { EVALUATION_STREAMS } from './streams.ts';
import { requireTrainable } from './training-documents.ts';
import type { TrainingDocument } from './training-documents.ts';
import { formatWeights } from './weights-file.ts';
import type { BaseWeights, TrainingSummary } from './weights-file.ts';

export interface CalibrationPlan {
  /** Streams as the files are, as many scanned, and twice as many of at most five documents, which are short. */
  readonly streams: number;
  readonly seed: number;
}

/**
 * Text of the same weights, surer or less sure of themselves (`recalibrated`).
 * @param documents  of sources none of which the weights were trained on: nothing here can tell
 * @throws TrainingDataError where there is no boundary to learn from; RangeError where no stream calibrates
 */
export function calibrateWeights(weights: BaseWeights, documents: readonly TrainingDocument[], { streams, seed }: CalibrationPlan): { text: string; training: TrainingSummary } {
  requireTrainable(documents);
  if (!(streams >= 1)) throw new RangeError('At least one stream has to calibrate.');
  const { clean, scanned } = drawJudging(documents, 0, { clean: streams, scanned: streams }, seed);
  const few = drawStreams(documents, { ...EVALUATION_STREAMS, few: 1 }, 2 * streams, seed + 600);
  const judged = scoreHeldOut(weights, [...clean, ...scanned, ...few]);
  const training: TrainingSummary = {
    ...weights.training,
    calibrated_again: {
      documents: documents.length,
      sources: new Set(documents.map(({ source }) => source)).size,
      streams: judged.length,
      gaps: judged.reduce((sum, { labels }) => sum + labels.length, 0),
      seed,
    },
  };
  return { text: formatWeights({ ...weights, calibration: recalibrated(weights.calibration, judged) }, training), training };
}
