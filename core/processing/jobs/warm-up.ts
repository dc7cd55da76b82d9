/** Job `warmUp`: reads a document, its first page by OCR too, so that the first upload finds the engines compiled. */
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import { withScratchFolder } from '../../storage/scratch-folder.ts';
import { withDocument } from '../../documents/formats/kept-document.ts';
import { PageImages } from '../../documents/page-images.ts';
import type { ParserJob } from '../../parser-jobs.ts';
import { readByOcr } from '../../documents/read-page.ts';
import { run as inspect } from './inspect.ts';
import { run as readPages } from './read-page-range.ts';

export const run: ParserJob<'warmUp'> = ({ path }, report) =>
  withScratchFolder(async (folder) => {
    const { kind, page_count: to, pages } = await inspect({ path, maxPages: null }, report);
    await readPages({ path, kind, range: { from: 1, to }, pages, languages: [], folder }, report);
    return { pages: to, words: await withDocument(path, countWords) };
  });

/** Words that OCR finds on the first page. */
const countWords = async (reader: DocumentReader): Promise<number> => {
  const size = await reader.pageSize(1);
  return (await readByOcr(1, size, new PageImages(reader, 1, size), { languages: ['en'] })).words.length;
};
