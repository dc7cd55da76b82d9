/**
 * The page stream of an upload: its pages in their order; where a page has several crops, each of them is a page of the
 * stream.
 */

/** A page of the stream, by its numbers in the upload, both from 1. */
export interface StreamPage {
  readonly page: number;
  /** Of a page with several crops; absent for other pages. */
  readonly crop?: number | undefined;
}

/** Pages of the stream as callers name and read them. */
export interface NamedPages {
  readonly pages: readonly number[];
  /** As long as `pages`. Absent where no page of the upload has several crops. */
  readonly crops?: readonly number[] | undefined;
}

/** The pages of an upload, of each the number of its crops: 1 for a page that is whole. */
export type CropCounts = readonly number[];

/** An upload of pages that are whole. */
export const wholePages = (pageCount: number): CropCounts => new Array<number>(pageCount).fill(1);

/** Whether a page of the stream may follow another. @param before  undefined: the first page of the stream */
export const follows = (before: StreamPage | undefined, { page, crop = 1 }: StreamPage): boolean =>
  page === before?.page ? crop === (before.crop ?? 1) + 1 : page === (before?.page ?? 0) + 1 && crop === 1;

/** Of each page of the upload the number of its crops. @param stream  in order, without gaps */
export const cropCountsOf = (stream: readonly StreamPage[]): CropCounts => {
  const counts: number[] = [];
  for (const { page } of stream) counts[page - 1] = (counts[page - 1] ?? 0) + 1;
  return counts;
};

/** Whether a page of the upload has several crops. */
export const hasCrops = (stream: readonly StreamPage[]): boolean => stream.some(({ crop = 1 }) => crop > 1);

/** Names pages of the stream. @param cropped  whether a page of the upload has several crops */
export const namePages = (stream: readonly StreamPage[], cropped: boolean): { pages: number[]; crops?: number[] } => ({
  pages: stream.map(({ page }) => page),
  ...(cropped ? { crops: stream.map(({ crop = 1 }) => crop) } : {}),
});

/** Pages of the stream by their names. */
export const streamPagesOf = ({ pages, crops }: NamedPages): { readonly page: number; readonly crop: number }[] =>
  pages.map((page, at) => ({ page, crop: crops?.[at] ?? 1 }));

/** A key for maps. */
export const streamPageKey = ({ page, crop = 1 }: StreamPage): string => `${page}.${crop}`;

/** The member of a row that says how many pages the stream has, where a page of the upload has several crops. */
export const streamLengthOf = ({
  sub_documents: documents,
}: {
  readonly sub_documents: readonly NamedPages[];
}): { readonly stream_length?: number } =>
  documents.some(({ crops }) => crops !== undefined)
    ? { stream_length: documents.reduce((sum, { pages }) => sum + pages.length, 0) }
    : {};
