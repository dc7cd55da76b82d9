/** The base model: two looks at all documents; a third, and the calibration, from documents whose sources the two that were asked of them never saw. */
import { calibrationFrom, DEFAULT_FIT, drawGroups, drawJudging, foldsBySource, requireGroups, scoreHeldOut, SharedTraining } from './fit-model.ts';
import type { FitPlan, HeldOutStream, StreamRows } from './fit-model.ts';
import { probabilitiesOf } from './gap-probabilities.ts';
import { learnThirdLook, THIRD_LOOK_TREES } from './learn-third-look.ts';
import type { HeldOutGroup } from './learn-third-look.ts';
import { judgeStreams } from './metrics.ts';
import { extentOf, requireTrainable } from './training-documents.ts';
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
  /** How many of them are held out, 1 to `folds`: each takes a round of training, and the third look and the calibration come from all of them. */
  readonly heldOut: number;
  /** Streams that the third look learns from. */
  readonly thirdLookStreams: number;
}

/** Text of the weights file. @throws TrainingDataError; RangeError where no group is held out */
export async function trainBaseModel(documents: readonly TrainingDocument[], plan: BasePlan, say: (line: string) => void): Promise<{ text: string; training: TrainingSummary }> {
  requireTrainable(documents);
  if (!(plan.heldOut >= 1)) throw new RangeError('At least one group of sources has to be held out.');
  const fit: FitPlan = { ...DEFAULT_FIT, seed: plan.seed, streams: plan.streams, members: plan.members };
  const folds = foldsBySource(documents, plan.folds);
  requireGroups(folds.length);
  const groups = drawGroups(folds, fit);
  const streams = groups.flat();
  say(`${streams.length} streams are drawn`);
  const training = new SharedTraining(fit);
  const { first, second } = await training.fit(groups);
  if (second === null) throw new RangeError('The base model looks twice at the least.');
  const heldOut = await holdSourcesOut(folds, groups, training, plan, say);
  const judged = heldOut.flatMap(({ streams: of }) => of);
  const ofTwo = calibrationFrom(judged);
  const quality = judgeStreams(judged.map(({ logOdds, labels }) => ({ probabilities: probabilitiesOf(logOdds, ofTwo), labels })));
  say(`held-out sources: page F1 ${quality.pageF1.toFixed(3)}, document F1 ${quality.documentF1.toFixed(3)}, calibration error ${quality.calibrationError.toFixed(3)}`);
  const { third, calibration, from } = learnThirdLook(heldOut, ofTwo, { streams: plan.thirdLookStreams, seed: plan.seed, boosting: THIRD_LOOK_TREES });
  const extent = extentOf(documents);
  const summary: TrainingSummary = {
    documents: extent.documents,
    pages: extent.pages,
    scanned_documents: documents.filter((document) => document.scannedPages !== undefined).length,
    sources: extent.sources,
    streams: streams.length,
    gaps: streams.reduce((sum, stream) => sum + stream.labels.length, 0),
    seed: plan.seed,
    held_out_page_f1: Number(quality.pageF1.toFixed(4)),
    held_out_calibration_error: Number(quality.calibrationError.toFixed(4)),
    third_look: from,
  };
  return { text: formatWeights({ first, second, third, calibration }, summary), training: summary };
}

/** Streams of each kind that a fold is judged on at most: two numbers are fitted. */
const MOST_JUDGED = 250;

interface JudgedGroup extends HeldOutGroup {
  /** Half of them as the files are, half scanned: the calibration is for both. */
  readonly streams: readonly HeldOutStream[];
}

/** Two looks without each of the first groups, and what they say of it. */
async function holdSourcesOut(
  folds: readonly (readonly TrainingDocument[])[], groups: readonly (readonly StreamRows[])[], training: SharedTraining, plan: BasePlan, say: (line: string) => void,
): Promise<JudgedGroup[]> {
  const each = Math.min(MOST_JUDGED, Math.max(2, Math.round(plan.streams / 20)));
  const held = folds.slice(0, plan.heldOut);
  const judged: JudgedGroup[] = [];
  for (const [at, documents] of held.entries()) {
    const learners = await training.fit(groups.filter((_, other) => other !== at), 1);
    const { clean, scanned } = drawJudging(documents, at, { clean: each, scanned: each }, plan.seed);
    judged.push({ documents, learners, streams: scoreHeldOut(learners, [...clean, ...scanned]) });
    say(`held out: ${at + 1} of ${held.length}`);
  }
  return judged;
}
