/** The result of a processing request, which a reviewer verifies. */
import { getProgress, getSplitResult, getVerification, verifySplitting } from '../../api/results/results.ts';
import type { ProcessingResult, Verification } from '../../api/results/results.ts';
import { getReviewTable } from '../../api/workflows.ts';
import { hasShareToken } from '../../session/credentials.ts';
import { servedSplitOf, subDocumentsOf } from '../split/sub-documents.ts';
import type { Decided, EditedFile, EditorSource, Loaded } from './editor-source.ts';
import { unreadPagesOf } from '../unread/unread-pages.ts';
import { pageFactsOf } from './page-facts.ts';

export const resultSource = (processingId: string): EditorSource => ({
  kind: 'result',
  id: processingId,
  load: (signal) => load(processingId, signal),
  currentVersion: async (signal) => (await getVerification(processingId, signal))?.etag ?? '',
  reviewTable: (workflowId, signal) => (hasShareToken() ? Promise.resolve(null) : getReviewTable(workflowId, signal)),
  save: async ({ file, split, changed, comment, idempotencyKey }) => {
    await verifySplitting(
      processingId,
      { 'If-Match': file.version, 'Idempotency-Key': idempotencyKey },
      {
        ...(changed ? { sub_documents: subDocumentsOf(file.served.pages, split) } : {}),
        ...(comment === null ? {} : { comment }),
      },
    );
  },
  pageImage: (page, width) => `/processing/results/${processingId}/page-images/${page + 1}?width=${width}`,
  ocr: `/processing/results/${processingId}/ocr`,
});

/** The result is asked for between two answers of the verification: where these differ, it may belong to either. */
const load = async (processingId: string, signal: AbortSignal): Promise<Loaded> => {
  const before = await getVerification(processingId, signal);
  const [result, progress] = await Promise.all([
    before === null ? null : getSplitResult(processingId, signal),
    getProgress(processingId, signal),
  ]);
  if (result === null) {
    const { step, pages_done: pagesDone, pages } = progress;
    return { state: 'working', progress: { step, pagesDone, pages } };
  }
  const after = await getVerification(processingId, signal);
  if (after === null || after.etag !== before?.etag) return load(processingId, signal);
  return { state: 'ready', file: fileOf(result, progress.file_name, after) };
};

const fileOf = (
  result: ProcessingResult,
  fileName: string,
  { verification, etag }: { readonly verification: Verification; readonly etag: string },
): EditedFile => {
  const splitting = result.document_splitting;
  if (splitting === undefined) throw new Error('The result has no splitting.');
  const served = servedSplitOf(splitting);
  return {
    fileName,
    workflowId: result.workflow_id,
    workflowName: result.workflow_name,
    served,
    version: etag,
    decided: decidedOf(verification),
    facts: pageFactsOf(splitting.sub_documents, result.extractions?.sub_documents ?? []),
    unread: unreadPagesOf(served.pages, splitting.unread_pages),
    note: null,
  };
};

const decidedOf = ({ verified, verified_by, verified_at, corrected, comment }: Verification): Decided | null =>
  verified
    ? { by: verified_by ?? '', at: verified_at ?? '', corrected: corrected === true, comment: comment ?? null }
    : null;
