/** Ends the reading of a training document: its request's row and its own in one transaction. */
import { writeConditionally, moveToAndClose } from '../../requests/processing-requests.ts';
import type { DocumentSplitting, ProcessingRequest } from '../../requests/processing-request.ts';
import { streamLengthOf } from '../../requests/pages/stream-pages.ts';
import { endReading, readTrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument, TrainingDocumentKey } from '../../requests/training-documents/training-document.ts';
import type { Service } from '../../service.ts';

type ReadingOutcome =
  | { readonly state: 'succeeded'; readonly splitting: DocumentSplitting }
  | { readonly state: 'failed'; readonly failure: NonNullable<ProcessingRequest['failure']> };

/** Confidence from which the model is sure of a boundary: 19 of 20 such decisions are right, by its calibration. */
const SURE = 0.9;

const hasSureBoundary = ({ decisions = [] }: DocumentSplitting): boolean =>
  decisions.some(({ split, confidence }) => split && confidence >= SURE);

const resultOf = (
  { upload_mode: mode }: TrainingDocument,
  { page_count: pages }: ProcessingRequest,
  outcome: ReadingOutcome,
): Parameters<typeof endReading>[1] => {
  if (outcome.state === 'failed') return { status: 'failed', failure: outcome.failure };
  const read = { page_count: pages, ...streamLengthOf(outcome.splitting) };
  if (mode === 'merged') return { status: 'awaiting_annotation', ...read };
  return {
    status: 'annotated',
    ...read,
    ...(hasSureBoundary(outcome.splitting) ? { warning: 'several_documents' } : {}),
  };
};

export const trainingDocumentKeyOf = (request: ProcessingRequest): TrainingDocumentKey => ({
  account_id: request.account_id,
  workflow_id: request.workflow_id,
  document_id: request.processing_id,
});

/** Does nothing where the document was deleted, or its reading has ended. */
export const finishReading = async (
  service: Pick<Service, 'table' | 'clock'>,
  request: ProcessingRequest,
  outcome: ReadingOutcome,
): Promise<void> => {
  const key = trainingDocumentKeyOf(request);
  const document = await readTrainingDocument(service, key);
  if (document === undefined) return;
  const ended = {
    finished_at: service.clock.now().toISOString(),
    ...(outcome.state === 'failed' ? { failure: outcome.failure } : streamLengthOf(outcome.splitting)),
  };
  await writeConditionally(service, [
    moveToAndClose(request, outcome.state, ended),
    endReading(key, resultOf(document, request, outcome)),
  ]);
};
