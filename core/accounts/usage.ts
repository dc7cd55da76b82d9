/** What is counted of finished requests: one row an account, workflow and hour. */
import type { WriteOperation } from '../ports.ts';

/** What is counted of a finished processing request. */
export interface FinishedRequest {
  readonly account_id: string;
  readonly workflow_id: string;
  readonly state: string;
  readonly created_at: string;
  readonly finished_at?: string | undefined;
  readonly page_count?: number | undefined;
  readonly sub_document_count?: number | undefined;
}

/** Length of `2026-11-21T02`, an hour in ISO 8601. */
const HOUR_LENGTH = 13;

/** Milliseconds between acceptance and end. */
const latencyOf = ({ created_at: created, finished_at: finished }: FinishedRequest): number =>
  finished === undefined ? 0 : Math.max(0, Date.parse(finished) - Date.parse(created));

/**
 * Adds a finished request to its hour. Belongs into the transaction that finishes the row, so that it counts once.
 * Pages and sub-documents count only where the request succeeded.
 */
export const countUsage = (request: FinishedRequest): WriteOperation => {
  const hour = (request.finished_at ?? request.created_at).slice(0, HOUR_LENGTH);
  const succeeded = request.state === 'succeeded';
  return {
    update: { pk: `USAGE#${request.account_id}#${request.workflow_id}`, sk: `HOUR#${hour}` },
    add: {
      requests: 1,
      latency_ms: latencyOf(request),
      ...(succeeded
        ? { succeeded: 1, pages: request.page_count ?? 0, sub_documents: request.sub_document_count ?? 0 }
        : { failed: 1 }),
    },
  };
};
