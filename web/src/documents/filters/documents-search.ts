/** The filters and the order of the documents, as the page's address has them. */
import type { DocumentQuery } from '../../api/documents.ts';
import { DEFAULT_THRESHOLD } from '../../editor/header/thresholds.ts';

/** Where documents are in their review; one of these is chosen alone. */
export const REVIEWS = ['to_review', 'not_verified', 'verified'] as const;
/** States of documents; several of these may be chosen. */
export const STATES = ['queued', 'processing', 'succeeded', 'failed'] as const;
export type Review = (typeof REVIEWS)[number];
export type State = (typeof STATES)[number];
export const SORTS = [
  '-created_at',
  'created_at',
  'file_name',
  '-file_name',
  'page_count',
  '-page_count',
  'lowest_confidence',
  '-lowest_confidence',
] as const satisfies readonly NonNullable<DocumentQuery['sort']>[];
/** Days back from today, today included. */
export const PERIODS = [1, 7, 30, 365] as const;

/** One place in the review, or one or more states. */
export type Shown = readonly [Review] | readonly [State, ...State[]];

export interface DocumentsSearch {
  /** Absent: all documents. */
  readonly show?: Shown;
  /** Part of a file's name. */
  readonly name?: string;
  /** Absent: the newest first. */
  readonly sort?: (typeof SORTS)[number];
  /** Absent: of all times. */
  readonly days?: (typeof PERIODS)[number];
}

/** Characters that the API takes. */
const MAX_NAME = 255;

/** What is shown by these values; what cannot be read is left out. @returns undefined where nothing is left */
const shownOf = (values: readonly unknown[]): Shown | undefined => {
  const review = REVIEWS.find((one) => values.includes(one));
  if (review !== undefined) return [review];
  const [first, ...others] = STATES.filter((one) => values.includes(one));
  return first === undefined ? undefined : [first, ...others];
};

/** What is shown after a choice: the last chosen place in the review, or states together. */
export const nextShown = (before: Shown | undefined, chosen: readonly string[]): Shown | undefined => {
  const added = chosen.filter((one) => !before?.some((earlier) => earlier === one));
  const isReview = REVIEWS.some((one) => added.includes(one));
  return shownOf(
    added.length === 0 ? chosen : isReview ? added : chosen.filter((one) => !REVIEWS.some((review) => review === one)),
  );
};

/** What cannot be read is left out. */
export const documentsSearch = (search: Readonly<Record<string, unknown>>): DocumentsSearch => {
  const show = shownOf([search['show']].flat());
  const sort = SORTS.find((one) => one === search['sort']);
  const days = PERIODS.find((one) => one === Number(search['days']));
  // The router reads a name of digits as a number.
  const given = search['name'];
  const name = typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, MAX_NAME) : '';
  return {
    ...(show === undefined ? {} : { show }),
    ...(name === '' ? {} : { name }),
    ...(sort === undefined ? {} : { sort }),
    ...(days === undefined ? {} : { days }),
  };
};

export const isFiltered = ({ show, name, days }: DocumentsSearch): boolean =>
  show !== undefined || name !== undefined || days !== undefined;

const REVIEW_FILTERS: Readonly<Record<Review, DocumentQuery>> = {
  to_review: { review_threshold: DEFAULT_THRESHOLD },
  not_verified: { state: ['succeeded'], verified: false },
  verified: { verified: true },
};

const filterOf = (show: Shown): DocumentQuery => {
  const review = REVIEWS.find((one) => one === show[0]);
  return review === undefined
    ? { state: STATES.filter((one) => show.some((shown) => shown === one)) }
    : REVIEW_FILTERS[review];
};

/** Midnight in the reader's zone, so many days ago. */
const startOf = (days: number, now: Date): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();

/** What the API is asked for. */
export const documentQueryOf = ({ show, name, sort, days }: DocumentsSearch, now: Date): DocumentQuery => ({
  ...(show === undefined ? {} : filterOf(show)),
  ...(name === undefined ? {} : { name }),
  ...(days === undefined ? {} : { start: startOf(days, now) }),
  sort: sort ?? '-created_at',
});

type SortedBy = 'created_at' | 'file_name' | 'page_count' | 'lowest_confidence';

/** In which direction a column is sorted; undefined: by another one. */
export const directionOf = (sort: DocumentsSearch['sort'], by: SortedBy): 'ascending' | 'descending' | undefined => {
  const current = sort ?? '-created_at';
  if (current === by) return 'ascending';
  return current === `-${by}` ? 'descending' : undefined;
};

/** The order after a click on a column: what people look for first, and the reverse at the second click. */
export const nextSort = (sort: DocumentsSearch['sort'], by: SortedBy): (typeof SORTS)[number] => {
  const first = by === 'created_at' || by === 'page_count' ? 'descending' : 'ascending';
  const direction = directionOf(sort, by);
  const wanted = direction === undefined ? first : direction === 'ascending' ? 'descending' : 'ascending';
  return wanted === 'ascending' ? by : `-${by}`;
};
