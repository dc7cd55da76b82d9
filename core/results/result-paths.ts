/** The relative paths of the results of a processing request. */

/** @returns `/processing/results/<processing_id>`, the path of the processing result */
export const resultPath = (processingId: string): string => `/processing/results/${processingId}`;

/** @param page number in the page stream, from 1 */
export const pageImagePath = (processingId: string, page: number): string =>
  `${resultPath(processingId)}/page-images/${page}`;

/** @param index index of the sub-document, from 0 */
export const splitPdfPath = (processingId: string, index: number): string =>
  `${resultPath(processingId)}/split-pdfs/${index}`;

/** The deprecated path. @param index index of the sub-document, from 0 */
export const subPdfPath = (processingId: string, index: number): string =>
  `${resultPath(processingId)}/sub-pdfs/${index}`;

/** @returns `count` paths, numbered from `first` */
export const pathsOf = (count: number, first: number, path: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => path(first + index));
