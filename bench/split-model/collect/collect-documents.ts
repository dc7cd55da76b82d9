/**
 * Collects the documents of a list of repositories, docs/sources/training-sources.tsv or docs/sources/evaluation-sources.tsv:
 *   node bench/split-model/collect/collect-documents.ts SOURCES.tsv DOCUMENTS [--from URL] [--mirrors FOLDER]
 *     [--documents N] [--max-pages N]
 * Writes DOCUMENTS/OWNER+NAME/ for each: the PDFs of the listed commit, at most N (40) of at most N (24) pages. It fetches
 * the commit from URL/OWNER/NAME (https://github.com), unless FOLDER/OWNER+NAME is a git repository already. Folders
 * that are there are kept. The documents belong to others: keep them private.
 */
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../../../model-container/whole-number.ts';
import { readSources, sourceName, type Source } from './read-sources.ts';
import { collectDocuments, exists, NoCommitError, repositoryOf } from './repository-documents.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: 'https://github.com' },
    mirrors: { type: 'string' },
    documents: { type: 'string', default: '40' },
    'max-pages': { type: 'string', default: '24' },
  },
});
const [list, documentsFolder] = positionals;
if (list === undefined || documentsFolder === undefined) {
  console.error(
    'node bench/split-model/collect/collect-documents.ts SOURCES.tsv DOCUMENTS [--from URL] [--mirrors FOLDER]' +
      ' [--documents N] [--max-pages N]',
  );
  process.exit(2);
}
const limits = {
  documents: wholeNumber('--documents', values.documents, 1),
  pagesOfADocument: wholeNumber('--max-pages', values['max-pages'], 1),
};

const counts = { repositories: 0, kept: 0, missing: 0, documents: 0, pages: 0, absent: 0 };
for (const source of readSources(await readFile(list, 'utf8')))
  await collect(source, join(documentsFolder, sourceName(source.repository)));
console.log(JSON.stringify(counts));

async function collect(source: Source, folder: string): Promise<void> {
  if (await exists(folder)) {
    counts.kept += 1;
    return;
  }
  const unfinished = `${folder}.unfinished`;
  const scratch = await mkdtemp(join(tmpdir(), 'tearline-repository-'));
  try {
    await rm(unfinished, { recursive: true, force: true });
    const repository = await repositoryOf(source, values, scratch);
    const collected = await collectDocuments(repository, source.commit, unfinished, limits);
    await rename(unfinished, folder);
    counts.repositories += 1;
    counts.documents += collected.documents;
    counts.pages += collected.pages;
    counts.absent += collected.absent;
    console.log(`${source.repository}: ${collected.documents} of ${collected.found} PDFs, ${collected.pages} pages`);
  } catch (error) {
    if (!(error instanceof NoCommitError)) throw error;
    counts.missing += 1;
    console.error(`${source.repository}: ${error.message}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
