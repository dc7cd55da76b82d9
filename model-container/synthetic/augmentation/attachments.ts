/** Documents that carry another one: a letter with a copy of an invoice, a report with somebody else's annex. */
import type { TrainingDocument } from '../../training/training-documents.ts';

/** Pages beyond which a document is not attached to another. */
const MOST_ATTACHED = 3;

/** One document of both, where the second is short enough; the first as it is, where not. Its scan is kept where both have one. */
export function attach(document: TrainingDocument, attached: TrainingDocument): TrainingDocument {
  if (attached === document || attached.pages.length > MOST_ATTACHED || document.pages.length === 0) return document;
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
