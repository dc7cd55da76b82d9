/** Training of stages 1 and 2 on generated streams, and their scores and calibration on held-out sources. */
import { fitCalibration } from '../../calibration/calibration.ts';
import type { Calibration, ScoredGap } from '../../calibration/calibration.ts';
import { gapFeatures, isMasked } from '../../features/gap-features.ts';
import { MASKED_LOG_ODDS } from '../../calibration/gap-probabilities.ts';
import type { Network } from '../../classifiers/network.ts';
import { fitQuantiles, mapToQuantiles } from '../../classifiers/normal-quantiles.ts';
import { seededRandom } from '../../random.ts';
import { rankedRows } from './ranked-rows.ts';
import { STAGE_1 } from '../../classifiers/stage-1.ts';
import { STAGE_2 } from '../../classifiers/stage-2.ts';
import { stageLogOdds } from '../../classifiers/stage.ts';
import type { Stage, StageDefinition } from '../../classifiers/stage.ts';
import { groupByOrigin } from '../shared-origins.ts';
import { logOddsOfGaps } from '../../classifiers/split-model.ts';
import type { EnsembleMember } from '../../classifiers/split-model.ts';
import {
  EVALUATION_STREAMS,
  SCANNED_EVALUATION_STREAMS,
  StreamGenerator,
  TRAINING_STREAMS,
  weightOfSource,
} from '../../synthetic/streams.ts';
import type { Stream, StreamPlan } from '../../synthetic/streams.ts';
import { DEFAULT_PLAN, trainNetwork } from './train-network.ts';
import type { TrainingPlan } from './train-network.ts';
import { DEFAULT_TREES, trainTrees } from './train-trees.ts';
import type { TreePlan } from './train-trees.ts';
import { TrainingDataError } from '../training-documents.ts';
import type { TrainingDocument } from '../training-documents.ts';

export interface FitPlan {
  /** Number of training streams. */
  readonly streams: number;
  readonly seed: number;
  readonly stage1: StagePlan;
  /** null: stage 1 alone. */
  readonly stage2: StagePlan | null;
  readonly mix: StreamPlan;
}

/** How one stage of the stacked classifier is trained. */
export interface StagePlan {
  /** Number of networks, and how each is trained. */
  readonly networks: number;
  readonly training: TrainingPlan;
  /** How the boosted trees are trained; null: no trees. */
  readonly boosting: TreePlan | null;
}

/**
 * Stage 1 is trained once for each pair of groups, and its scores are only inputs of stage 2: fewer rounds suffice. It has
 * no network: stage 2 is better after trees alone (decision 11).
 */
const STAGE_1_PLAN: StagePlan = {
  networks: 0,
  training: DEFAULT_PLAN,
  boosting: { ...DEFAULT_TREES, rounds: 400 },
};
/**
 * The network of stage 2 has a dense layer and three dilated convolutions with dilations of 1, 2 and 4 gaps (decision
 * 14).
 */
const STAGE_2_PLAN: StagePlan = {
  networks: 1,
  training: { ...DEFAULT_PLAN, hidden: [0, 1, 2, 4].map((dilation) => ({ outputs: 192, dilation })) },
  boosting: DEFAULT_TREES,
};

export const DEFAULT_FIT: FitPlan = {
  streams: 3000,
  seed: 1,
  stage1: STAGE_1_PLAN,
  stage2: STAGE_2_PLAN,
  mix: TRAINING_STREAMS,
};

/** Feature rows and labels of the gaps of a stream. */
export interface StreamRows {
  readonly rows: readonly Float32Array[];
  /** 1 where a document ends. */
  readonly labels: readonly number[];
  readonly stream: Stream;
}

/** Generates `count` streams of the documents. The same arguments give the same streams. */
export function drawStreams(
  documents: readonly TrainingDocument[],
  plan: StreamPlan,
  count: number,
  seed: number,
): StreamRows[] {
  const generator = new StreamGenerator(documents);
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const stream = generator.generate(plan, random);
    return {
      rows: gapFeatures(stream.pages),
      labels: boundariesOf(stream.documents),
      stream: { ...stream, pages: [] },
    };
  });
}

