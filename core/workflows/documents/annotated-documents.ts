/** The annotated training documents of a workflow. */
import { isSameCollection } from '../../requests/training-documents/collection.ts';
import { trainingDocumentsOf } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';

/**
 * Returns the workflow's annotated documents, ordered by their ids.
 * @param collections  the collections to read; null: all
 */
export const annotatedDocuments = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
  collections: readonly string[] | null,
): Promise<TrainingDocument[]> => {
  const documents: TrainingDocument[] = [];
  for await (const document of trainingDocumentsOf(service, workflow)) {
    const isChosen = collections === null || collections.some((name) => isSameCollection(name, document.collection));
    if (document.status === 'annotated' && isChosen) documents.push(document);
  }
  return documents;
};
