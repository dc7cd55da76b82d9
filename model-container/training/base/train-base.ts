/** The base model: members that each take two looks at all documents; a third, and the calibration, from documents whose sources the two that were asked of them never saw. */
import type { Calibration } from '../../calibration/calibration.ts';
import {
  calibrationFrom,
  DEFAULT_FIT,
  drawGroups,
  drawJudging,
  foldsBySource,
  requireGroups,
  scoreHeldOut,
  SharedTraining,
} from './fit-model.ts';
import type { FitPlan, HeldOutStream, StreamRows } from './fit-model.ts';
import { probabilitiesOf } from '../../calibration/gap-probabilities.ts';
import { learnThirdLook, THIRD_LOOK_TREES } from './train-stage-3.ts';
import type { HeldOutGroup, LearntThirdLook } from './train-stage-3.ts';
import { judgeStreams } from '../../evaluation/metrics.ts';
import { extentOf, requireTrainable } from '../training-documents.ts';
import type { TrainingDocument } from '../training-documents.ts';
import { formatWeights } from '../../classifiers/weights-file.ts';
import type { BaseLearners, TrainingSummary } from '../../classifiers/weights-file.ts';

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
  readonly thirdLookStreams: number;
  /** How stages 1 and 2 are trained. Default: those of DEFAULT_FIT. */
  readonly stages?: Pick<FitPlan, 'first' | 'second'>;
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
  return joinMembers(documents, members, plan.seed, say);
}

/** What one training yields, and what it says of documents that it held out. */
interface TrainedMember {
  readonly learners: BaseLearners;
  /** From how much its third look was learnt. */
  readonly thirdLookFrom: LearntThirdLook['from'];
  /** What its first two looks say of the sources held out, and their calibration by that. */
  readonly judged: readonly HeldOutStream[];
  readonly ofTwo: Calibration;
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
  const fit: FitPlan = { ...DEFAULT_FIT, ...plan.stages, seed: plan.seed + member, streams: plan.streams };
  const groups = drawGroups(folds, fit);
  const streams = groups.flat();
  say(`member ${member + 1}: ${streams.length} streams are drawn`);
  const training = new SharedTraining(fit);
  const { first, second } = await training.fit(groups);
  if (second === null) throw new RangeError('The base model looks twice at the least.');
  const heldOut: JudgedGroup[] = [];
  for (const at of folds.map((_, place) => (member + place) % folds.length).slice(0, plan.heldOut)) {
    heldOut.push(await holdOut(folds[at] ?? [], at, groups, training, fit));
    say(`member ${member + 1}: held out ${heldOut.length} of ${plan.heldOut}`);
  }
  const judged = heldOut.flatMap(({ streams: of }) => of);
  const ofTwo = calibrationFrom(judged);
  const { third, from } = learnThirdLook(heldOut, ofTwo, {
    streams: plan.thirdLookStreams,
    seed: fit.seed,
    boosting: THIRD_LOOK_TREES,
  });
  return {
    learners: { first, second, third },
    thirdLookFrom: from,
    judged,
    ofTwo,
    streams: streams.length,
    gaps: streams.reduce((sum, stream) => sum + stream.labels.length, 0),
  };
}

/** Streams of each kind that a fold is judged on at most: two numbers are fitted. */
const MOST_JUDGED = 250;

interface JudgedGroup extends HeldOutGroup {
  /** Half of them as the files are, half scanned: the calibration is for both. */
  readonly streams: readonly HeldOutStream[];
}

/** Two looks without the group at this place, and what they say of it. */
async function holdOut(
  documents: readonly TrainingDocument[],
  at: number,
  groups: readonly (readonly StreamRows[])[],
  training: SharedTraining,
  { streams, seed }: FitPlan,
): Promise<JudgedGroup> {
  const each = Math.min(MOST_JUDGED, Math.max(2, Math.round(streams / 20)));
  const learners = await training.fit(groups.filter((_, other) => other !== at));
  const { clean, scanned } = drawJudging(documents, at, { clean: each, scanned: each }, seed);
  return { documents, learners, streams: scoreHeldOut([learners], [...clean, ...scanned]) };
}

/** Text of the weights file of members that were trained on these documents. */
function joinMembers(
  documents: readonly TrainingDocument[],
  members: readonly TrainedMember[],
  seed: number,
  say: (line: string) => void,
): { text: string; training: TrainingSummary } {
  const { pageF1, documentF1, calibrationError } = judgeStreams(
    members.flatMap(({ judged, ofTwo }) =>
      judged.map(({ logOdds, labels }) => ({ probabilities: probabilitiesOf(logOdds, ofTwo), labels })),
    ),
  );
  say(
    `held-out sources: page F1 ${pageF1.toFixed(3)}, document F1 ${documentF1.toFixed(3)}, calibration error ${calibrationError.toFixed(3)}`,
  );
  const extent = extentOf(documents);
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
    third_looks: members.map(({ thirdLookFrom }) => thirdLookFrom),
  };
  // Each third look is as sure as it learnt to be, so that their mean is taken as it is.
  const { prior } = calibrationFrom(members.flatMap(({ judged }) => judged));
  return {
    text: formatWeights(
      { members: members.map(({ learners }) => learners), calibration: { slope: 1, offset: 0, prior } },
      training,
    ),
    training,
  };
}
