/** The PDF of a sub-document that a person downloads. */

/** A sub-document by its pages. */
export interface NamedPages {
  readonly pages: readonly number[];
  /** Absent where no page of the file has several crops. */
  readonly crops?: readonly number[] | undefined;
}

/** Numbers of the pages that have several crops. @param documents  all sub-documents of the file */
export const croppedPagesOf = (documents: readonly NamedPages[]): ReadonlySet<number> =>
  new Set(documents.flatMap(({ pages, crops = [] }) => pages.filter((_, at) => (crops[at] ?? 1) > 1)));

/**
 * The path below that of the result. A sub-document with one of several crops of a page is rendered without what else lies
 * on that page; others have their original pages.
 * @param documents  all sub-documents of the file
 * @param index  of the one to download, from 0
 */
export const splitPdfPath = (documents: readonly NamedPages[], index: number): string => {
  const cropped = croppedPagesOf(documents);
  const isCropped = documents[index]?.pages.some((page) => cropped.has(page)) === true;
  return `split-pdfs/${index}${isCropped ? '?return_pages_with_ocr_data=true' : ''}`;
};
