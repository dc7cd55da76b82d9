/** A trained split model: pages in, a calibrated probability a gap out. */
import type { PageRecord } from '../../core/reading/page-record.ts';
import type { Calibration } from './calibration.ts';
import { calibratedGaps, NO_SPLIT } from './gap-probabilities.ts';
import { CONTEXT_PAGES, gapFeatures, isSilent } from './gap-features.ts';
import { runEnsemble } from './network.ts';
import type { Network } from './network.ts';
import { mapToQuantiles } from './normal-quantiles.ts';
import type { QuantileTable } from './normal-quantiles.ts';
import { viewPage } from './page-view.ts';
import { secondLook } from './second-look.ts';
import { runTrees } from './trees.ts';
import type { Trees } from './trees.ts';

export interface SplitModel {
  /** Names the weights: `base-` and the first digits of their SHA-256. */
  readonly version: string;
  readonly quantiles: readonly QuantileTable[];
  /** Networks that differ in their seed; their log-odds are averaged. */
  readonly networks: readonly Network[];
  /** Boosted trees that differ in their seed; theirs are averaged, too. */
  readonly trees: readonly Trees[];
  /** Boosted trees that look again with what the first look said of the gaps around; none: the first look decides. */
  readonly secondTrees: readonly Trees[];
  readonly calibration: Calibration;
}

/** What training yields and calibration completes. */
export type Learners = FirstLook & Pick<SplitModel, 'secondTrees'>;

/** What is asked about each gap by itself. */
export type FirstLook = Pick<SplitModel, 'quantiles' | 'networks' | 'trees'>;

/** What the trees count for beside the networks: on sources held out they err less, and both together less than either. */
const TREES_SHARE = 0.8;

/** Pages whose features are held at once. */
const WINDOW = 400;

/** Probability, 0 to 1, that a document ends at the gap after page i, at the calibration's density; n pages have n − 1 (none for an empty stream). */
export function scorePages(model: SplitModel, pages: readonly PageRecord[]): number[] {
  const logOdds: number[] = [];
  // Views are large; a window and the context on both of its sides give the same answer as the whole stream.
  for (let from = 0; from < pages.length - 1; from += WINDOW) {
    const start = Math.max(0, from - CONTEXT_PAGES);
    const views = pages.slice(start, from + WINDOW + 1 + CONTEXT_PAGES).map(viewPage);
    const scored = logOddsOfGaps(model, gapFeatures(views));
    logOdds.push(...scored.slice(from - start, from - start + WINDOW));
  }
  return calibratedGaps(logOdds, model.calibration);
}

/** Before calibration. @param rows of one stream, in page order */
export function logOddsOfGaps(learners: Learners, rows: readonly Float32Array[]): number[] {
  const said = firstLogOdds(learners, rows);
  if (learners.secondTrees.length === 0) return said;
  const looked = secondLook(rows, said);
  const grown = learners.secondTrees.map((forest) => runTrees(forest, looked));
  return rows.map((row, gap) => (isSilent(row) ? NO_SPLIT : grown.reduce((sum, odds) => sum + (odds[gap] ?? 0), 0) / grown.length));
}

/** What networks and trees say together at the first look, of which a model may lack one. */
export function firstLogOdds({ quantiles, networks, trees }: FirstLook, rows: readonly Float32Array[]): number[] {
  const inputs = new Float32Array(quantiles.length);
  const treesShare = trees.length === 0 ? 0 : networks.length === 0 ? 1 : TREES_SHARE;
  const grown = trees.map((forest) => runTrees(forest, rows));
  return rows.map((row, gap) => {
    if (isSilent(row)) return NO_SPLIT;
    let odds = 0;
    if (treesShare < 1) {
      mapToQuantiles(row, quantiles, inputs);
      odds += (1 - treesShare) * runEnsemble(networks, inputs);
    }
    for (const said of grown) odds += (treesShare / trees.length) * (said[gap] ?? 0);
    return odds;
  });
}
