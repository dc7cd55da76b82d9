/**
 * Trains stage 4 on log-odds of stage 3 that are out of fold: of each held-out group of sources, which stages 1 and 2 were
 * trained without, one half is scored by a stage 3 that was trained on the other.
 */
import type { Calibration } from '../../calibration/calibration.ts';
import { STAGE_4 } from '../../classifiers/stage-4.ts';
import type { Stage } from '../../classifiers/stage.ts';
import { EVALUATION_STREAMS, TRAINING_STREAMS } from '../../synthetic/streams.ts';
import { foldsBySource } from './fit-model.ts';
import { CALIBRATED, drawTrainingSet, fitResidualStage, sampledUniformly, trainingDataOf } from './residual-stage.ts';
import type { HeldOutGroup, ResidualStagePlan, StageTrainingData, StreamMix } from './residual-stage.ts';
import { STAGE_3_TREES, trainStage3 } from './train-stage-3.ts';
import type { TreePlan } from './train-trees.ts';

export interface TrainedStage4 {
  readonly stage4: Stage;
  /** `gaps` are those that the stage corrects. */
  readonly data: StageTrainingData;
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
const STREAM_MIX: StreamMix = [
  { share: 0.4, mix: { ...TRAINING_STREAMS, scanned: 0, synthetic: 0 } },
  { share: 0.4, mix: { ...EVALUATION_STREAMS, singleSource: 0.5, few: 0.3 } },
  { share: 0.2, mix: { ...EVALUATION_STREAMS, singleSource: 0.5, few: 0.3, printJobs: 1 } },
];

/**
 * @param groups  no two groups share a source
 * @param calibration  calibration of the stage-2 log-odds
 * @param plan  as many streams again train the halves' stages 3
 * @returns undefined where no document has fonts, or no group has two sources
 */
export function trainStage4(
  groups: readonly HeldOutGroup[],
  calibration: Calibration,
  { streams, seed, boosting }: ResidualStagePlan,
): TrainedStage4 | undefined {
  if (!groups.some(hasFonts)) return undefined;
  const each = streams / groups.length;
  const halves = groups.flatMap((group) => withStage3OfOtherHalf(group, calibration, each, seed));
  const sets = halves.map((half, at) =>
    drawTrainingSet(STAGE_4, half, STREAM_MIX, CALIBRATED, streams / halves.length, seed + 20_000 + at),
  );
  const corrected = sets.reduce((sum, { rows }) => sum + rows.length, 0);
  if (corrected === 0) return undefined;
  return {
    stage4: fitResidualStage(STAGE_4, sets, CALIBRATED, boosting),
    data: { ...trainingDataOf(halves, sets, seed), gaps: corrected },
  };
}

const hasFonts = ({ documents }: HeldOutGroup): boolean =>
  documents.some(({ pages }) => pages.some(({ fonts }) => fonts !== undefined));

/**
 * The two halves of the group's sources, each with stages 1 to 3 that were trained without it; none of a group of one
 * source.
 */
function withStage3OfOtherHalf(
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
