/**
 * Trains stage 4 on log-odds of stage 3 that are out of fold: of each held-out group of sources, which stages 1 and 2 were
 * trained without, one half is scored by a stage 3 that was trained on the other.
 */
import type { Calibration } from '../../calibration/calibration.ts';
import { atScoredGaps, drawStreams, foldsBySource } from './fit-model.ts';
import { isKnown, scoreStages } from '../../classifiers/stage.ts';
import type { Stage } from '../../classifiers/stage.ts';
import { EVALUATION_STREAMS, TRAINING_STREAMS } from '../../synthetic/streams.ts';
import type { StreamPlan } from '../../synthetic/streams.ts';
import { STAGE_4 } from '../../classifiers/stage-4.ts';
import { sampledUniformly, STAGE_3_TREES, trainStage3 } from './train-stage-3.ts';
import type { HeldOutGroup, TrainedStage3 } from './train-stage-3.ts';
import { trainTrees } from './train-trees.ts';
import type { TreePlan } from './train-trees.ts';
import { datasetSize } from '../training-documents.ts';

export interface Stage4Plan {
  /** Number of training streams, in total over all groups; as many again train the halves' stages 3. */
  readonly streams: number;
  readonly seed: number;
  readonly boosting: TreePlan;
}

export const STAGE_4_TREES: TreePlan = {
  rounds: 200,
  numLeaves: 7,
  maxDepth: 6,
  learningRate: 0.05,
  minSumHessian: 5,
  lambdaL2: 10,
  baggingFraction: 0.7,
  featureFraction: 0.5,
  seed: 1,
};

/** Files as they were joined, and as one print job writes them; none is scanned, for a scan has no fonts. */
const STREAM_MIX: readonly { readonly share: number; readonly mix: StreamPlan }[] = [
  { share: 0.4, mix: { ...TRAINING_STREAMS, scanned: 0, synthetic: 0 } },
  { share: 0.4, mix: { ...EVALUATION_STREAMS, singleSource: 0.5, few: 0.3 } },
  { share: 0.2, mix: { ...EVALUATION_STREAMS, singleSource: 0.5, few: 0.3, printJobs: 1 } },
];

/** Rows of stage 4 with the log-odds that they correct, and 1 where a document ends. */
export interface Stage4Rows {
  readonly rows: readonly Float32Array[];
  readonly initScores: readonly number[];
  readonly labels: readonly number[];
  /** Number of streams that they are from. */
  readonly streams: number;
}

export interface TrainedStage4 {
  readonly stage4: Stage;
  /** Size of the training set; `gaps` are those that the stage corrects. */
  readonly data: TrainedStage3['data'];
}

/**
 * @param groups  no two groups share a source
 * @param calibration  calibration of the stage-2 log-odds
 * @returns undefined where no document has fonts, or no group has two sources
 */
export function trainStage4(
  groups: readonly HeldOutGroup[],
  calibration: Calibration,
  plan: Stage4Plan,
): TrainedStage4 | undefined {
  const sets = groups.flatMap((group, at) =>
    withStage3OfOtherHalf(group, calibration, plan.streams / groups.length, plan.seed).map((half, side) =>
      drawRows(half, plan.streams / groups.length / 2, plan.seed + 20_000 + 2 * at + side),
    ),
  );
  const gaps = sets.reduce((sum, { rows }) => sum + rows.length, 0);
  if (gaps === 0) return undefined;
  return {
    stage4: fitStage4(sets, plan.boosting),
    data: {
      ...datasetSize(groups.flatMap(({ documents }) => documents)),
      streams: sets.reduce((sum, { streams }) => sum + streams, 0),
      gaps,
      seed: plan.seed,
    },
  };
}

/** @throws RangeError where there are no rows */
export function fitStage4(sets: readonly Stage4Rows[], boosting: TreePlan): Stage {
  const { trees } = trainTrees(
    sets.flatMap(({ rows }) => rows),
    Float32Array.from(sets.flatMap(({ labels }) => labels)),
    STAGE_4.features.length,
    boosting,
    Float64Array.from(sets.flatMap(({ initScores }) => initScores)),
  );
  return { definition: STAGE_4, quantiles: [], networks: [], trees: [{ initialScore: 0, trees }], previousSlope: 1 };
}

/**
 * The two halves of the group's sources, each with stages 1 to 3 that were trained without it; none of a group of one
 * source.
 */
export function withStage3OfOtherHalf(
  { documents, member }: HeldOutGroup,
  calibration: Calibration,
  streams: number,
  seed: number,
): HeldOutGroup[] {
  const [one, two] = foldsBySource(sampledUniformly(documents), 2);
  if (one === undefined || two === undefined) return [];
  return [
    [one, two],
    [two, one],
  ].map(([half = [], other = []], at) => {
    const { stage3 } = trainStage3([{ documents: other, member }], calibration, {
      streams: streams / 2,
      seed: seed + 30_000 + at,
      boosting: STAGE_3_TREES,
    });
    return { documents: half, member: { stages: [...member.stages, stage3] } };
  });
}

/** Training rows from one group of sources, whose stages 1 to 3 were trained without it. */
export function drawRows({ documents, member }: HeldOutGroup, count: number, seed: number): Stage4Rows {
  const streams = STREAM_MIX.flatMap(({ share, mix }, kind) =>
    drawStreams(documents, mix, Math.max(1, Math.round(share * count)), seed + 100 * kind),
  );
  const known = streams.flatMap((stream) => {
    const scores = scoreStages(member.stages, stream.rows);
    const last = atScoredGaps(stream, scores.at(-1) ?? []);
    const labels = atScoredGaps(stream, stream.labels);
    return atScoredGaps(stream, STAGE_4.inputRows(stream.rows, scores)).flatMap((row, at) =>
      isKnown(row) ? [{ row, initScore: last[at] ?? 0, label: labels[at] ?? 0 }] : [],
    );
  });
  return {
    rows: known.map(({ row }) => row),
    initScores: known.map(({ initScore }) => initScore),
    labels: known.map(({ label }) => label),
    streams: streams.length,
  };
}
