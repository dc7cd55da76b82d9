/**
 * The extractions result of a splitting workflow: what was read of each sub-document to decide the split
 * (open-points.md, "GET …/extractions on a splitting workflow").
 */
import { z } from 'zod';
import type { PageRecord } from '../reading/page-record.ts';
import type { SubDocument } from '../reading/processing-request.ts';
import { readPageNumber } from '../splitting/page-number.ts';
import { readTitle } from '../splitting/read-title.ts';
import { readDocumentDate } from './read-dates.ts';
import { IDENTIFIER_TYPES } from './identifier-labels.ts';
import { readIdentifiers, type Identifier } from './read-identifiers.ts';

const boxSchema = z.strictObject({ x1: z.int(), y1: z.int(), x2: z.int(), y2: z.int() }).describe('Corners in page pixels');

const identifierSchema = z.strictObject({
  type: z.enum(IDENTIFIER_TYPES),
  value: z.string().min(1),
  page: z.int().min(1),
  bbox: boxSchema,
});

const pageNumberingSchema = z.strictObject({
  page: z.int().min(1).describe('Page of the file, from 1'),
  number: z.int().min(1).describe('The page number that is printed on it'),
  of: z.int().min(1).nullable().describe('The printed count of pages, null where none is'),
});

export const extractionsSchema = z.strictObject({
  schema_version: z.literal(1),
  sub_documents: z.array(
    z.strictObject({
      index: z.int().min(0).describe('Of the sub-document, from 0'),
      title: z.string().min(1).max(80).nullable(),
      document_date: z.iso.date().nullable(),
      page_numbering: z.array(pageNumberingSchema).describe('Printed page numbers, in page order; pages without one are left out'),
      identifiers: z.array(identifierSchema),
    }),
  ),
});
export type Extractions = z.infer<typeof extractionsSchema>;

/**
 * Reads titles, dates, printed page numbers and identifiers of every sub-document.
 * `records` holds the records of the sub-documents' pages, in any order; a page without a record adds nothing.
 */
export function readExtractions(subDocuments: readonly SubDocument[], records: Iterable<PageRecord>): Extractions {
  const byPage = new Map<number, PageRecord>();
  for (const record of records) byPage.set(record.page, record);
  return {
    schema_version: 1,
    sub_documents: subDocuments.map((subDocument, index) => {
      const pages = subDocument.pages.map((page) => byPage.get(page)).filter((record) => record !== undefined);
      return {
        index,
        title: titleOf(pages),
        document_date: readDocumentDate(pages),
        page_numbering: pages.flatMap(pageNumberingOf),
        identifiers: identifiersOf(pages),
      };
    }),
  };
}

function titleOf(pages: readonly PageRecord[]): string | null {
  const first = pages[0];
  return first === undefined ? null : readTitle(first);
}

function pageNumberingOf(record: PageRecord): Extractions['sub_documents'][number]['page_numbering'] {
  const found = readPageNumber(record);
  return found === null ? [] : [{ page: record.page, number: found.number, of: found.of }];
}

/** Each identifier once, where it stands first: a number repeated in every footer is one fact. */
function identifiersOf(pages: readonly PageRecord[]): Identifier[] {
  const seen = new Set<string>();
  return pages.flatMap(readIdentifiers).filter(({ type, value }) => {
    const key = `${type} ${value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
