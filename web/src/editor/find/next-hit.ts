import type { PageHit } from '../text/find-text.ts';

interface Place {
  /** Index of the first page that is shown. */
  readonly shown: number;
  /** Index of the page that was opened last from the search, as long as it is shown; null: another place is. */
  readonly opened: number | null;
}

/**
 * The hit that is opened next: the one after the page that was opened last, else the first one from the page that is shown.
 * After the last hit comes the first one.
 * @returns undefined where there is no hit
 */
export const nextHit = (hits: readonly PageHit[], { shown, opened }: Place): PageHit | undefined =>
  hits.find(({ page }) => (opened === null ? page >= shown : page > opened)) ?? hits[0];
