/** Training and honest judgement of a split model: streams from documents, networks from streams, calibration from sources held out. */
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
  /** Streams drawn for training. */
  readonly streams: number;
  readonly seed: number;
  readonly stage1: StagePlan;
  /** null: the first look decides. */
  readonly stage2: StagePlan | null;
  readonly mix: StreamPlan;
}

export interface StagePlan {
  /** Networks beside the boosting, and how each is trained. */
  readonly networks: number;
  readonly training: TrainingPlan;
  /** How trees are grown; null for none. */
  readonly boosting: TreePlan | null;
}

/** The first look is trained as often as there are pairs of groups, and only tells the second what to look at: half the effort will do. */
const STAGE_1_PLAN: StagePlan = {
  networks: 1,
  training: { ...DEFAULT_PLAN, epochs: 5 },
  boosting: { ...DEFAULT_TREES, rounds: 400 },
};
/** Its network sees the gaps around as well: four layers, the last three of which look 1, 2 and 4 gaps further (decision 14). */
const STAGE_2_PLAN: StagePlan = {
  networks: 1,
  training: { ...DEFAULT_PLAN, hidden: [0, 1, 2, 4].map((reach) => ({ outputs: 192, reach })) },
  boosting: DEFAULT_TREES,
};

export const DEFAULT_FIT: FitPlan = {
  streams: 3000,
  seed: 1,
  stage1: STAGE_1_PLAN,
  stage2: STAGE_2_PLAN,
  mix: TRAINING_STREAMS,
};

/** A stream as the network sees it. */
export interface StreamRows {
  readonly rows: readonly Float32Array[];
  /** 1 where a document ends. */
  readonly labels: readonly number[];
  readonly stream: Stream;
}

