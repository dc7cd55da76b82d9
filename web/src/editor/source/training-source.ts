/** A training document, whose documents somebody annotates. */
import { answerOf, api } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { Schema } from '../../api/client.ts';
import { annotatedSplitOf, subDocumentsOf } from '../split/sub-documents.ts';
import type { EditedFile, EditorSource, Loaded } from './editor-source.ts';

const pathOf = (workflowId: string, documentId: string) => ({
  path: { workflow_id: workflowId, document_id: documentId },
});

export const trainingSource = (workflowId: string, documentId: string): EditorSource => ({
  kind: 'training-document',
  id: documentId,
  load: async (signal) => {
    const { document, etag } = await fetchDocument(workflowId, documentId, signal);
    return loadedOf(document, etag);
  },
  currentVersion: async (signal) => (await fetchDocument(workflowId, documentId, signal)).etag,
  reviewTable: () => Promise.resolve(null),
  save: async ({ file, split }) => {
    await answerOf(
      api.PUT('/workflows/{workflow_id}/training-documents/{document_id}/annotation', {
        params: { ...pathOf(workflowId, documentId), header: { 'If-Match': file.version } },
        body: { sub_documents: subDocumentsOf(file.served.pages, split) },
      }),
    );
  },
  pageImage: ({ page }, width) =>
    `/workflows/${workflowId}/training-documents/${documentId}/page-images/${page}?width=${width}`,
  ocr: null,
});

const fetchDocument = async (
  workflowId: string,
  documentId: string,
  signal: AbortSignal,
): Promise<{ readonly document: Schema<'TrainingDocument'>; readonly etag: string }> => {
  const { data, error, response } = await api.GET('/workflows/{workflow_id}/training-documents/{document_id}', {
    params: pathOf(workflowId, documentId),
    signal,
  });
  if (data === undefined) throw problemOf(error, response);
  return { document: data, etag: response.headers.get('etag') ?? '' };
};

const loadedOf = (document: Schema<'TrainingDocument'>, etag: string): Loaded => {
  if (document.status === 'failed') throw new Error(document.failure?.detail ?? document.file_name);
  if (document.page_count === null)
    return { state: 'working', progress: { step: 'read_pages', pagesDone: 0, pages: null } };
  return { state: 'ready', file: fileOf(document, document.page_count, etag) };
};

const fileOf = (document: Schema<'TrainingDocument'>, pages: number, etag: string): EditedFile => ({
  fileName: document.file_name,
  workflowId: document.workflow_id,
  workflowName: document.collection,
  served: annotatedSplitOf(pages, document.sub_documents),
  version: etag,
  decided:
    document.annotated_at === null
      ? null
      : { by: document.annotated_by ?? '', at: document.annotated_at, corrected: false, comment: null },
  facts: new Map(),
  note: document.description,
});
