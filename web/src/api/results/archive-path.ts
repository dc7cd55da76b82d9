import type { NamedPages } from './split-pdf-path.ts';

/**
 * The path, below that of the result, of the archive that a person downloads. Where a page has several crops, its PDFs are
 * rendered: with the original pages, two sub-documents would have the same page.
 * @param documents  all sub-documents of the file
 */
export const archivePath = (documents: readonly NamedPages[]): string => {
  const hasCrops = documents.some(({ crops = [] }) => crops.some((crop) => crop > 1));
  return `archive${hasCrops ? '?return_pages_with_ocr_data=true' : ''}`;
};
