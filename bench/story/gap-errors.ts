/** Errors of splits by gap, grouped by document for confidence intervals. */
import type { Random } from '../../model-container/random.ts';
import { intervalOfMean, mean } from '../statistics.ts';
import { subDocumentsOf } from './piles.ts';
import type { Pile } from './piles.ts';

/** 1 for a wrong gap, 0 for a right one, by the name of the document that the gap follows or lies in. */
export type GapErrors = ReadonlyMap<string, readonly number[]>;

const boundariesOf = (documents: readonly { readonly pages: readonly number[] }[]): ReadonlySet<number> =>
  new Set(documents.flatMap(({ pages }) => pages.slice(0, 1)));

/** @param split  the documents that the service found in the pile */
export function errorsOfPile(pile: Pile, split: readonly { readonly pages: readonly number[] }[]): GapErrors {
  const truth = subDocumentsOf(pile);
  const [expected, found] = [boundariesOf(truth), boundariesOf(split)];
  const last = truth.at(-1)?.pages.at(-1) ?? 0;
  return new Map(
    pile.documents.map(({ name }, at) => [
      name,
      (truth[at]?.pages ?? []).flatMap((page) =>
        page === last ? [] : [expected.has(page + 1) === found.has(page + 1) ? 0 : 1],
      ),
    ]),
  );
}

/** The errors of several piles, which may hold the same documents. */
export const together = (all: readonly GapErrors[]): GapErrors => {
  const sums = new Map<string, number[]>();
  for (const errors of all) for (const [name, values] of errors) sums.set(name, [...(sums.get(name) ?? []), ...values]);
  return sums;
};

export interface ErrorRate {
  /** 0 to 1. */
  readonly error_rate: number;
  /** 95 %, by document. */
  readonly interval: readonly [low: number, high: number];
  readonly gaps: number;
}

export function errorRate(errors: GapErrors, random: Random): ErrorRate {
  const groups = [...errors.values()];
  const gaps = groups.flat();
  return { error_rate: mean(gaps), interval: intervalOfMean(groups, random), gaps: gaps.length };
}

/** The change of the error rate, with its interval: the same gaps are compared. */
export function errorChange(before: GapErrors, after: GapErrors, random: Random): ErrorRate {
  const changes = new Map(
    [...after].map(([name, values]) => [name, values.map((value, at) => value - (before.get(name)?.[at] ?? 0))]),
  );
  return errorRate(changes, random);
}
