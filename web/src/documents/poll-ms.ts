import type { ProcessedDocument } from '../api/documents.ts';

/** Milliseconds between two questions for a list while something of it is being processed. */
const BUSY_MS = 3000;
/** Milliseconds between two questions where nothing is: others may send documents, or review them. */
export const QUIET_MS = 15_000;
/** Lists of more pages than these are asked for again less often: all of their pages are. */
const SHORT_PAGES = 2;

interface DocumentPage {
  readonly items: readonly Pick<ProcessedDocument, 'state'>[];
}

const isBusy = ({ items }: DocumentPage): boolean =>
  items.some(({ state }) => state === 'queued' || state === 'processing');

/** Milliseconds until the list is asked for again. @param pages  that were fetched */
export const pollMs = (pages: readonly DocumentPage[]): number => {
  const ms = pages.some(isBusy) ? BUSY_MS : QUIET_MS;
  return pages.length <= SHORT_PAGES ? ms : ms * pages.length;
};
