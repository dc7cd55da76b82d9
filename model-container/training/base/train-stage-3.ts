/**
 * The third look, learnt from groups of sources that the first two were trained without: what looks say of documents that they never saw is as sure, and as often wrong, as what they will say of new ones.
 * Of their own documents they say too much.
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

/** A group of sources, and two looks that were trained without them. */
export interface HeldOutGroup {
  readonly documents: readonly TrainingDocument[];
  readonly member: EnsembleMember;
}

export interface Stage3Plan {
  /** Streams that are learnt from, of all groups together. */
  readonly streams: number;
  readonly seed: number;
  readonly boosting: TreePlan;
}

export interface TrainedStage3 {
  readonly stage3: Stage;
  /** From how much it was learnt. */
  readonly from: {
    readonly documents: number;
    readonly pages: number;
    readonly sources: number;
    readonly streams: number;
    readonly gaps: number;
    readonly seed: number;
  };
}

/** More of the same documents gain nothing. */
export const DEFAULT_STAGE_3_STREAMS = 1600;

/** Small trees, in slow steps. */
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
 * What is learnt from: half of the streams about as training draws them, a quarter as the files are, a quarter scanned. Lines that a machine printed on every page make strangers alike, and empty backs set twins apart:
 * both are drawn more often than in training.
 */
const STREAM_MIX: readonly { readonly share: number; readonly mix: StreamPlan }[] = [
  { share: 0.5, mix: { ...TRAINING_STREAMS, streamLines: 0.15, blankVersos: 0.06 } },
  { share: 0.25, mix: { ...EVALUATION_STREAMS, few: 0.3 } },
  { share: 0.25, mix: { ...SCANNED_EVALUATION_STREAMS, few: 0.3 } },
];

/** What a third look learns from a group of sources. */
interface Stage3TrainingSet {
  /** What it is told of each gap that is asked about, the calibrated log-odds of the first two looks, and 1 where a document ends. */
  readonly rows: readonly Float32Array[];
  readonly from: readonly number[];
  readonly labels: readonly number[];
  /** How many streams and gaps these are, with those that nothing is asked of. */
  readonly streams: number;
  readonly gaps: number;
}

/**
 * A third look. It is as sure as it learnt to be, and needs no calibration: its steps are small, and what it learns from is what looks say of documents that they never saw.
 * @param groups  which share no source
 * @param calibration  of the first two looks
 * @throws RangeError where there is no group, or no stream
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
  const labels = Float32Array.from(trainingSets.flatMap((lesson) => lesson.labels));
  const { trees } = trainTrees(
    trainingSets.flatMap(({ rows }) => rows),
    labels,
    STAGE_3.features.length,
    plan.boosting,
    Float64Array.from(trainingSets.flatMap(({ from }) => from)),
  );
  return {
    stage3: {
      definition: STAGE_3,
      quantiles: [],
      networks: [],
      trees: [{ initialScore: intercept, trees }],
      previousSlope: slope,
    },
    from: {
      ...datasetSize(groups.flatMap((group) => group.documents)),
      streams: trainingSets.reduce((sum, { streams }) => sum + streams, 0),
      gaps: trainingSets.reduce((sum, { gaps }) => sum + gaps, 0),
      seed: plan.seed,
    },
  };
}

/** All sources are drawn as often as further ones: the more differ, the better. */
const sampledUniformly = (documents: readonly TrainingDocument[]): TrainingDocument[] =>
  documents.map((document) => ({ ...document, further: true }));

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
  const from: number[] = [];
  for (const stream of streams) {
    const scores = scoreStages(member.stages, stream.rows);
    rows.push(...atScoredGaps(stream, STAGE_3.inputRows(stream.rows, scores)));
    from.push(...atScoredGaps(stream, scores.at(-1) ?? []).map((odds) => slope * odds + intercept));
  }
  return {
    rows,
    from,
    labels: streams.flatMap((stream) => atScoredGaps(stream, stream.labels)),
    streams: streams.length,
    gaps: streams.reduce((sum, { labels }) => sum + labels.length, 0),
  };
}
