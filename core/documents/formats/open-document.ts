/** Opens an upload of any supported format. */
import { open as openFile, readFile } from 'node:fs/promises';
import { DocumentEmptyError, DocumentUnreadableError, UnsupportedFormatError } from '../../errors.ts';
import type { DocumentKind } from './document-file.ts';
import type { DocumentReader } from './document-reader.ts';
import { detectKind } from './detect-kind.ts';
import { ImageReader } from '../images/image-reader.ts';
import { PdfReader } from '../pdf/pdf-reader.ts';
import { repairPdf } from '../pdf/repair-pdf.ts';

/** Bytes at the beginning of a file that suffice to detect its format. */
const HEAD_BYTES = 1024;

const readHead = async (path: string): Promise<Uint8Array> => {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** @throws DocumentEmptyError, UnsupportedFormatError */
const kindOf = async (path: string): Promise<DocumentKind> => {
  const head = await readHead(path);
  if (head.length === 0)
    throw new DocumentEmptyError('The file has no bytes. Check that it was read completely before it was sent.');
  const kind = detectKind(head);
  if (kind === undefined)
    throw new UnsupportedFormatError(
      'The file is none of PDF, JPEG, PNG, GIF, TIFF and WebP, whatever its name says. Convert it to one of them.',
    );
  return kind;
};

const noPagesError = (cause: unknown): DocumentEmptyError =>
  new DocumentEmptyError('The PDF has no pages. Check that it was saved completely, and send it again.', { cause });

/** PDFium repairs most damaged files. If it fails, repairPdf rewrites the file and PDFium opens the result. */
const openPdf = async (bytes: Uint8Array): Promise<PdfReader> => {
  try {
    return await PdfReader.open(bytes);
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError || error instanceof DocumentEmptyError)) throw error;
    const repaired = await repairPdf(bytes);
    if (repaired === 'no pages') throw noPagesError(error);
    if (repaired === 'beyond repair') throw error;
    return PdfReader.open(repaired.bytes);
  }
};

/**
 * @returns the reader, which the caller must close
 * @throws UnsupportedFormatError, DocumentEmptyError, DocumentEncryptedError, DocumentUnreadableError,
 * DocumentTooLargeError
 */
export const openDocument = async (path: string): Promise<DocumentReader> => {
  const kind = await kindOf(path);
  const bytes = await readFile(path);
  return kind === 'pdf' ? openPdf(bytes) : ImageReader.open(kind, bytes);
};
