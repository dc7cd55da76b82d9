/** Usage counters of finished requests: one row for each account, workflow and hour. */
import type { WriteOperation } from '../ports.ts';

/** The properties of a finished processing request that usage is counted from. */
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

/** Returns the milliseconds between acceptance and end. */
const latencyOf = ({ created_at: created, finished_at: finished }: FinishedRequest): number =>
  finished === undefined ? 0 : Math.max(0, Date.parse(finished) - Date.parse(created));

/**
 * Adds a finished request to the counters of its hour. The write belongs in the transaction that finishes the request's
 * row, so that the request is counted once. Pages and sub-documents are counted only where the request succeeded.
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