const boundariesOf = (documents: readonly number[]): number[] =>
  documents.slice(1).map((document, gap) => (document === documents[gap] ? 0 : 1));

type Group = readonly StreamRows[];

/** Trains ensemble members by one plan. Stage-1 models are cached: several members that need the same one share it. */
export class StackedTraining {
  private readonly plan: FitPlan;
  private readonly groupIds = new WeakMap<Group, number>();
  private nextGroupId = 0;
  private readonly stage1Models = new Map<string, Promise<Stage>>();

  constructor(plan: FitPlan) {
    this.plan = plan;
  }

  /**
   * Trains stages 1 and 2, without calibration.
   * @param groups  streams of groups of sources; no two groups share a source
   */
  async fit(groups: readonly Group[]): Promise<EnsembleMember> {
    const stage1 = await this.stage1Of(groups);
    return {
      stages: this.plan.stage2 === null ? [stage1] : [stage1, await this.fitStage2(groups, this.plan.stage2)],
    };
  }

  /**
   * Trains stage 2 on out-of-fold stage-1 scores, which are as accurate and as well calibrated as those of new sources.
   */
  private async fitStage2(groups: readonly Group[], plan: StagePlan): Promise<Stage> {
    const rows: Float32Array[] = [];
    for (const group of groups) {
      const stage1 = await this.stage1Of(groups.filter((other) => other !== group));
      for (const stream of group)
        rows.push(...atScoredGaps(stream, STAGE_2.inputRows(stream.rows, [stageLogOdds(stage1, stream.rows, [])])));
    }
    return fitStage(STAGE_2, rows, groups.flat(), plan, this.plan.seed * 1000 + 500);
  }

  private stage1Of(groups: readonly Group[]): Promise<Stage> {
    const key = groups.map((group) => this.groupIdOf(group)).join();
    const fitted = this.stage1Models.get(key) ?? this.fitStage1(groups.flat());
    this.stage1Models.set(key, fitted);
    return fitted;
  }

  private fitStage1(streams: readonly StreamRows[]): Promise<Stage> {
    const rows = streams.flatMap((stream) => atScoredGaps(stream, stream.rows));
    return fitStage(STAGE_1, rows, streams, this.plan.stage1, this.plan.seed * 1000);
  }

  private groupIdOf(group: Group): number {
    const known = this.groupIds.get(group);
    if (known !== undefined) return known;
    this.groupIds.set(group, this.nextGroupId);
    return this.nextGroupId++;
  }
}

/**
 * @param rows  input rows of the scored gaps of these streams
 * @param seed  seed of the boosting and of the first network; each further network has the next seed
 */
async function fitStage(
  definition: StageDefinition,
  rows: readonly Float32Array[],
  of: readonly StreamRows[],
  plan: StagePlan,
  seed: number,
): Promise<Stage> {
  const columns = definition.features.length;
  const labelled = of.map((stream) => atScoredGaps(stream, stream.labels));
  const labels = Float32Array.from(labelled.flat());
  const quantiles = fitQuantiles(rankedRows(rows), columns);
  const networks: Network[] = [];
  if (plan.networks > 0) {
    const inputs = new Float32Array(rows.length * columns);
    for (const [at, row] of rows.entries()) mapToQuantiles(row, quantiles, inputs, at * columns);
    const set = { columns, inputs, labels, streams: labelled.map(({ length }) => length) };
    for (let network = 0; network < plan.networks; network += 1)
      networks.push(await trainNetwork(set, { ...plan.training, seed: seed + network }));
  }
  return {
    definition,
    quantiles,
    networks,
    trees: plan.boosting === null ? [] : [trainTrees(rows, labels, columns, { ...plan.boosting, seed })],
    previousSlope: 0,
  };
}

/**
 * The entries of `of`, which has one for each gap, at the scored gaps. Masked gaps (before a blank page) are not
 * trained on.
 */
export const atScoredGaps = <T>({ rows }: StreamRows, of: readonly T[]): T[] =>
  of.filter((_, gap) => !isMasked(rows[gap] ?? NO_ROW));
const NO_ROW = new Float32Array(0);

