/** The base model: members that each take two looks at all documents; a third, and the calibration, from documents whose sources the two that were asked of them never saw. */
import type { Calibration } from '../../calibration/calibration.ts';
import {
  calibrationFrom,
  DEFAULT_FIT,
  drawTrainingGroups,
  drawEvaluationSet,
  foldsBySource,
  requireGroups,
  scoreHeldOut,
  StackedTraining,
} from './fit-model.ts';
import type { FitPlan, HeldOutStream, StreamRows } from './fit-model.ts';
import { streamProbabilities } from '../../calibration/gap-probabilities.ts';
import { trainStage3, STAGE_3_TREES } from './train-stage-3.ts';
import type { HeldOutGroup, TrainedStage3 } from './train-stage-3.ts';
import { evaluateStreams } from '../../evaluation/metrics.ts';
import { datasetSize, requireTrainable } from '../training-documents.ts';
import type { TrainingDocument } from '../training-documents.ts';
import { formatWeights } from '../../classifiers/weights-file.ts';
import type { EnsembleMember } from '../../classifiers/split-model.ts';
import type { TrainingSummary } from '../../classifiers/weights-file.ts';

export interface BasePlan {
  /** Of the first member; those after it have the next ones. */
  readonly seed: number;
  /** Streams that each member is trained on. */
  readonly streams: number;
  /** Trainings whose log-odds are averaged, each on streams of its own. */
  readonly members: number;
  /** Groups of sources for the second look, at least 3. */
  readonly folds: number;
  /** How many of them each member holds out, 1 to `folds`: each takes a round of training, and its third look and its calibration come from all of them. */
  readonly heldOut: number;
  /** Streams that a member's third look learns from. */
  readonly stage3Streams: number;
}

/** Text of the weights file. @throws TrainingDataError; RangeError where there is no member, or no group is held out */
export async function trainBaseModel(
  documents: readonly TrainingDocument[],
  plan: BasePlan,
  say: (line: string) => void,
): Promise<{ text: string; training: TrainingSummary }> {
  requireTrainable(documents);
  if (!(plan.members >= 1)) throw new RangeError('A base model has at least one member.');
  if (!(plan.heldOut >= 1)) throw new RangeError('At least one group of sources has to be held out.');
  const folds = foldsBySource(documents, plan.folds);
  requireGroups(folds.length);
  const members: TrainedMember[] = [];
  for (let member = 0; member < plan.members; member += 1) members.push(await trainMember(folds, plan, member, say));
  return assembleModel(documents, members, plan.seed, say);
}

/** What one training yields, and what it says of documents that it held out. */
interface TrainedMember {
  readonly member: EnsembleMember;
  /** From how much its third look was learnt. */
  readonly stage3Data: TrainedStage3['from'];
  /** What its first two looks say of the sources held out, and their calibration by that. */
  readonly heldOut: readonly HeldOutStream[];
  readonly stage2Calibration: Calibration;
  /** How much it was trained on. */
  readonly streams: number;
  readonly gaps: number;
}

/**
 * One member of a base model: neither its streams, nor its networks' beginnings, nor the first group that it holds out are those of the member before.
 * @param folds  groups of sources
 * @param member  from 0
 */
async function trainMember(
  folds: readonly (readonly TrainingDocument[])[],
  plan: BasePlan,
  member: number,
  say: (line: string) => void,
): Promise<TrainedMember> {
  const fit: FitPlan = { ...DEFAULT_FIT, seed: plan.seed + member, streams: plan.streams };
  const groups = drawTrainingGroups(folds, fit);
  const streams = groups.flat();
  say(`member ${member + 1}: ${streams.length} streams are drawn`);
  const training = new StackedTraining(fit);
  const { stages } = await training.fit(groups);
  const groupsHeldOut: ScoredGroup[] = [];
  for (const at of folds.map((_, place) => (member + place) % folds.length).slice(0, plan.heldOut)) {
    groupsHeldOut.push(await trainWithoutGroup(folds[at] ?? [], at, groups, training, fit));
    say(`member ${member + 1}: held out ${groupsHeldOut.length} of ${plan.heldOut}`);
  }
  const heldOut = groupsHeldOut.flatMap(({ streams: of }) => of);
  const stage2Calibration = calibrationFrom(heldOut);
  const { stage3, from } = trainStage3(groupsHeldOut, stage2Calibration, {
    streams: plan.stage3Streams,
    seed: fit.seed,
    boosting: STAGE_3_TREES,
  });
  return {
    member: { stages: [...stages, stage3] },
    stage3Data: from,
    heldOut,
    stage2Calibration,
    streams: streams.length,
    gaps: streams.reduce((sum, stream) => sum + stream.labels.length, 0),
  };
}

/** Streams of each kind that a fold is judged on at most: two numbers are fitted. */
const MAX_EVALUATION_STREAMS = 250;

interface ScoredGroup extends HeldOutGroup {
  /** Half of them as the files are, half scanned: the calibration is for both. */
  readonly streams: readonly HeldOutStream[];
}

/** Two looks without the group at this place, and what they say of it. */
async function trainWithoutGroup(
  documents: readonly TrainingDocument[],
  at: number,
  groups: readonly (readonly StreamRows[])[],
  training: StackedTraining,
  { streams, seed }: FitPlan,
): Promise<ScoredGroup> {
  const each = Math.min(MAX_EVALUATION_STREAMS, Math.max(2, Math.round(streams / 20)));
  const member = await training.fit(groups.filter((_, other) => other !== at));
  const { clean, scanned } = drawEvaluationSet(documents, at, { clean: each, scanned: each }, seed);
  return { documents, member, streams: scoreHeldOut([member], [...clean, ...scanned]) };
}

/** Text of the weights file of members that were trained on these documents. */
function assembleModel(
  documents: readonly TrainingDocument[],
  members: readonly TrainedMember[],
  seed: number,
  say: (line: string) => void,
): { text: string; training: TrainingSummary } {
  const { pageF1, documentF1, calibrationError } = evaluateStreams(
    members.flatMap(({ heldOut, stage2Calibration }) =>
      heldOut.map(({ logOdds, labels }) => ({ probabilities: streamProbabilities(logOdds, stage2Calibration), labels })),
    ),
  );
  say(
    `held-out sources: page F1 ${pageF1.toFixed(3)}, document F1 ${documentF1.toFixed(3)}, calibration error ${calibrationError.toFixed(3)}`,
  );
  const extent = datasetSize(documents);
  const training: TrainingSummary = {
    documents: extent.documents,
    pages: extent.pages,
    scanned_documents: documents.filter((document) => document.scannedPages !== undefined).length,
    sources: extent.sources,
    streams: members.reduce((sum, { streams }) => sum + streams, 0),
    gaps: members.reduce((sum, { gaps }) => sum + gaps, 0),
    seed,
    held_out_page_f1: Number(pageF1.toFixed(4)),
    held_out_calibration_error: Number(calibrationError.toFixed(4)),
    stage_3_training: members.map(({ stage3Data }) => stage3Data),
  };
  // Each third look is as sure as it learnt to be, so that their mean is taken as it is.
  const { prior } = calibrationFrom(members.flatMap(({ heldOut }) => heldOut));
  return {
    text: formatWeights(
      { ensemble: members.map(({ member }) => member), calibration: { slope: 1, intercept: 0, prior } },
      training,
    ),
    training,
  };
}
