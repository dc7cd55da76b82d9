/** The filters and the order of the documents, as the page's address has them. */
import type { DocumentQuery } from '../../api/documents.ts';
import { DEFAULT_THRESHOLD } from '../../editor/header/thresholds.ts';

export const SHOWN = ['to_review', 'not_verified', 'verified', 'queued', 'processing', 'failed'] as const;
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

export interface DocumentsSearch {
  /** Absent: all documents. */
  readonly show?: (typeof SHOWN)[number];
  /** Part of a file's name. */
  readonly name?: string;
  /** Absent: the newest first. */
  readonly sort?: (typeof SORTS)[number];
  /** Absent: of all times. */
  readonly days?: (typeof PERIODS)[number];
}

/** Characters that the API takes. */
const MAX_NAME = 255;

/** What cannot be read is left out. */
export const documentsSearch = (search: Readonly<Record<string, unknown>>): DocumentsSearch => {
  const show = SHOWN.find((one) => one === search['show']);
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

const FILTERS: Readonly<Record<(typeof SHOWN)[number], DocumentQuery>> = {
  to_review: { state: 'succeeded', verified: false, confidence_at_most: DEFAULT_THRESHOLD },
  not_verified: { state: 'succeeded', verified: false },
  verified: { verified: true },
  queued: { state: 'queued' },
  processing: { state: 'processing' },
  failed: { state: 'failed' },
};

/** Midnight in the reader's zone, so many days ago. */
const startOf = (days: number, now: Date): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();

/** What the API is asked for. */
export const documentQueryOf = ({ show, name, sort, days }: DocumentsSearch, now: Date): DocumentQuery => ({
  ...(show === undefined ? {} : FILTERS[show]),
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