/** Log-odds of a stream from sources that the model was trained without. */
export interface HeldOutStream {
  readonly logOdds: readonly number[];
  readonly labels: readonly number[];
  readonly stream: Stream;
}

export const scoreHeldOut = (ensemble: readonly EnsembleMember[], streams: readonly StreamRows[]): HeldOutStream[] =>
  streams.map(({ rows, labels, stream }) => ({ logOdds: logOddsOfGaps(ensemble, rows), labels, stream }));

export function calibrationFrom(streams: readonly HeldOutStream[]): Calibration & { readonly prior: number } {
  const gaps = gapsOf(streams);
  // Laplace smoothing: the prior is never 0 or 1, however few the gaps are.
  return { ...fitCalibration(gaps), prior: (gaps.filter(({ label }) => label === 1).length + 1) / (gaps.length + 2) };
}

const gapsOf = (streams: readonly HeldOutStream[]): ScoredGap[] =>
  streams.flatMap(({ logOdds, labels }) =>
    logOdds
      .map((odds, gap) => ({ logOdds: odds, label: labels[gap] ?? 0, weight: 1 }))
      .filter(({ logOdds: odds }) => odds !== MASKED_LOG_ODDS),
  );

/**
 * Training streams of each group, about `plan.streams` in total, in proportion to the sampling weights of the groups'
 * sources.
 */
export function drawTrainingGroups(groups: readonly (readonly TrainingDocument[])[], plan: FitPlan): StreamRows[][] {
  const shares = groups.map(weightOf);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return groups.map((group, at) =>
    drawTrainingGroup(group, at, Math.max(1, Math.round((plan.streams * (shares[at] ?? 0)) / total)), plan),
  );
}

/** `count` training streams of the group at this index, which determines the seed. */
export const drawTrainingGroup = (
  group: readonly TrainingDocument[],
  at: number,
  count: number,
  plan: FitPlan,
): StreamRows[] => drawStreams(group, plan.mix, count, plan.seed * 100 + at);

/** Evaluation streams of a group of sources: clean files, and scanned. */
export interface EvaluationSet {
  readonly clean: readonly StreamRows[];
  readonly scanned: readonly StreamRows[];
}

/** The evaluation set of the group at this index. Its seeds differ from those of the training streams. */
export const drawEvaluationSet = (
  group: readonly TrainingDocument[],
  at: number,
  counts: Readonly<Record<keyof EvaluationSet, number>>,
  seed: number,
): EvaluationSet => ({
  clean: drawStreams(group, EVALUATION_STREAMS, counts.clean, seed + 100 + at),
  scanned: drawStreams(group, SCANNED_EVALUATION_STREAMS, counts.scanned, seed + 200 + at),
});

/**
 * Requires three groups: one is held out, and stage 2 needs out-of-fold scores within the other two.
 * @throws TrainingDataError
 */
export function requireGroups(groups: number): void {
  if (groups < 3)
    throw new TrainingDataError(
      `The documents come from ${groups === 1 ? 'one source' : 'two sources'}, ` +
        'or are held out in fewer than three groups: at least three are needed.',
    );
}

/** Sum of the sampling weights of the documents' sources. */
const weightOf = (documents: readonly TrainingDocument[]): number =>
  [...Map.groupBy(documents, (document) => document.source).values()].reduce((sum, of) => sum + weightOfSource(of), 0);

/**
 * Group k-fold assignment: assigns sources to at most `folds` groups of about the same sampling weight. All documents
 * of a source are in one group, and so are sources of the same origin.
 * @param together  groups the documents that must be held out together
 */
export function foldsBySource(
  documents: readonly TrainingDocument[],
  folds: number,
  together = groupByOrigin,
): TrainingDocument[][] {
  const groups: TrainingDocument[][] = Array.from({ length: folds }, () => []);
  for (const of of together(documents).sort(
    (a, b) => weightOf(b) - weightOf(a) || ((a[0]?.source ?? '') < (b[0]?.source ?? '') ? -1 : 1),
  )) {
    groups.reduce((least, group) => (weightOf(group) < weightOf(least) ? group : least)).push(...of);
  }
  return groups.filter((group) => group.length > 0);
}
