/** The event about a finished request, and the end of its stay among the open ones. */
import type { DomainEvent } from '../ports.ts';
import type { Service } from '../service.ts';
import { closeRow, writeConditionally } from '../requests/processing-requests.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';

const eventOf = (request: ProcessingRequest): DomainEvent => ({
  // The same request is announced under the same id however often: receivers drop repeats by it.
  id: request.processing_id,
  type: request.state === 'succeeded' ? 'processing.succeeded' : 'processing.failed',
  accountId: request.account_id,
  time: request.finished_at ?? request.created_at,
  data: {
    processing_id: request.processing_id,
    workflow_id: request.workflow_id,
    page_count: request.page_count ?? null,
    sub_document_count: request.sub_document_count ?? null,
    failure_code: request.failure?.code ?? null,
  },
});

/**
 * Publishes the event of a request that has succeeded or failed, then closes its row. A crash in between repeats
 * the event, with the same id; it never loses it.
 * @throws TemporarilyUnavailableError while the bus is down
 */
export const announceCompletion = async (
  service: Pick<Service, 'events' | 'table'>,
  request: ProcessingRequest,
): Promise<void> => {
  await service.events.publish(eventOf(request));
  await writeConditionally(service, [closeRow(request)]);
};
