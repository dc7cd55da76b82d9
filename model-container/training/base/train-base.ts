/**
 * Trains the base model: an ensemble whose members have stages 1 and 2 trained on all documents. Stages 3 and 4 and the
 * calibration are trained on out-of-fold scores of held-out groups of sources.
 */
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
import { trainStage4, STAGE_4_TREES } from './train-stage-4.ts';
import type { HeldOutGroup, StageTrainingData } from './residual-stage.ts';
import { evaluateStreams } from '../../evaluation/metrics.ts';
import { datasetSize, requireTrainable } from '../training-documents.ts';
import type { TrainingDocument } from '../training-documents.ts';
import { formatWeights } from '../../classifiers/weights-file.ts';
import type { EnsembleMember } from '../../classifiers/split-model.ts';
import type { TrainingSummary } from '../../classifiers/weights-file.ts';

export interface BasePlan {
  /** Seed of the first member; each further member has the next seed. */
  readonly seed: number;
  /** Number of training streams of each member. */
  readonly streams: number;
  /** Number of ensemble members, each trained on its own streams. */
  readonly members: number;
  /** Number of groups of sources (folds) for the out-of-fold scores of stage 2, at least 3. */
  readonly folds: number;
  /**
   * Number of groups that each member holds out, 1 to `folds`, to train stage 3 and calibrate. Each costs one training.
   */
  readonly heldOut: number;
  /** Number of streams that stage 3 of a member is trained on. */
  readonly stage3Streams: number;
  /** How stages 1 and 2 are trained. Default: as in DEFAULT_FIT. */
  readonly stages?: Pick<FitPlan, 'stage1' | 'stage2'>;
}

/**
 * @param trainAll  trains the members of the plan; default: one after the other
 * @returns the text of the weights file, and the summary of the training in it
 * @throws TrainingDataError where the documents cannot be trained on
 * @throws RangeError where there is no member, or no group is held out
 */
export async function trainBaseModel(
  documents: readonly TrainingDocument[],
  plan: BasePlan,
  log: (line: string) => void,
  trainAll: () => Promise<readonly TrainedMember[]> = () => trainInTurn(documents, plan, log),
): Promise<{ text: string; training: TrainingSummary }> {
  requireTrainable(documents);
  if (!(plan.members >= 1)) throw new RangeError('A base model has at least one member.');
  if (!(plan.heldOut >= 1)) throw new RangeError('At least one group of sources must be held out.');
  return assembleModel(documents, await trainAll(), plan.seed, log);
}

async function trainInTurn(
  documents: readonly TrainingDocument[],
  plan: BasePlan,
  log: (line: string) => void,
): Promise<TrainedMember[]> {
  const members: TrainedMember[] = [];
  for (let member = 0; member < plan.members; member += 1)
    members.push(await trainMember(documents, plan, member, log));
  return members;
}

/** A trained ensemble member, and its stage-2 scores of the held-out groups. */
export interface TrainedMember {
  readonly member: EnsembleMember;
  /** Size of the training set of stage 3. */
  readonly stage3Data: StageTrainingData;
  /** Size of the training set of stage 4; absent where no document has fonts. */
  readonly stage4Data?: StageTrainingData;
  /** Out-of-fold stage-2 scores of the held-out groups, and their calibration. */
  readonly heldOut: readonly HeldOutStream[];
  readonly stage2Calibration: Calibration;
  /** Number of training streams, and of their gaps. */
  readonly streams: number;
  readonly gaps: number;
}

/**
 * Trains one ensemble member. Members differ in their streams, in the initial weights of their networks, and in the
 * first group that they hold out.
 * @param member  index of the member, from 0
 * @throws TrainingDataError where the sources do not give three groups
 */
