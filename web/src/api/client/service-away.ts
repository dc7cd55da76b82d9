/** Whether the service leaves the page without an answer. What asked it asks again until it is back. */
import type { QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { NoAnswerError } from './problem.ts';

/** What waits for an answer of the service that has failed to come at least once. */
const waiting = new Set<object>();
const listeners = new Set<() => void>();

/** @param question  the same for each attempt */
export const noteAnswer = (question: object, isMissing: boolean): void => {
  const before = isServiceAway();
  if (isMissing) waiting.add(question);
  else waiting.delete(question);
  if (isServiceAway() !== before) for (const listener of listeners) listener();
};

export const isServiceAway = (): boolean => waiting.size > 0;

/** @returns ends the subscription */
export const onServiceChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Actions after which a query does not wait any more. */
const ENDS: ReadonlySet<string> = new Set(['success', 'error', 'setState']);

const isOver = (event: QueryCacheNotifyEvent): boolean =>
  event.type === 'removed' ||
  (event.type === 'observerRemoved' && !event.query.isActive()) ||
  (event.type === 'updated' && ENDS.has(event.action.type));

/** Follows the queries of the client from now on. */
export const noteAnswersOf = (client: Pick<QueryClient, 'getQueryCache'>): void => {
  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === 'updated' && event.action.type === 'failed') {
      if (event.action.error instanceof NoAnswerError) noteAnswer(query, true);
    } else if (isOver(event)) noteAnswer(query, false);
  });
};
