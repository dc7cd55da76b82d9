/** What the addresses of the training data say after the question mark. */
import type { TrainingDocumentFilter, TrainingDocumentStatus } from '../api/training/training-data.ts';

export const STATUSES: readonly TrainingDocumentStatus[] = ['reading', 'awaiting_annotation', 'annotated', 'failed'];

/** The router reads a name of digits as a number. */
const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** The filters of the list; anything that is none is left out. */
export const trainingDataSearch = (search: Readonly<Record<string, unknown>>): TrainingDocumentFilter => {
  const { collection, status, name } = search;
  const known = STATUSES.find((one) => one === status);
  return {
    ...(isText(collection) ? { collection: String(collection) } : {}),
    ...(isText(name) ? { name: String(name) } : {}),
    ...(known === undefined ? {} : { status: known }),
  };
};

export interface TrainingDocumentSearch {
  /** The file was opened from the queue of those that wait: the next one is opened when it has been annotated. */
  readonly queue?: true;
  /** The gap that is shown first, by the number of the page before it. */
  readonly page?: number;
}

export const trainingDocumentSearch = (search: Readonly<Record<string, unknown>>): TrainingDocumentSearch => {
  const { queue, page } = search;
  return {
    ...(queue === true ? { queue } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page >= 1 ? { page } : {}),
  };
};
