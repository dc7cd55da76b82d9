import type { DocumentKind } from '../../../core/documents/formats/document-file.ts';
import { run as cutPdfs } from '../../../core/results/jobs/cut-pdfs.ts';
import { asFile, newPath, silent } from './read-pdf.ts';

/** The paths of an uploaded image and of the PDF of its pages. */
export interface WrappedUpload {
  readonly upload: string;
  readonly pdf: string;
}

/** @param pages  from 1 */
export async function wrapUpload(
  bytes: Uint8Array,
  kind: DocumentKind,
  pages: readonly number[] = [1],
): Promise<WrappedUpload> {
  const upload = await asFile(bytes, `upload.${kind}`);
  const pdf = newPath('wrapped.pdf');
  await cutPdfs({ path: upload, kind, cuts: [{ pages, outPath: pdf }] }, silent);
  return { upload, pdf };
}
