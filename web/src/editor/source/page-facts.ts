/** From the extractions of the sub-documents to what was read on each page. */
import type { PageFacts } from './editor-source.ts';

export interface ApiExtraction {
  readonly index: number;
  readonly title: string | null;
  readonly document_date: string | null;
  readonly page_numbering: readonly (ApiPage & { readonly number: number; readonly of: number | null })[];
  readonly identifiers: readonly (ApiPage & { readonly type: string; readonly value: string })[];
}

/** `crop` is absent where the page does not have several. */
interface ApiPage {
  readonly page: number;
  readonly crop?: number | undefined;
}

const NOTHING: PageFacts = { title: null, documentDate: null, printedNumber: null, identifiers: [] };

/** @param documents  the sub-documents, in the order of the extractions @returns by the index of the page */
export const pageFactsOf = (
  documents: readonly { readonly pages: readonly number[]; readonly crops?: readonly number[] | undefined }[],
  extractions: readonly ApiExtraction[],
): Map<number, PageFacts> => {
  const facts = new Map<number, PageFacts>();
  const add = (index: number, some: Partial<PageFacts>): void => {
    facts.set(index, { ...(facts.get(index) ?? NOTHING), ...some });
  };
  const byIndex = new Map(extractions.map((one) => [one.index, one]));
  let start = 0;
  for (const [index, { pages, crops }] of documents.entries()) {
    const indexOf = ({ page, crop = 1 }: ApiPage): number =>
      start + pages.findIndex((one, at) => one === page && (crops?.[at] ?? 1) === crop);
    const read = byIndex.get(index);
    if (read !== undefined) {
      if (read.title !== null || read.document_date !== null)
        add(start, { title: read.title, documentDate: read.document_date });
      for (const { number, of, ...page } of read.page_numbering) add(indexOf(page), { printedNumber: { number, of } });
      for (const { type, value, ...page } of read.identifiers) {
        const at = indexOf(page);
        add(at, { identifiers: [...(facts.get(at)?.identifiers ?? []), { type, value }] });
      }
    }
    start += pages.length;
  }
  return facts;
};
