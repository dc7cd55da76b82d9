/** The base model: networks on all documents, calibration on documents whose sources the calibrating networks never saw. */
import { calibrationFrom, DEFAULT_FIT, drawGroups, drawStreams, foldsBySource, requireGroups, scoreHeldOut, SharedTraining } from './fit-model.ts';
import type { FitPlan, HeldOutStream, StreamRows } from './fit-model.ts';
import { probabilitiesOf } from './gap-probabilities.ts';
import { judgeStreams } from './metrics.ts';
import { EVALUATION_STREAMS, SCANNED_EVALUATION_STREAMS } from './streams.ts';
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
  /** Groups of sources for calibration and for the second look, at least 3: as many rounds of training. */
  readonly folds: number;
}

/** Text of the weights file. @throws TrainingDataError */
export async function trainBaseModel(documents: readonly TrainingDocument[], plan: BasePlan, say: (line: string) => void): Promise<{ text: string; training: TrainingSummary }> {
  requireTrainable(documents);
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
  return { text: formatWeights({ first: fitted.first, second: fitted.second, calibration }, summary), training: summary };
}

/** Streams of each kind that a fold is judged on at most: two numbers are fitted. */
const MOST_JUDGED = 250;

/** Half of the judged streams as the files are, half scanned: the calibration is for both. */
async function scoreSourcesHeldOut(
  folds: readonly (readonly TrainingDocument[])[], groups: readonly (readonly StreamRows[])[], training: SharedTraining, plan: BasePlan, say: (line: string) => void,
): Promise<HeldOutStream[]> {
  const heldOut: HeldOutStream[] = [];
  const each = Math.min(MOST_JUDGED, Math.max(2, Math.round(plan.streams / 20)));
  for (const [at, fold] of folds.entries()) {
    const fitted = await training.fit(groups.filter((_, other) => other !== at), 1);
    heldOut.push(...scoreHeldOut(fitted, drawStreams(fold, EVALUATION_STREAMS, each, plan.seed + 100 + at)));
    heldOut.push(...scoreHeldOut(fitted, drawStreams(fold, SCANNED_EVALUATION_STREAMS, each, plan.seed + 200 + at)));
    say(`calibration ${at + 1} of ${folds.length}`);
  }
  return heldOut;
}
