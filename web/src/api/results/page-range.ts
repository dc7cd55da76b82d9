import { croppedPagesOf } from './split-pdf-path.ts';
import type { NamedPages } from './split-pdf-path.ts';

/**
 * Where a sub-document lies in its file, which tells those of one name apart: `3`, `3–5`, or, with the crop of a page that
 * has several, `3.2–4`.
 * @param documents  all sub-documents of the file
 * @param index  of the one, from 0
 */
export const pageRangeOf = (documents: readonly NamedPages[], index: number): string => {
  const { pages, crops = [] } = documents[index] ?? { pages: [] };
  const cropped = croppedPagesOf(documents);
  const labels = pages.map((page, at) => (cropped.has(page) ? `${page}.${crops[at] ?? 1}` : String(page)));
  return [...new Set([labels.at(0), labels.at(-1)])].join('–');
};
