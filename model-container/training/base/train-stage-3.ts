/**
 * Trains stage 3 on out-of-fold stage-2 scores: each held-out group of sources is scored by stages 1 and 2 that were
 * trained without it. The scores of documents that a stage was trained on are overconfident.
 */
import type { Calibration } from '../../calibration/calibration.ts';
import { atScoredGaps, drawStreams } from './fit-model.ts';
import { scoreStages } from '../../classifiers/stage.ts';
import type { Stage } from '../../classifiers/stage.ts';
import type { EnsembleMember } from '../../classifiers/split-model.ts';
import { EVALUATION_STREAMS, SCANNED_EVALUATION_STREAMS, TRAINING_STREAMS } from '../../synthetic/streams.ts';
import type { StreamPlan } from '../../synthetic/streams.ts';
import { STAGE_3 } from '../../classifiers/stage-3.ts';
import { trainTrees } from './train-trees.ts';
import type { TreePlan } from './train-trees.ts';
import { datasetSize } from '../training-documents.ts';
import type { TrainingDocument } from '../training-documents.ts';

/** A group of sources, and stages 1 and 2 that were trained without it. */
export interface HeldOutGroup {
  readonly documents: readonly TrainingDocument[];
  readonly member: EnsembleMember;
}

export interface Stage3Plan {
  /** Number of training streams, in total over all groups. */
  readonly streams: number;
  readonly seed: number;
  readonly boosting: TreePlan;
}

export interface TrainedStage3 {
  readonly stage3: Stage;
  /** Size of the training set. */
  readonly data: {
    readonly documents: number;
    readonly pages: number;
    readonly sources: number;
    readonly streams: number;
    readonly gaps: number;
    readonly seed: number;
  };
}

/** More streams of the same documents did not improve the model. */
export const DEFAULT_STAGE_3_STREAMS = 1600;

/** Small trees and a low learning rate. */
export const STAGE_3_TREES: TreePlan = {
  rounds: 240,
  numLeaves: 31,
  maxDepth: 8,
  learningRate: 0.03,
  minSumHessian: 5,
  lambdaL2: 10,
  baggingFraction: 0.7,
  featureFraction: 0.25,
  seed: 1,
};

/**
 * Mix of the training streams: half similar to those of stages 1 and 2, a quarter clean, a quarter scanned. Lines on
 * every page make unrelated pages similar, and blank versos separate similar pages: both are more frequent than in
 * training.
 */
const STREAM_MIX: readonly { readonly share: number; readonly mix: StreamPlan }[] = [
  { share: 0.5, mix: { ...TRAINING_STREAMS, streamLines: 0.15, blankVersos: 0.06 } },
  { share: 0.25, mix: { ...EVALUATION_STREAMS, few: 0.3 } },
  { share: 0.25, mix: { ...SCANNED_EVALUATION_STREAMS, few: 0.3 } },
];

/** The training set from one group of sources. */
interface Stage3TrainingSet {
  /** For each scored gap: the input row, the calibrated stage-2 log-odds, and 1 where a document ends. */
  readonly rows: readonly Float32Array[];
  readonly initScores: readonly number[];
  readonly labels: readonly number[];
  /** Number of streams and of their gaps, masked ones included. */
  readonly streams: number;
  readonly gaps: number;
}

/**
 * Trains stage 3. Its log-odds need no further calibration, since it is trained on out-of-fold scores with a low
 * learning rate.
 * @param groups  no two groups share a source
 * @param calibration  calibration of the stage-2 log-odds
 * @throws RangeError where there are no groups, or no streams
 */
export function trainStage3(
  groups: readonly HeldOutGroup[],
  { slope, intercept }: Calibration,
  plan: Stage3Plan,
): TrainedStage3 {
  const trainingSets = groups.map(({ documents, member }, at) =>
    drawTrainingSet(
      { documents: sampledUniformly(documents), member },
      at,
      { slope, intercept },
      plan.streams / groups.length,
      plan.seed,
    ),
  );
  const labels = Float32Array.from(trainingSets.flatMap((set) => set.labels));
  const { trees } = trainTrees(
    trainingSets.flatMap(({ rows }) => rows),
    labels,
    STAGE_3.features.length,
    plan.boosting,
    Float64Array.from(trainingSets.flatMap(({ initScores }) => initScores)),
  );
  return {
    stage3: {
      definition: STAGE_3,
      quantiles: [],
      networks: [],
      trees: [{ initialScore: intercept, trees }],
      previousSlope: slope,
    },
    data: {
      ...datasetSize(groups.flatMap((group) => group.documents)),
      streams: trainingSets.reduce((sum, { streams }) => sum + streams, 0),
      gaps: trainingSets.reduce((sum, { gaps }) => sum + gaps, 0),
      seed: plan.seed,
    },
  };
}

/** Gives all sources the sampling weight of auxiliary ones, so that no primary source dominates. */
export const sampledUniformly = (documents: readonly TrainingDocument[]): TrainingDocument[] =>
  documents.map((document) => ({ ...document, auxiliary: true }));

function drawTrainingSet(
  { documents, member }: HeldOutGroup,
  at: number,
  { slope, intercept }: Calibration,
  count: number,
  seed: number,
): Stage3TrainingSet {
  const streams = STREAM_MIX.flatMap(({ share, mix }, kind) =>
    drawStreams(documents, mix, Math.max(1, Math.round(share * count)), seed + 10_000 + 100 * kind + at),
  );
  const rows: Float32Array[] = [];
  const initScores: number[] = [];
  for (const stream of streams) {
    const scores = scoreStages(member.stages, stream.rows);
    rows.push(...atScoredGaps(stream, STAGE_3.inputRows(stream.rows, scores)));
    initScores.push(...atScoredGaps(stream, scores.at(-1) ?? []).map((odds) => slope * odds + intercept));
  }
  return {
    rows,
    initScores,
    labels: streams.flatMap((stream) => atScoredGaps(stream, stream.labels)),
    streams: streams.length,
    gaps: streams.reduce((sum, { labels }) => sum + labels.length, 0),
  };
}
