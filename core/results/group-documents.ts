/**
 * Deals documents out to parsing jobs: consecutive ones together, until they have enough pages to be worth a job's overhead.
 * @param pagesAJob of at least one document, however many pages that has
 */
export const groupDocuments = <Document extends { readonly pages: readonly number[] }>(
  documents: readonly Document[],
  pagesAJob: number,
): Document[][] => {
  const groups: Document[][] = [];
  let pages = pagesAJob;
  for (const document of documents) {
    if (pages >= pagesAJob) {
      groups.push([]);
      pages = 0;
    }
    groups.at(-1)?.push(document);
    pages += document.pages.length;
  }
  return groups;
};