export async function trainMember(
  documents: readonly TrainingDocument[],
  plan: BasePlan,
  member: number,
  log: (line: string) => void,
): Promise<TrainedMember> {
  const folds = foldsBySource(documents, plan.folds);
  requireGroups(folds.length);
  const fit: FitPlan = { ...DEFAULT_FIT, ...plan.stages, seed: plan.seed + member, streams: plan.streams };
  const groups = drawTrainingGroups(folds, fit);
  const streams = groups.flat();
  log(`member ${member + 1}: ${streams.length} training streams`);
  const training = new StackedTraining(fit);
  const { stages } = await training.fit(groups);
  const calibrationStreams = Math.min(MAX_EVALUATION_STREAMS, Math.max(2, Math.round(fit.streams / 20)));
  const heldOutGroups: ScoredGroup[] = [];
  for (const at of folds.map((_, place) => (member + place) % folds.length).slice(0, plan.heldOut)) {
    heldOutGroups.push(await trainWithoutGroup(folds[at] ?? [], at, groups, training, fit.seed, calibrationStreams));
    log(`member ${member + 1}: held out ${heldOutGroups.length} of ${plan.heldOut}`);
  }
  const heldOut = heldOutGroups.flatMap(({ streams: of }) => of);
  const stage2Calibration = calibrationFrom(heldOut);
  const { stage3, data } = trainStage3(heldOutGroups, stage2Calibration, {
    streams: plan.stage3Streams,
    seed: fit.seed,
    boosting: STAGE_3_TREES,
  });
  const trainedStage4 = trainStage4(heldOutGroups, stage2Calibration, {
    streams: plan.stage3Streams,
    seed: fit.seed,
    boosting: STAGE_4_TREES,
  });
  return {
    member: { stages: [...stages, stage3, ...(trainedStage4 === undefined ? [] : [trainedStage4.stage4])] },
    stage3Data: data,
    ...(trainedStage4 === undefined ? {} : { stage4Data: trainedStage4.data }),
    heldOut,
    stage2Calibration,
    streams: streams.length,
    gaps: streams.reduce((sum, stream) => sum + stream.labels.length, 0),
  };
}

/** Maximum number of streams of each kind in the evaluation set of a group: only two parameters are calibrated. */
const MAX_EVALUATION_STREAMS = 250;

export interface ScoredGroup extends HeldOutGroup {
  /** Scored evaluation streams, half clean and half scanned: the calibration is for both. */
  readonly streams: readonly HeldOutStream[];
}

/**
 * Trains stages 1 and 2 without the group at this index, and scores its evaluation set.
 * @param each  number of clean and of scanned evaluation streams
 */
export async function trainWithoutGroup(
  documents: readonly TrainingDocument[],
  at: number,
  groups: readonly (readonly StreamRows[])[],
  training: StackedTraining,
  seed: number,
  each: number,
): Promise<ScoredGroup> {
  const member = await training.fit(groups.filter((_, other) => other !== at));
  const { clean, scanned } = drawEvaluationSet(documents, at, { clean: each, scanned: each }, seed);
  return { documents, member, streams: scoreHeldOut([member], [...clean, ...scanned]) };
}

/** The weights file of these ensemble members. */
function assembleModel(
  documents: readonly TrainingDocument[],
  members: readonly TrainedMember[],
  seed: number,
  log: (line: string) => void,
): { text: string; training: TrainingSummary } {
  const { pageF1, documentF1, calibrationError } = evaluateStreams(
    members.flatMap(({ heldOut, stage2Calibration }) =>
      heldOut.map(({ logOdds, labels }) => ({
        probabilities: streamProbabilities(logOdds, stage2Calibration),
        labels,
      })),
    ),
  );
  const f1 = `page F1 ${pageF1.toFixed(3)}, document F1 ${documentF1.toFixed(3)}`;
  log(`held-out sources: ${f1}, calibration error ${calibrationError.toFixed(3)}`);
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
    stage_4_training: members.flatMap(({ stage4Data }) => stage4Data ?? []),
  };
  // Stage 3 is calibrated by its training (see trainStage3), so that the mean of the members needs no further
  // calibration.
  const { prior } = calibrationFrom(members.flatMap(({ heldOut }) => heldOut));
  return {
    text: formatWeights(
      { ensemble: members.map(({ member }) => member), calibration: { slope: 1, intercept: 0, prior } },
      training,
    ),
    training,
  };
}
