/** Names sub-documents and joins what ReadPages found on their pages. */
import type { BlobStore } from '../ports.ts';
import { processingBlobs } from '../requests/processing-request.ts';
import type { SubDocument } from '../requests/processing-request.ts';
import type { ProcessingKey } from '../requests/step-data.ts';
import { joinFindings, pageFindingsSchema } from '../results/extractions/extractions.ts';
import type { Extractions, PageFindings } from '../results/extractions/extractions.ts';

/** What ReadPages found on each page, in page order. */
export const readFindings = async (blobs: BlobStore, key: ProcessingKey): Promise<readonly PageFindings[]> => {
  const prefix = processingBlobs(key.account_id, key.processing_id).partsOf('findings');
  const decoder = new TextDecoder();
  const files = await Promise.all((await blobs.list(prefix)).map((name) => blobs.get(name)));
  return files
    .flatMap((file) => decoder.decode(file).split('\n'))
    .filter((line) => line !== '')
    .map((line) => pageFindingsSchema.parse(JSON.parse(line)));
};

/**
 * @param documents  pages of each sub-document, which together cover all pages in order
 * @throws Error where a page's findings are missing: a fault of the service
 */
export const nameSubDocuments = (
  documents: readonly (readonly number[])[],
  findings: readonly PageFindings[],
): { readonly subDocuments: SubDocument[]; readonly extractions: Extractions } => {
  const pages = documents.reduce((sum, document) => sum + document.length, 0);
  if (findings.length !== pages) throw new Error(`There are findings of ${findings.length} pages, not of ${pages}.`);
  const extractions = joinFindings(documents, findings);
  return {
    subDocuments: extractions.sub_documents.map(({ title }, index) => ({
      name: title ?? `Document ${index + 1}`,
      pages: [...(documents[index] ?? [])],
    })),
    extractions,
  };
};
