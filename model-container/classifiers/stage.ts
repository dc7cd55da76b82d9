/**
 * A stage of the stacked classifier (stacked sequential learning: Cohen and Carvalho, IJCAI 2005). All stages score the
 * same gaps. Each stage after the first has the scores of the stages before it among its inputs.
 */
import { MASKED_LOG_ODDS } from '../calibration/gap-probabilities.ts';
import { isMasked, scoredGaps } from '../features/gap-features.ts';
import { runNetworks } from './network.ts';
import type { Network } from './network.ts';
import { mapToQuantiles } from './normal-quantiles.ts';
import type { QuantileTable } from './normal-quantiles.ts';
import { runTrees } from './trees.ts';
import type { BoostedTrees } from './trees.ts';

/** Log-odds of a split by stage, stage 1 first; each stage has one number a gap, MASKED_LOG_ODDS for masked gaps. */
export type StageScores = readonly (readonly number[])[];

/** The input columns of a stage and how they are computed. */
export interface StageDefinition {
  /** Names of the input columns. The weights file repeats them. */
  readonly features: readonly string[];
  /**
   * One input row a gap, with the columns of `features` first. Rows of masked gaps are not used. A gap whose row is NaN
   * throughout keeps the log-odds of the stage before.
   * @param rows  of one stream in page order, as `gapFeatures` returns them
   * @param scores  of the stages before
   */
  readonly inputRows: (rows: readonly Float32Array[], scores: StageScores) => readonly Float32Array[];
}

/**
 * The definition with only these columns, in this order. Weights that were trained before a feature was added are read by
 * it.
 * @returns undefined where the definition does not have them all
 */
export function withColumns(definition: StageDefinition, names: readonly string[]): StageDefinition | undefined {
  const { features, inputRows } = definition;
  if (names.length === features.length && names.every((name, at) => name === features[at])) return definition;
  const columns = names.map((name) => features.indexOf(name));
  if (columns.includes(-1)) return undefined;
  return {
    features: names,
    inputRows: (rows, scores) =>
      inputRows(rows, scores).map((row) => Float32Array.from(columns, (column) => row[column] ?? Number.NaN)),
  };
}

/** A trained stage. It has at least one network or one tree ensemble. */
export interface Stage {
  readonly definition: StageDefinition;
  /**
   * Quantile transform of the inputs, one table an input column, for the networks, and in stage 1 for the correction of a
   * workflow (`quantilesOf`); empty in stages without either.
   */
  readonly quantiles: readonly QuantileTable[];
  /** Their log-odds are averaged. They differ in their seed. */
  readonly networks: readonly Network[];
  /** Their log-odds are averaged. They differ in their seed. */
  readonly trees: readonly BoostedTrees[];
  /**
   * 0: the learners' log-odds are the stage's log-odds. Above 0: the learners correct the residual of the stage before,
   * and the stage's residual-corrected log-odds are this slope × the log-odds of the stage before + the learners'.
   */
  readonly previousSlope: number;
}

/** Weight of the trees where a stage has networks, too: on held-out sources the mean is better than either alone. */
const TREES_SHARE = 0.5;

/**
 * Log-odds of a split, one a gap; MASKED_LOG_ODDS for masked gaps.
 * @param rows  of one stream in page order, as `gapFeatures` returns them
 * @param scores  of the stages before
 */
export function stageLogOdds(stage: Stage, rows: readonly Float32Array[], scores: StageScores): number[] {
  const inputs = stage.definition.inputRows(rows, scores);
  const previous = scores.at(-1) ?? [];
  const logOdds = rows.map((row, gap) => (isMasked(row) ? MASKED_LOG_ODDS : (previous[gap] ?? 0)));
  const scored = scoredGaps(rows).filter((gap) => isKnown(inputs[gap] ?? NO_ROW));
  const output = learnersLogOdds(
    stage,
    scored.flatMap((gap) => inputs[gap] ?? []),
  );
  for (const [at, gap] of scored.entries()) {
    const own = output[at] ?? 0;
    logOdds[gap] = stage.previousSlope === 0 ? own : stage.previousSlope * (previous[gap] ?? 0) + own;
  }
  return logOdds;
}

const NO_ROW = new Float32Array(0);
/** Whether any input of the row is known. */
export const isKnown = (row: Float32Array): boolean => row.some((input) => !Number.isNaN(input));

/** Runs the stages in order: each receives the scores of those before. */
export function scoreStages(stages: readonly Stage[], rows: readonly Float32Array[]): StageScores {
  const scores: number[][] = [];
  for (const stage of stages) scores.push(stageLogOdds(stage, rows, scores));
  return scores;
}

/** Weighted mean of networks and trees, one number an input row. */
function learnersLogOdds({ quantiles, networks, trees }: Stage, rows: readonly Float32Array[]): Float64Array {
  const treesShare = trees.length === 0 ? 0 : networks.length === 0 ? 1 : TREES_SHARE;
  const mean = new Float64Array(rows.length);
  const add = (logOdds: Float64Array, share: number) => {
    for (let row = 0; row < mean.length; row += 1) mean[row] = (mean[row] ?? 0) + share * (logOdds[row] ?? 0);
  };
  for (const ensemble of trees) add(runTrees(ensemble, rows), treesShare / trees.length);
  if (treesShare < 1) {
    const inputs = new Float32Array(rows.length * quantiles.length);
    for (const [at, row] of rows.entries()) mapToQuantiles(row, quantiles, inputs, at * quantiles.length);
    add(runNetworks(networks, inputs, rows.length), 1 - treesShare);
  }
  return mean;
}
