/** Publishes the event of a finished request and removes the request from the open ones. */
import type { DomainEvent } from '../ports.ts';
import type { Service } from '../service.ts';
import { disclosedCode } from '../requests/failure.ts';
import { closeRow, writeConditionally } from '../requests/processing-requests.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';

const eventOf = (request: ProcessingRequest): DomainEvent => ({
  // The id is the same on every repetition: receivers deduplicate by it.
  id: request.processing_id,
  type: request.state === 'succeeded' ? 'processing.succeeded' : 'processing.failed',
  accountId: request.account_id,
  time: request.finished_at ?? request.created_at,
  data: {
    processing_id: request.processing_id,
    workflow_id: request.workflow_id,
    page_count: request.page_count ?? null,
    sub_document_count: request.sub_document_count ?? null,
    failure_code: disclosedCode(request.failure),
  },
});

/**
 * Publishes the event of a request that has succeeded or failed, then closes its row: at least once. After a crash in
 * between, the event is published again with the same id.
 * @throws TemporarilyUnavailableError while the bus is down
 */
export const announceCompletion = async (
  service: Pick<Service, 'events' | 'table'>,
  request: ProcessingRequest,
): Promise<void> => {
  await service.events.publish(eventOf(request));
  await writeConditionally(service, [closeRow(request)]);
};
