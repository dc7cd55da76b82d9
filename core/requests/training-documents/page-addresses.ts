/** Pages of a training document, addressed as (page, crop). Until a workflow crops, each page has the crop 1 only. */
import { z } from 'zod';
import { ValidationError } from '../../errors.ts';
import type { ValidationIssue } from '../../errors.ts';
import { wholeNumber } from '../request-sentences.ts';

const MAX_NAME = 200;

/** A sub-document as a caller names it. `crops[i]` belongs to `pages[i]`; without `crops`, pages are meant whole. */
export const expectedSubDocumentSchema = z
  .strictObject({
    name: z
      .string()
      .max(MAX_NAME)
      .refine((name) => name.isWellFormed(), 'must be well-formed Unicode')
      .describe('Shown to the annotator; training does not use it'),
    pages: z.array(wholeNumber(1, undefined, 'a page number')).min(1).max(10_000),
    crops: z
      .array(wholeNumber(1, undefined, "a crop's number"))
      .min(1)
      .max(10_000)
      .optional()
      .describe('As long as pages: the number of the crop on its page, from 1. Without it a page is meant whole'),
  })
  .meta({ id: 'ExpectedSubDocument' });
export type ExpectedSubDocument = z.infer<typeof expectedSubDocumentSchema>;

/** All sub-documents of a file, in order. */
export const expectedSubDocumentsSchema = z.array(expectedSubDocumentSchema).min(1).max(10_000);

/** A page of a file, or one of the documents that were cropped out of the page. Both numbers count from 1. */
export interface PageAddress {
  readonly page: number;
  readonly crop: number;
}

/** A stored sub-document: each of its pages with its crop. */
export const addressedSubDocumentSchema = z.strictObject({
  name: z.string(),
  pages: z.array(z.int().min(1)).min(1),
  crops: z.array(z.int().min(1)).min(1),
});
export type AddressedSubDocument = z.infer<typeof addressedSubDocumentSchema>;

/** Number of crops of every page, until a workflow crops. */
export const CROPS_OF_A_PAGE = 1;

const textOf = ({ page, crop }: PageAddress, cropsOf: (page: number) => number): string =>
  cropsOf(page) === 1 ? `page ${page}` : `crop ${crop} of page ${page}`;

const addressesOf = (
  { pages, crops }: ExpectedSubDocument,
  cropsOf: (page: number) => number,
): (PageAddress & { readonly index: number })[] =>
  pages.flatMap((page, index) =>
    crops === undefined
      ? Array.from({ length: cropsOf(page) }, (_, crop) => ({ page, crop: crop + 1, index }))
      : [{ page, crop: crops[index] ?? 0, index }],
  );

/** The page address that follows, or undefined after the last one. */
const after = (
  { page, crop }: PageAddress,
  pageCount: number,
  cropsOf: (page: number) => number,
): PageAddress | undefined => {
  if (crop < cropsOf(page)) return { page, crop: crop + 1 };
  return page < pageCount ? { page: page + 1, crop: 1 } : undefined;
};

interface Walk {
  readonly pageCount: number;
  readonly cropsOf: (page: number) => number;
}

const isOutside = ({ page, crop }: PageAddress, { pageCount, cropsOf }: Walk): boolean =>
  page > pageCount || crop > cropsOf(page);

const outside = ({ page, crop }: PageAddress, { pageCount }: Walk): string =>
  page > pageCount
    ? `is page ${page}, but the document has ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`
    : `is crop ${crop} of page ${page}, which has fewer crops`;

/** The first problem of sub-documents that do not name each page once, in order; undefined where there is none. */
const findProblem = (
  subDocuments: readonly ExpectedSubDocument[],
  loc: readonly (string | number)[],
  walk: Walk,
): ValidationIssue | undefined => {
  let expected: PageAddress | undefined = { page: 1, crop: 1 };
  for (const [at, subDocument] of subDocuments.entries()) {
    if (subDocument.crops !== undefined && subDocument.crops.length !== subDocument.pages.length)
      return { loc: [...loc, at, 'crops'], msg: 'must be as long as pages', type: 'wrong_length' };
    for (const address of addressesOf(subDocument, walk.cropsOf)) {
      const where = [...loc, at, 'pages', address.index];
      if (isOutside(address, walk)) return { loc: where, msg: outside(address, walk), type: 'past_the_end' };
      if (address.page !== expected?.page || address.crop !== expected.crop)
        return {
          loc: where,
          msg:
            expected === undefined
              ? `is ${textOf(address, walk.cropsOf)} again`
              : `must be ${textOf(expected, walk.cropsOf)}: each page is named once, in order`,
          type: 'not_in_order',
        };
      expected = after(address, walk.pageCount, walk.cropsOf);
    }
  }
  return expected === undefined
    ? undefined
    : { loc, msg: `must go on to the end: ${textOf(expected, walk.cropsOf)} is in no sub-document`, type: 'gap' };
};

/**
 * Returns the sub-documents with the crop of each page, where they name every page of the document once and in order.
 * @param loc  where the list is in the request, for the error
 * @param cropsOf  number of crops of a page
 * @throws ValidationError for a gap, an overlap, disorder, or a page past the end
 */
export const addressSubDocuments = (
  subDocuments: readonly ExpectedSubDocument[],
  pageCount: number,
  loc: readonly (string | number)[],
  cropsOf: (page: number) => number = () => CROPS_OF_A_PAGE,
): AddressedSubDocument[] => {
  const walk: Walk = { pageCount, cropsOf };
  const problem = findProblem(subDocuments, loc, walk);
  if (problem !== undefined) throw new ValidationError([problem]);
  return subDocuments.map((subDocument) => {
    const addresses = addressesOf(subDocument, cropsOf);
    return {
      name: subDocument.name,
      pages: addresses.map(({ page }) => page),
      crops: addresses.map(({ crop }) => crop),
    };
  });
};

/** The sub-documents as a caller reads them: `crops` only where a page of the document has several. */
export const readableSubDocuments = (subDocuments: readonly AddressedSubDocument[]): ExpectedSubDocument[] => {
  const hasCrops = subDocuments.some(({ crops }) => crops.some((crop) => crop > 1));
  return subDocuments.map(({ name, pages, crops }) => ({ name, pages, ...(hasCrops ? { crops } : {}) }));
};
