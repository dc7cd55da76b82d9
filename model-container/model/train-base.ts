/** The base model: networks on all documents, calibration on documents whose sources the calibrating networks never saw. */
import { calibrationFrom, DEFAULT_FIT, drawGroups, drawJudging, foldsBySource, requireGroups, scoreHeldOut, SharedTraining } from './fit-model.ts';
import type { FitPlan, HeldOutStream, StreamRows } from './fit-model.ts';
import { probabilitiesOf } from './gap-probabilities.ts';
import { judgeStreams } from './metrics.ts';
import { requireTrainable } from './training-documents.ts';
import type { TrainingDocument } from './training-documents.ts';
import { formatWeights } from './weights-file.ts';
import type { TrainingSummary } from './weights-file.ts';

export interface BasePlan {
  readonly seed: number;
  /** Streams that the final networks are trained on. */
  readonly streams: number;
  /** Boostings of each look that are averaged, and as many times its networks. */
  readonly members: number;
  /** Groups of sources for the second look, at least 3. */
  readonly folds: number;
  /** How many of them calibrate, 1 to `folds`: each takes a round of training, and two numbers are fitted to all. */
  readonly calibrated: number;
}

/** Text of the weights file. @throws TrainingDataError; RangeError where no group calibrates */
export async function trainBaseModel(documents: readonly TrainingDocument[], plan: BasePlan, say: (line: string) => void): Promise<{ text: string; training: TrainingSummary }> {
  requireTrainable(documents);
  if (!(plan.calibrated >= 1)) throw new RangeError('At least one group of sources has to calibrate.');
  const fit: FitPlan = { ...DEFAULT_FIT, seed: plan.seed, streams: plan.streams, members: plan.members };
  const folds = foldsBySource(documents, plan.folds);
  requireGroups(folds.length);
  const groups = drawGroups(folds, fit);
  const streams = groups.flat();
  say(`${streams.length} streams are drawn`);
  const training = new SharedTraining(fit);
  const heldOut = await scoreSourcesHeldOut(folds, groups, training, plan, say);
  const calibration = calibrationFrom(heldOut);
  const judged = judgeStreams(heldOut.map(({ logOdds, labels }) => ({ probabilities: probabilitiesOf(logOdds, calibration), labels })));
  say(`held-out sources: page F1 ${judged.pageF1.toFixed(3)}, document F1 ${judged.documentF1.toFixed(3)}, calibration error ${judged.calibrationError.toFixed(3)}`);
  const fitted = await training.fit(groups);
  const summary: TrainingSummary = {
    documents: documents.length,
    pages: documents.reduce((sum, document) => sum + document.pages.length, 0),
    scanned_documents: documents.filter((document) => document.scannedPages !== undefined).length,
    sources: new Set(documents.map((document) => document.source)).size,
    streams: streams.length,
    gaps: streams.reduce((sum, stream) => sum + stream.labels.length, 0),
    seed: plan.seed,
    held_out_page_f1: Number(judged.pageF1.toFixed(4)),
    held_out_calibration_error: Number(judged.calibrationError.toFixed(4)),
  };
  if (fitted.second === null) throw new RangeError('The base model looks twice.');
  return { text: formatWeights({ first: fitted.first, second: fitted.second, third: null, calibration }, summary), training: summary };
}

/** Streams of each kind that a fold is judged on at most: two numbers are fitted. */
const MOST_JUDGED = 250;

/** Half of the judged streams as the files are, half scanned: the calibration is for both. */
async function scoreSourcesHeldOut(
  folds: readonly (readonly TrainingDocument[])[], groups: readonly (readonly StreamRows[])[], training: SharedTraining, plan: BasePlan, say: (line: string) => void,
): Promise<HeldOutStream[]> {
  const heldOut: HeldOutStream[] = [];
  const each = Math.min(MOST_JUDGED, Math.max(2, Math.round(plan.streams / 20)));
  const calibrating = folds.slice(0, plan.calibrated);
  for (const [at, fold] of calibrating.entries()) {
    const fitted = await training.fit(groups.filter((_, other) => other !== at), 1);
    const { clean, scanned } = drawJudging(fold, at, { clean: each, scanned: each }, plan.seed);
    heldOut.push(...scoreHeldOut(fitted, [...clean, ...scanned]));
    say(`calibration ${at + 1} of ${calibrating.length}`);
  }
  return heldOut;
}
