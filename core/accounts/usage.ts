/** Counts finished requests. */
import type { WriteOperation } from '../ports.ts';
import { CREDITS_PER_SUB_DOCUMENT } from './limits/quota.ts';
import { latencyBucket } from './usage/latency-sketch.ts';
import { attributeOf, requestsRow } from './usage/usage-rows.ts';
import type { Counter } from './usage/usage-rows.ts';

/** The properties of a finished processing request that usage is counted from. */
export interface FinishedRequest {
  readonly processing_id: string;
  readonly account_id: string;
  readonly workflow_id: string;
  readonly state: string;
  readonly created_at: string;
  readonly finished_at?: string | undefined;
  readonly page_count?: number | undefined;
  /** Pages without a usable text layer. Absent in rows of earlier releases. */
  readonly ocr_page_count?: number | undefined;
  readonly sub_document_count?: number | undefined;
}

/** Returns the milliseconds between acceptance and end. */
const latencyOf = ({ created_at: created, finished_at: finished }: FinishedRequest): number =>
  finished === undefined ? 0 : Math.max(0, Date.parse(finished) - Date.parse(created));

const countersOf = (request: FinishedRequest): Partial<Record<Counter, number>> => {
  if (request.state !== 'succeeded') return { requests: 1, failed: 1 };
  const documents = request.sub_document_count ?? 0;
  return {
    requests: 1,
    succeeded: 1,
    pages: request.page_count ?? 0,
    ocr_pages: request.ocr_page_count ?? 0,
    sub_documents: documents,
    credits: documents * CREDITS_PER_SUB_DOCUMENT,
  };
};

/**
 * Adds a finished request to the counters of the time at which it ended. The write belongs in the transaction that
 * finishes the request's row, so that the request is counted once. Pages, sub-documents, credits and the latency are
 * counted only where the request succeeded.
 */
export const countUsage = (request: FinishedRequest): WriteOperation => {
  const time = request.finished_at ?? request.created_at;
  const counters: Readonly<Record<string, number>> = {
    ...countersOf(request),
    ...(request.state === 'succeeded' ? { [`latency_${latencyBucket(latencyOf(request))}`]: 1 } : {}),
  };
  return {
    update: requestsRow(request, time, request.processing_id),
    add: Object.fromEntries(Object.entries(counters).map(([name, count]) => [attributeOf(time, name), count])),
  };
};
