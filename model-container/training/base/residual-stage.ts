/** What the trainings of stages 3 to 5 share: each corrects the log-odds of the stage before, out of fold. */
import type { Calibration } from '../../calibration/calibration.ts';
import { isKnown, scoreStages } from '../../classifiers/stage.ts';
import type { Stage, StageDefinition } from '../../classifiers/stage.ts';
import type { EnsembleMember } from '../../classifiers/split-model.ts';
import type { StreamPlan } from '../../synthetic/streams.ts';
import { datasetSize } from '../training-documents.ts';
import type { TrainingDocument } from '../training-documents.ts';
import { atScoredGaps, drawStreams } from './fit-model.ts';
import { trainTrees } from './train-trees.ts';
import type { TreePlan } from './train-trees.ts';

/** A group of sources, and the stages before, which were trained without it. */
export interface HeldOutGroup {
  readonly documents: readonly TrainingDocument[];
  readonly member: EnsembleMember;
}

export interface ResidualStagePlan {
  /** Number of training streams, in total over all groups. */
  readonly streams: number;
  readonly seed: number;
  readonly boosting: TreePlan;
}

/** Stages 3 and 4 are calibrated: the stage after adds to their log-odds as they are. */
export const CALIBRATED: Calibration = { slope: 1, intercept: 0 };

/** Kinds of training streams and their shares. */
export type StreamMix = readonly { readonly share: number; readonly mix: StreamPlan }[];

/** Size of a stage's training set. */
export interface StageTrainingData {
  readonly documents: number;
  readonly pages: number;
  readonly sources: number;
  readonly streams: number;
  readonly gaps: number;
  readonly seed: number;
}

/** The training set from one group of sources. */
export interface ResidualTrainingSet {
  /** For each gap that the stage corrects: the input row, the log-odds that it corrects, and 1 where a document ends. */
  readonly rows: readonly Float32Array[];
  readonly initScores: readonly number[];
  readonly labels: readonly number[];
  /** Number of streams and of their gaps, masked ones included. */
  readonly streams: number;
  readonly gaps: number;
}

/**
 * Draws streams of the group and scores them by the stages before.
 * @param calibration  of the last of these stages' log-odds
 */
export function drawTrainingSet(
  definition: StageDefinition,
  { documents, member }: HeldOutGroup,
  streamMix: StreamMix,
  { slope, intercept }: Calibration,
  count: number,
  seed: number,
): ResidualTrainingSet {
  const streams = streamMix.flatMap(({ share, mix }, kind) =>
    drawStreams(documents, mix, Math.max(1, Math.round(share * count)), seed + 100 * kind),
  );
  const corrected = streams.flatMap((stream) => {
    const scores = scoreStages(member.stages, stream.rows);
    const last = atScoredGaps(stream, scores.at(-1) ?? []);
    const labels = atScoredGaps(stream, stream.labels);
    return atScoredGaps(stream, definition.inputRows(stream.rows, scores)).flatMap((row, at) =>
      isKnown(row) ? [{ row, initScore: slope * (last[at] ?? 0) + intercept, label: labels[at] ?? 0 }] : [],
    );
  });
  return {
    rows: corrected.map(({ row }) => row),
    initScores: corrected.map(({ initScore }) => initScore),
    labels: corrected.map(({ label }) => label),
    streams: streams.length,
    gaps: streams.reduce((sum, { labels }) => sum + labels.length, 0),
  };
}

/**
 * Trains boosted trees that are added to the calibrated log-odds of the stage before.
 * @throws RangeError where there are no rows
 */
export function fitResidualStage(
  definition: StageDefinition,
  sets: readonly ResidualTrainingSet[],
  { slope, intercept }: Calibration,
  boosting: TreePlan,
): Stage {
  const { trees } = trainTrees(
    sets.flatMap(({ rows }) => rows),
    Float32Array.from(sets.flatMap(({ labels }) => labels)),
    definition.features.length,
    boosting,
    Float64Array.from(sets.flatMap(({ initScores }) => initScores)),
  );
  return {
    definition,
    quantiles: [],
    networks: [],
    trees: [{ initialScore: intercept, trees }],
    previousSlope: slope,
  };
}

export const trainingDataOf = (
  groups: readonly HeldOutGroup[],
  sets: readonly ResidualTrainingSet[],
  seed: number,
): StageTrainingData => ({
  ...datasetSize(groups.flatMap(({ documents }) => documents)),
  streams: sets.reduce((sum, { streams }) => sum + streams, 0),
  gaps: sets.reduce((sum, { gaps }) => sum + gaps, 0),
  seed,
});

/** Gives all sources the sampling weight of auxiliary ones, so that no primary source dominates. */
export const sampledUniformly = (documents: readonly TrainingDocument[]): TrainingDocument[] =>
  documents.map((document) => ({ ...document, auxiliary: true }));