/** Streams of `documents`, drawn by `seed`. */
export function drawStreams(
  documents: readonly TrainingDocument[],
  plan: StreamPlan,
  count: number,
  seed: number,
): StreamRows[] {
  const maker = new StreamGenerator(documents);
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const stream = maker.generate(plan, random);
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

/** Learners that are trained by one plan. A first look that several of them need is trained once. */
export class StackedTraining {
  private readonly plan: FitPlan;
  private readonly groupIds = new WeakMap<Group, number>();
  private nextGroupId = 0;
  private readonly stage1Models = new Map<string, Promise<Stage>>();

  constructor(plan: FitPlan) {
    this.plan = plan;
  }

  /**
   * Learners without calibration.
   * @param groups  streams of groups of sources, none of which shares a source with another
   */
  async fit(groups: readonly Group[]): Promise<EnsembleMember> {
    const stage1 = await this.stage1Of(groups);
    return {
      stages: this.plan.stage2 === null ? [stage1] : [stage1, await this.fitStage2(groups, this.plan.stage2)],
    };
  }

  /** From what first looks say of sources that they never saw: as sure, and as often wrong, as a first look will be of new ones. */
  private async fitStage2(groups: readonly Group[], plan: StagePlan): Promise<Stage> {
    const rows: Float32Array[] = [];
    for (const group of groups) {
      const stage1 = await this.stage1Of(groups.filter((other) => other !== group));
      for (const stream of group)
        rows.push(
          ...atScoredGaps(stream, STAGE_2.inputRows(stream.rows, [stageLogOdds(stage1, stream.rows, [])])),
        );
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
 * @param rows  what the look is told of the gaps of these streams that are asked about
 * @param seed  of the boosting, and of the first network; those after it have the next ones
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
  const streams = labelled.map(({ length }) => length);
  const quantiles = fitQuantiles(rankedRows(rows), columns);
  const inputs = new Float32Array(rows.length * columns);
  rows.forEach((row, at) => {
    mapToQuantiles(row, quantiles, inputs, at * columns);
  });
  const networks: Network[] = [];
  for (let network = 0; network < plan.networks; network += 1)
    networks.push(await trainNetwork({ columns, inputs, labels, streams }, { ...plan.training, seed: seed + network }));
  return {
    definition,
    quantiles,
    networks,
    trees: plan.boosting === null ? [] : [trainTrees(rows, labels, columns, { ...plan.boosting, seed })],
    previousSlope: 0,
  };
}

/** What stands in `of`, one a gap, for the gaps that are asked about: before an empty page there is nothing to learn. */
export const atScoredGaps = <T>({ rows }: StreamRows, of: readonly T[]): T[] =>
  of.filter((_, gap) => !isMasked(rows[gap] ?? NO_ROW));
const NO_ROW = new Float32Array(0);

/** Log-odds of streams from sources that the networks never saw. */
export interface HeldOutStream {
  readonly logOdds: readonly number[];
  readonly labels: readonly number[];
  readonly stream: Stream;
}

export const scoreHeldOut = (ensemble: readonly EnsembleMember[], streams: readonly StreamRows[]): HeldOutStream[] =>
  streams.map(({ rows, labels, stream }) => ({ logOdds: logOddsOfGaps(ensemble, rows), labels, stream }));

export function calibrationFrom(streams: readonly HeldOutStream[]): Calibration & { readonly prior: number } {
  const gaps = gapsOf(streams);
  // Never 0 or 1, however few the gaps.
  return { ...fitCalibration(gaps), prior: (gaps.filter(({ label }) => label === 1).length + 1) / (gaps.length + 2) };
}

const gapsOf = (streams: readonly HeldOutStream[]): ScoredGap[] =>
  streams.flatMap(({ logOdds, labels }) =>
    logOdds
      .map((odds, gap) => ({ logOdds: odds, label: labels[gap] ?? 0, weight: 1 }))
      .filter(({ logOdds: odds }) => odds !== MASKED_LOG_ODDS),
  );

/** Streams to train on, of each group of documents alone: about `plan.streams` in all; each group has its share by its sources' weights, as sources are drawn. */
export function drawTrainingGroups(groups: readonly (readonly TrainingDocument[])[], plan: FitPlan): StreamRows[][] {
  const shares = groups.map(weightOf);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return groups.map((group, at) =>
    drawTrainingGroup(group, at, Math.max(1, Math.round((plan.streams * (shares[at] ?? 0)) / whole)), plan),
  );
}

/** Streams to train on of the group at this place, drawn by a seed of its own. */
export const drawTrainingGroup = (group: readonly TrainingDocument[], at: number, count: number, plan: FitPlan): StreamRows[] =>
  drawStreams(group, plan.mix, count, plan.seed * 100 + at);

/** Streams that a group is judged on, as the files are and scanned. */
export interface EvaluationSet {
  readonly clean: readonly StreamRows[];
  readonly scanned: readonly StreamRows[];
}

/** Those of the group at this place, so many of each kind; other draws than those that are learnt from. */
export const drawEvaluationSet = (
  group: readonly TrainingDocument[],
  at: number,
  counts: Readonly<Record<keyof EvaluationSet, number>>,
  seed: number,
): EvaluationSet => ({
  clean: drawStreams(group, EVALUATION_STREAMS, counts.clean, seed + 100 + at),
  scanned: drawStreams(group, SCANNED_EVALUATION_STREAMS, counts.scanned, seed + 200 + at),
});

/** One group judges what learns from the others, and those must be two at least: a second look learns from what a first look says of the other. @throws TrainingDataError */
export function requireGroups(groups: number): void {
  if (groups < 3)
    throw new TrainingDataError(
      `The documents come from ${groups === 1 ? 'one source' : 'two sources'}, or are held out in fewer than three groups: at least three are needed.`,
    );
}

/** How often documents of some sources are drawn. */
const weightOf = (documents: readonly TrainingDocument[]): number =>
  [...Map.groupBy(documents, (document) => document.source).values()].reduce((sum, of) => sum + weightOfSource(of), 0);

/**
 * Sources dealt into `folds` groups of about the same weight, so that each mixes about as many: every document is held out once, together
 * with all others of its source, and of the sources of the same origin.
 * @param together  deals documents into those that are held out together
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
