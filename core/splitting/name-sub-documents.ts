/** Names sub-documents by their titles. */
import type { NamedPages } from '../requests/pages/stream-pages.ts';
import type { SubDocument } from '../requests/processing-request.ts';

/**
 * Returns one named sub-document for each entry of `documents`, in the same order.
 * @param documents pages of each sub-document; together they cover all pages in order
 * @param titles title of each sub-document; null if it has none: its name is then `Document <number>`
 */
export const nameSubDocuments = (documents: readonly NamedPages[], titles: readonly (string | null)[]): SubDocument[] =>
  documents.map(({ pages, crops }, index) => ({
    name: titles[index] ?? `Document ${index + 1}`,
    pages: [...pages],
    ...(crops === undefined ? {} : { crops: [...crops] }),
  }));
