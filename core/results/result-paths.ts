/** The relative paths under which a processing request's results are fetched. */

/** @returns `/processing/results/<processing_id>`, the whole result */
export const resultPath = (processingId: string): string => `/processing/results/${processingId}`;

/** @param page from 1 */
export const pageImagePath = (processingId: string, page: number): string =>
  `${resultPath(processingId)}/page-images/${page}`;

/** @param index of the sub-document, from 0 */
export const splitPdfPath = (processingId: string, index: number): string =>
  `${resultPath(processingId)}/split-pdfs/${index}`;

/** The deprecated form. @param index of the sub-document, from 0 */
export const subPdfPath = (processingId: string, index: number): string =>
  `${resultPath(processingId)}/sub-pdfs/${index}`;

/** @returns one path for each of `count` things, numbered from `first` */
export const pathsOf = (count: number, first: number, path: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => path(first + index));
