/** Excerpts of documents, which lack the first page, as in files that were assembled by hand. */
import type { Random } from '../../random.ts';
import type { TrainingDocument } from '../../training/training-documents.ts';

/**
 * A random run of the document's pages without its first page; the document itself where it has one page. The scan is
 * cut alike.
 */
export function excerpt(document: TrainingDocument, random: Random): TrainingDocument {
  const count = document.pages.length;
  if (count < 2) return document;
  const from = 1 + random.below(count - 1);
  const to = from + 1 + random.below(count - from);
  const { scannedPages, ...rest } = document;
  return {
    ...rest,
    name: `${document.name}[${from + 1}-${to}]`,
    pages: document.pages.slice(from, to),
    ...(scannedPages === undefined ? {} : { scannedPages: scannedPages.slice(from, to) }),
  };
}
