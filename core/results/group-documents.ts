/**
 * Groups consecutive documents into parser jobs, until a group has at least this many pages.
 * @param pagesPerJob  number of pages after which a new group begins
 */
export const groupDocuments = <Document extends { readonly pages: readonly number[] }>(
  documents: readonly Document[],
  pagesPerJob: number,
): Document[][] => {
  const groups: Document[][] = [];
  let pages = pagesPerJob;
  for (const document of documents) {
    if (pages >= pagesPerJob) {
      groups.push([]);
      pages = 0;
    }
    groups.at(-1)?.push(document);
    pages += document.pages.length;
  }
  return groups;
};
