/** One archive with a folder for each of several results, and one table of contents, made in the browser. */
import { unzipSync, Zip, ZipPassThrough } from 'fflate';
import { folderNames } from './archive-names.ts';
import { ArchiveTooLargeError } from './archive-too-large-error.ts';
import { joinContents } from './contents.ts';
import type { FolderContents } from './contents.ts';

export interface ArchivedDocument {
  readonly fileName: string;
  /** The archive of the result: the PDFs of its sub-documents, and contents.csv. */
  readonly fetchArchive: () => Promise<Uint8Array>;
}

const CONTENTS = 'contents.csv';
/** Bytes of an archive at most: the format without its extension for large files counts to 4 GiB. */
const MAX_BYTES = 4e9;

/**
 * The archives are fetched one after the other, so that one of them is in memory; the browser keeps the rest on its disk.
 * @param onProgress  called with the number of documents that are done
 * @param maxBytes  of the archive
 * @throws ArchiveTooLargeError, and what fetching an archive throws
 */
export const joinArchives = async (
  documents: readonly ArchivedDocument[],
  onProgress: (done: number) => void,
  maxBytes = MAX_BYTES,
): Promise<Blob> => {
  const folders = folderNames(documents.map(({ fileName }) => fileName));
  const tables: FolderContents[] = [];
  const archive = startArchive(maxBytes);
  for (const [index, { fetchArchive }] of documents.entries()) {
    const folder = folders[index] ?? '';
    const { [CONTENTS]: contents, ...files } = unzipSync(await fetchArchive());
    for (const [name, bytes] of Object.entries(files)) archive.add(`${folder}/${name}`, bytes);
    if (contents !== undefined) tables.push({ folder, csv: new TextDecoder().decode(contents) });
    archive.settle();
    onProgress(index + 1);
  }
  archive.add(CONTENTS, new TextEncoder().encode(joinContents(tables)));
  return archive.end();
};

/** A ZIP file as a Blob that grows. */
const startArchive = (maxBytes: number) => {
  const settled: Blob[] = [];
  let chunks: BlobPart[] = [];
  let size = 0;
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    size += chunk.length;
    chunks.push(chunk);
  });
  return {
    add: (name: string, bytes: Uint8Array): void => {
      if (size + bytes.length > maxBytes) throw new ArchiveTooLargeError();
      // PDFs are compressed already.
      const file = new ZipPassThrough(name);
      zip.add(file);
      file.push(bytes, true);
      if (failure !== null) throw failure;
    },
    /** Hands what was written to the browser. */
    settle: (): void => {
      settled.push(new Blob(chunks));
      chunks = [];
    },
    end: (): Blob => {
      zip.end();
      return new Blob([...settled, ...chunks], { type: 'application/zip' });
    },
  };
};
