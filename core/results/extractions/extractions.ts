/**
 * The extractions result of a splitting workflow: the title, date, page numbers and identifiers of each sub-document.
 */
import { z } from 'zod';
import type { PageRecord } from '../../documents/page-record.ts';
import { streamPageKey, streamPagesOf } from '../../requests/pages/stream-pages.ts';
import type { NamedPages } from '../../requests/pages/stream-pages.ts';
import { readPageNumber } from '../../splitting/page-number.ts';
import { readTitle } from '../../splitting/read-title.ts';
import { documentDateOf, pageDatesSchema, readPageDates } from './read-dates.ts';
import { IDENTIFIER_TYPES } from './identifier-labels.ts';
import { readIdentifiers, withoutDuplicates } from './read-identifiers.ts';

export const boxSchema = z
  .strictObject({ x1: z.int(), y1: z.int(), x2: z.int(), y2: z.int() })
  .describe('Corners in page pixels');

const cropNumberSchema = z
  .int()
  .min(1)
  .optional()
  .describe('Number of the crop on its page, from 1; absent where the page does not have several');

export const identifierTypeSchema = z.enum(IDENTIFIER_TYPES);
export const identifierSchema = z.strictObject({
  type: identifierTypeSchema,
  value: z.string().min(1),
  page: z.int().min(1),
  crop: cropNumberSchema,
  bbox: boxSchema,
});

export const pageNumberingSchema = z.strictObject({
  page: z.int().min(1).describe('Page of the file, from 1'),
  crop: cropNumberSchema,
  number: z.int().min(1).describe('The page number that is printed on it'),
  of: z.int().min(1).nullable().describe('The printed count of pages, null where none is'),
});

export const subDocumentExtractionsSchema = z.strictObject({
  index: z.int().min(0).describe('Of the sub-document, from 0'),
  title: z.string().min(1).max(80).nullable(),
  document_date: z.iso.date().nullable(),
  page_numbering: z
    .array(pageNumberingSchema)
    .describe('Printed page numbers, in page order; pages without one are left out'),
  identifiers: z.array(identifierSchema),
});

export const extractionsSchema = z.strictObject({
  schema_version: z.literal(1),
  sub_documents: z.array(subDocumentExtractionsSchema),
});
export type Extractions = z.infer<typeof extractionsSchema>;

/**
 * The extractions of one page: ReadPages writes them, and FindBoundaries joins those of the pages of a sub-document.
 */
export const pageExtractionsSchema = z.strictObject({
  page: z.int().min(1),
  crop: cropNumberSchema,
  /** True for a page that could not be read; absent for all others. */
  unread: z.literal(true).optional(),
  title: z.string().min(1).max(80).nullable(),
  dates: pageDatesSchema,
  number: pageNumberingSchema.nullable(),
  identifiers: z.array(identifierSchema),
});
export type PageExtractions = z.infer<typeof pageExtractionsSchema>;

export function extractFromPage(record: PageRecord): PageExtractions {
  const number = readPageNumber(record);
  const of = { page: record.page, ...(record.crop === undefined ? {} : { crop: record.crop }) };
  return {
    ...of,
    ...(record.unread === undefined ? {} : { unread: record.unread }),
    title: readTitle(record),
    dates: readPageDates(record),
    number: number === null ? null : { ...of, number: number.number, of: number.of },
    identifiers: readIdentifiers(record).map(({ type, value, bbox }) => ({ type, value, ...of, bbox })),
  };
}

/**
 * Joins the extractions of pages to titles, dates, printed page numbers and identifiers of the sub-documents.
 * @param documents pages of each sub-document
 * @param extractions extractions of these pages, in any order; pages may be missing
 */
export function joinPageExtractions(
  documents: readonly NamedPages[],
  extractions: Iterable<PageExtractions>,
): Extractions {
  const byPage = new Map<string, PageExtractions>();
  for (const one of extractions) byPage.set(streamPageKey(one), one);
  return {
    schema_version: 1,
    sub_documents: documents.map((named, index) => {
      const pages = streamPagesOf(named)
        .map((page) => byPage.get(streamPageKey(page)))
        .filter((page) => page !== undefined);
      return {
        index,
        title: pages[0]?.title ?? null,
        document_date: documentDateOf(pages.map(({ dates }) => dates)),
        page_numbering: pages.flatMap(({ number }) => number ?? []),
        identifiers: withoutDuplicates(pages.flatMap(({ identifiers }) => identifiers)),
      };
    }),
  };
}
