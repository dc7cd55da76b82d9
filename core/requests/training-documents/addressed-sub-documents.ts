/** The annotation of a training document as its row keeps it: every page is addressed as (page, crop). */
import { z } from 'zod';
import type { NamedPages } from '../pages/stream-pages.ts';

/** A sub-document: of each of its pages the number of the crop, from 1. A page that was not cropped has the crop 1. */
export const addressedSubDocumentSchema = z.strictObject({
  name: z.string(),
  pages: z.array(z.int().min(1)).min(1),
  crops: z.array(z.int().min(1)).min(1),
});
export type AddressedSubDocument = z.infer<typeof addressedSubDocumentSchema>;

/** A sub-document as callers name and read it. */
interface NamedSubDocument extends NamedPages {
  readonly name?: string | undefined;
}

/**
 * Addresses the pages of sub-documents that name every crop of every page once, in order.
 * @param crops  number of crops of each page
 */
export const addressSubDocuments = (
  documents: readonly NamedSubDocument[],
  crops: readonly number[],
): AddressedSubDocument[] =>
  documents.map(({ name, pages, crops: named }, index) => {
    const addresses = pages.flatMap((page, at) => {
      const crop = named?.[at];
      if (crop !== undefined) return [{ page, crop }];
      return Array.from({ length: crops[page - 1] ?? 1 }, (_, before) => ({ page, crop: before + 1 }));
    });
    return {
      name: name ?? `Document ${index + 1}`,
      pages: addresses.map(({ page }) => page),
      crops: addresses.map(({ crop }) => crop),
    };
  });

/** The sub-documents as callers read them: with `crops` only where a page of the document has several. */
export const readableSubDocuments = (
  documents: readonly AddressedSubDocument[],
): { name: string; pages: number[]; crops?: number[] }[] => {
  const isCropped = documents.some(({ crops }) => crops.some((crop) => crop > 1));
  return documents.map(({ name, pages, crops }) => ({ name, pages, ...(isCropped ? { crops } : {}) }));
};
