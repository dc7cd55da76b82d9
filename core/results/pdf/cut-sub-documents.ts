/** Cuts sub-documents out of the upload and stores their PDFs. */
import { settleAll } from '../../settle-all.ts';
import type { DocumentKind } from '../../documents/formats/document-file.ts';
import type { Service } from '../../service.ts';
import { groupDocuments } from '../group-documents.ts';

/** Number of pages after which a cut job takes no further sub-document. Each job opens the file again. */
const PAGES_PER_CUT_JOB = 50;

export interface Cut {
  /** Blob key of the PDF. */
  readonly key: string;
  readonly pages: readonly number[];
  /** Where the job writes it on the local disk. */
  readonly outPath: string;
}

export interface CutUpload {
  /** Path of the upload on the local disk. */
  readonly path: string;
  readonly kind: DocumentKind;
  readonly pageCount?: number;
}

/** @throws DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError */
export async function cutSubDocuments(service: Service, upload: CutUpload, cuts: readonly Cut[]): Promise<void> {
  const cutGroup = async (group: readonly Cut[]): Promise<void> => {
    await service.parsers.run('cutPdfs', {
      ...upload,
      cuts: group.map(({ pages, outPath }) => ({ pages, outPath })),
    });
    await settleAll(
      group.map(async ({ key, outPath }) => {
        await service.blobs.putFile(key, outPath, 'application/pdf');
      }),
    );
  };
  await settleAll(groupDocuments(cuts, PAGES_PER_CUT_JOB).map(cutGroup));
}
