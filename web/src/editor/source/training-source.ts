/** A training document, whose documents somebody annotates. */
import { answerOf, api } from '../../api/client/client.ts';
import { ApiProblem, problemOf } from '../../api/client/problem.ts';
import type { Schema } from '../../api/client/client.ts';
import { getProposal, UNNAMED_COLLECTION } from '../../api/training/training-data.ts';
import { getReviewTable } from '../../api/workflows.ts';
import { subDocumentsOf, trainingSplitOf } from '../split/sub-documents.ts';
import { unreadPagesOf } from '../unread/unread-pages.ts';
import type { EditedFile, EditorSource } from './editor-source.ts';
import { pageFactsOf } from './page-facts.ts';

const pathOf = (workflowId: string, documentId: string) => ({
  path: { workflow_id: workflowId, document_id: documentId },
});

export const trainingSource = (workflowId: string, documentId: string): EditorSource => ({
  kind: 'training-document',
  id: documentId,
  load: async (signal) => {
    const { document, etag } = await fetchDocument(workflowId, documentId, signal);
    if (document.status === 'failed') throw failureOf(document);
    if (document.page_count === null)
      return { state: 'working', progress: { step: 'read_pages', pagesDone: 0, pages: null } };
    const proposal = await getProposal(workflowId, documentId, signal);
    return { state: 'ready', file: fileOf(document, document.page_count, etag, proposal) };
  },
  currentVersion: async (signal) => (await fetchDocument(workflowId, documentId, signal)).etag,
  reviewTable: getReviewTable,
  save: async ({ file, split }) => {
    await answerOf(
      api.PUT('/workflows/{workflow_id}/training-documents/{document_id}/annotation', {
        params: { ...pathOf(workflowId, documentId), header: { 'If-Match': file.version } },
        body: { sub_documents: subDocumentsOf(file.served.pages, split) },
      }),
    );
  },
  pageImage: (page, width) =>
    `/workflows/${workflowId}/training-documents/${documentId}/page-images/${page + 1}?width=${width}`,
  ocr: `/workflows/${workflowId}/training-documents/${documentId}/ocr`,
});

/** The failure of its reading, as the API answers for a result that failed. */
const failureOf = ({ document_id: id, failure }: Schema<'TrainingDocument'>): ApiProblem => {
  const { code, detail } = failure ?? { code: 'processing_failed', detail: '' };
  return new ApiProblem({ status: 500, title: '', code, detail, processing_id: id });
};

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

const fileOf = (
  document: Schema<'TrainingDocument'>,
  pageCount: number,
  etag: string,
  proposal: Awaited<ReturnType<typeof getProposal>>,
): EditedFile => {
  const served = trainingSplitOf({
    pageCount,
    annotation: document.sub_documents,
    sentAsOne: document.upload_mode === 'already_split',
    proposal: proposal?.splitting ?? null,
  });
  return {
    fileName: document.file_name,
    workflowId: document.workflow_id,
    workflowName: document.collection === UNNAMED_COLLECTION ? null : document.collection,
    served,
    version: etag,
    decided:
      document.annotated_at === null
        ? null
        : { by: document.annotated_by ?? '', at: document.annotated_at, corrected: false, comment: null },
    facts:
      proposal === null ? new Map() : pageFactsOf(proposal.splitting.sub_documents, proposal.extractions.sub_documents),
    unread: unreadPagesOf(served.pages, proposal?.splitting.unread_pages),
    note: document.description,
  };
};
