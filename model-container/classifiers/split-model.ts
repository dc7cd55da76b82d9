/** A trained split model: pages in, a calibrated probability a gap out. */
import type { PageRecord } from '../../core/documents/page-record.ts';
import type { Calibration } from '../calibration/calibration.ts';
import { calibratedGaps, NO_SPLIT } from '../calibration/gap-probabilities.ts';
import { askedGaps, CONTEXT_PAGES, gapFeatures } from '../features/gap-features.ts';
import { runEnsemble } from './network.ts';
import type { Network } from './network.ts';
import { mapToQuantiles } from './normal-quantiles.ts';
import type { QuantileTable } from './normal-quantiles.ts';
import { viewPage } from '../features/pages/page-view.ts';
import { secondLook } from './stage-2.ts';
import { thirdLook } from './stage-3.ts';
import type { ThirdLook } from './stage-3.ts';
import { runTrees } from './trees.ts';
import type { Trees } from './trees.ts';

export interface SplitModel {
  /** Names the weights: `base-` and the first digits of their SHA-256. */
  readonly version: string;
  /** Learnt from streams that were drawn by other seeds each: their log-odds are averaged. */
  readonly members: readonly Learners[];
  readonly calibration: Calibration;
}

/** What one training yields: looks at the same gaps, one after the other. */
export interface Learners {
  /** At each gap by itself. */
  readonly first: Look;
  /** Again, with what the first look said of the gaps around; none: the first look decides. */
  readonly second: Look | null;
  /** By how much both are off, learnt from documents that came after them; none: they decide. */
  readonly third: ThirdLook | null;
}

/** What says log-odds of a split for a row of numbers. */
export interface Look {
  /** What the networks' inputs are mapped by. */
  readonly quantiles: readonly QuantileTable[];
  /** Networks that differ in their seed; their log-odds are averaged. */
  readonly networks: readonly Network[];
  /** Boosted trees that differ in their seed; theirs are averaged, too. */
  readonly trees: readonly Trees[];
}

/** What the trees count for beside the networks: on sources held out both together err less than either. */
const TREES_SHARE = 0.5;

/** Pages whose features are held at once: their views have some 25 MB. */
const WINDOW = 1000;

/** Probability, 0 to 1, that a document ends at the gap after page i, at the calibration's density; n pages have n − 1 (none for an empty stream). */
export function scorePages(model: SplitModel, pages: readonly PageRecord[]): number[] {
  const logOdds: number[] = [];
  // Views are large; a window and the context on both of its sides give the same answer as the whole stream.
  for (let from = 0; from < pages.length - 1; from += WINDOW) {
    const start = Math.max(0, from - CONTEXT_PAGES);
    const views = pages.slice(start, from + WINDOW + 1 + CONTEXT_PAGES).map(viewPage);
    const scored = logOddsOfGaps(model.members, gapFeatures(views));
    logOdds.push(...scored.slice(from - start, from - start + WINDOW));
  }
  return calibratedGaps(logOdds, model.calibration);
}

/** The mean of what the members say, before calibration. @param rows of one stream, in page order */
export function logOddsOfGaps(members: readonly Learners[], rows: readonly Float32Array[]): number[] {
  const said = members.map((learners) => logOddsOfMember(learners, rows));
  return rows.map((_, gap) => said.reduce((sum, odds) => sum + (odds[gap] ?? 0), 0) / said.length);
}

function logOddsOfMember(learners: Learners, rows: readonly Float32Array[]): number[] {
  const { atFirst, atSecond } = firstTwoLooks(learners, rows);
  return learners.third === null
    ? atSecond
    : mendedLogOdds(learners.third, rows, atSecond, thirdLook(rows, atFirst, atSecond));
}

/** What the first two looks say of each gap; where there is no second, what the first says stands. */
export function firstTwoLooks(
  { first, second }: Learners,
  rows: readonly Float32Array[],
): { readonly atFirst: readonly number[]; readonly atSecond: number[] } {
  const atFirst = firstLogOdds(first, rows);
  return { atFirst, atSecond: second === null ? atFirst : askedLogOdds(second, rows, secondLook(rows, atFirst)) };
}

/** What the third look makes of the second's log-odds. @param told  what it is told of each gap */
function mendedLogOdds(
  { sureness, trees }: ThirdLook,
  rows: readonly Float32Array[],
  said: readonly number[],
  told: readonly Float32Array[],
): number[] {
  const asked = askedGaps(rows);
  const odds = runTrees(
    trees,
    asked.flatMap((gap) => told[gap] ?? []),
  );
  const mended = [...said];
  for (const [at, gap] of asked.entries()) mended[gap] = sureness * (said[gap] ?? 0) + (odds[at] ?? 0);
  return mended;
}

/** What the first look says of each gap. */
export const firstLogOdds = (first: Look, rows: readonly Float32Array[]): number[] => askedLogOdds(first, rows, rows);

/** What a look says of the gaps that are asked about. @param told  what it is told of each gap; `rows` say which are asked about */
function askedLogOdds(look: Look, rows: readonly Float32Array[], told: readonly Float32Array[]): number[] {
  const asked = askedGaps(rows);
  const odds = runLook(
    look,
    asked.flatMap((gap) => told[gap] ?? []),
  );
  const logOdds = rows.map(() => NO_SPLIT);
  for (const [at, gap] of asked.entries()) logOdds[gap] = odds[at] ?? 0;
  return logOdds;
}

/** What networks and trees say together, of which a look may lack one. */
function runLook({ quantiles, networks, trees }: Look, rows: readonly Float32Array[]): Float64Array {
  const treesShare = trees.length === 0 ? 0 : networks.length === 0 ? 1 : TREES_SHARE;
  const odds = new Float64Array(rows.length);
  const add = (said: Float64Array, share: number) => {
    for (let gap = 0; gap < odds.length; gap += 1) odds[gap] = (odds[gap] ?? 0) + share * (said[gap] ?? 0);
  };
  for (const forest of trees) add(runTrees(forest, rows), treesShare / trees.length);
  if (treesShare < 1) {
    const inputs = new Float32Array(rows.length * quantiles.length);
    for (const [gap, row] of rows.entries()) mapToQuantiles(row, quantiles, inputs, gap * quantiles.length);
    add(runEnsemble(networks, inputs, rows.length), 1 - treesShare);
  }
  return odds;
}
