/** One archive with a folder for each of several results, and one table of contents, made in the browser. */
import { unzipSync } from 'fflate';
import { startArchive } from '../../../components/archive/growing-archive.ts';
import { folderNames } from './archive-names.ts';
import { joinContents } from './contents.ts';
import type { FolderContents } from './contents.ts';

export interface ArchivedDocument {
  readonly fileName: string;
  /** The archive of the result: the PDFs of its sub-documents, and contents.csv. */
  readonly fetchArchive: () => Promise<Uint8Array>;
}

const CONTENTS = 'contents.csv';

/**
 * The archives are fetched one after the other, so that one of them is in memory; the browser keeps the rest on its disk.
 * @param onProgress  called with the number of documents that are done
 * @param maxBytes  of the archive; default: what the format can hold
 * @throws ArchiveTooLargeError, and what fetching an archive throws
 */
export const joinArchives = async (
  documents: readonly ArchivedDocument[],
  onProgress: (done: number) => void,
  maxBytes?: number,
): Promise<Blob> => {
  const folders = folderNames(documents.map(({ fileName }) => fileName));
  const tables: FolderContents[] = [];
  const archive = startArchive(maxBytes);
  for (const [index, { fetchArchive }] of documents.entries()) {
    const folder = folders[index] ?? '';
    const { [CONTENTS]: contents, ...files } = unzipSync(await fetchArchive());
    for (const [name, bytes] of Object.entries(files)) archive.add(`${folder}/${name}`, bytes);
    if (contents !== undefined) tables.push({ folder, csv: new TextDecoder().decode(contents) });
    onProgress(index + 1);
  }
  archive.add(CONTENTS, new TextEncoder().encode(joinContents(tables)));
  return archive.end();
};
