import type { Schema } from '../../api/client/client.ts';
import type { TrainingDocument } from '../../api/training/training-data.ts';

type Reading = Pick<TrainingDocument, 'document_id' | 'status' | 'page_count' | 'failure'>;

/** How far a training document is, as it is said of a document that is processed: only its reading takes time. */
export const readingProgressOf = ({
  document_id: id,
  status,
  page_count: pages,
  failure,
}: Reading): Omit<Schema<'Progress'>, 'workflow_id' | 'file_name'> => {
  const reached = { processing_id: id, pages, pages_done: pages ?? 0, failure_code: failure?.code ?? null };
  if (status === 'reading') return { ...reached, state: 'processing', step: 'read_pages' };
  return { ...reached, state: status === 'failed' ? 'failed' : 'succeeded', step: 'complete' };
};
