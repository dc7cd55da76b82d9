/**
 * Documents with another document attached: a letter with a copy of an invoice, a report with an annex of another
 * author.
 */
import type { TrainingDocument } from '../../training/training-documents.ts';

/** Longer documents, in pages, are not attached to another. */
const MAX_ATTACHED_PAGES = 3;

/**
 * One document with the pages of both. Returns `document` unchanged where `attached` is longer than 3 pages, the same
 * document, or where `document` has no pages. The scan is kept where both documents have one.
 */
export function attach(document: TrainingDocument, attached: TrainingDocument): TrainingDocument {
  if (attached === document || attached.pages.length > MAX_ATTACHED_PAGES || document.pages.length === 0)
    return document;
  const { scannedPages, ...rest } = document;
  return {
    ...rest,
    name: `${document.name}+${attached.name}`,
    pages: [...document.pages, ...attached.pages],
    ...(scannedPages !== undefined && attached.scannedPages !== undefined
      ? { scannedPages: [...scannedPages, ...attached.scannedPages] }
      : {}),
  };
}
