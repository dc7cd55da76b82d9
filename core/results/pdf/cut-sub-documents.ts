/** Cuts sub-documents out of the upload and stores their PDFs. */
import { settleAll } from '../../settle-all.ts';
import type { DocumentKind } from '../../documents/formats/document-file.ts';
import type { Service } from '../../service.ts';
import { groupDocuments } from '../group-documents.ts';

/**
 * Number of pages after which a cut job takes no further sub-document: at least these, at most those, so that a long
 * document has this many jobs. Each job opens the file again, which takes as long as cutting 100 pages of a file of 2,000.
 */
const FEWEST_PAGES = 50;
const MOST_PAGES = 200;
const JOBS_WANTED = 8;

const pagesPerJob = (cuts: readonly Cut[]): number => {
  const pages = cuts.reduce((sum, cut) => sum + cut.pages.length, 0);
  return Math.min(MOST_PAGES, Math.max(FEWEST_PAGES, Math.ceil(pages / JOBS_WANTED)));
};

export interface Cut {
  /** Blob key of the PDF. */
  readonly key: string;
  /** A page of which the sub-document has several crops is named once for each. */
  readonly pages: readonly number[];
}

/** The original pages of a sub-document: one of which it has several crops is there once. */
export const originalPagesOf = (pages: readonly number[]): number[] => [...new Set(pages)];

export interface CutUpload {
  /** Blob key of the upload. */
  readonly key: string;
  readonly kind: DocumentKind;
  readonly pageCount?: number;
}

/** @throws DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError */
export async function cutSubDocuments(
  service: Pick<Service, 'parsers'>,
  { key: uploadKey, ...upload }: CutUpload,
  cuts: readonly Cut[],
): Promise<void> {
  await settleAll(
    groupDocuments(cuts, pagesPerJob(cuts)).map(async (group) => {
      await service.parsers.run('cutPdfs', {
        reads: [uploadKey],
        writes: group.map(({ key }) => ({ key, contentType: 'application/pdf' })),
        input: { ...upload, cuts: group.map(({ pages }) => originalPagesOf(pages)) },
      });
    }),
  );
}
