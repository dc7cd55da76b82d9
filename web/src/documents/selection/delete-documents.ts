/** Deletes documents, and asks the service afterwards whether it has them. */
import { answerOf, api } from '../../api/client/client.ts';
import type { ProcessedDocument } from '../../api/documents.ts';
import { hasStatus } from '../../api/client/problem.ts';
import { getProgress } from '../../api/results/results.ts';

export interface DeletedDocument {
  readonly processingId: string;
  readonly name: string;
  /** ISO 8601: when the service said that it does not have it. */
  readonly goneAt: string;
}

const never = new AbortController().signal;

/** The service answers 403 to ids that it does not have, and to those of others. */
const isGone = async (processingId: string): Promise<boolean> => {
  try {
    await getProgress(processingId, never);
    return false;
  } catch (error) {
    if (hasStatus(error, 403)) return true;
    throw error;
  }
};

/**
 * One document after the other: after an error, those before it are deleted.
 * @param stop  ends it after the document that is being deleted
 * @param onGone  called after each
 * @throws ApiProblem, NoAnswerError
 */
export const deleteDocuments = async (
  documents: readonly ProcessedDocument[],
  stop: AbortSignal,
  onGone: (document: DeletedDocument) => void,
): Promise<void> => {
  for (const { processing_id: processingId, file_name: name } of documents) {
    if (stop.aborted) return;
    if (!(await isGone(processingId)))
      await answerOf(
        api.DELETE('/processing/results/{processing_id}', { params: { path: { processing_id: processingId } } }),
      );
    if (!(await isGone(processingId))) throw new Error(`The service still has ${name} after its deletion.`);
    onGone({ processingId, name, goneAt: new Date().toISOString() });
  }
};
