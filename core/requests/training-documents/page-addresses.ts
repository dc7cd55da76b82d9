/** Pages of a training document, addressed as (page, crop). Until a workflow crops, each page has the crop 1 only. */
import { z } from 'zod';
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
    pages: z
      .array(wholeNumber(1, undefined, 'a page number'))
      .min(1)
      .max(10_000),
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

/** A stored sub-document: each of its pages with its crop. */
export const addressedSubDocumentSchema = z.strictObject({
  name: z.string(),
  pages: z.array(z.int().min(1)).min(1),
  crops: z.array(z.int().min(1)).min(1),
});
export type AddressedSubDocument = z.infer<typeof addressedSubDocumentSchema>;

/** The sub-documents as a caller reads them: `crops` only where a page of the document has several. */
export const readableSubDocuments = (subDocuments: readonly AddressedSubDocument[]): ExpectedSubDocument[] => {
  const hasCrops = subDocuments.some(({ crops }) => crops.some((crop) => crop > 1));
  return subDocuments.map(({ name, pages, crops }) => ({ name, pages, ...(hasCrops ? { crops } : {}) }));
};
