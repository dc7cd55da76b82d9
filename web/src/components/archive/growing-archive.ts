/** A ZIP file that is made in the browser. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { ArchiveTooLargeError } from './archive-too-large-error.ts';

/** Bytes of an archive at most: the format without its extension for large files counts to 4 GiB. */
const MAX_BYTES = 4e9;
/** Files of an archive at most, in that format. */
const MAX_FILES = 65_535;
/** Bytes that are handed to the browser together, which keeps them on its disk where they are many. */
const SETTLED_BYTES = 16 * 1024 * 1024;
/** The fastest level: what is compressed is text, and the page stays usable meanwhile. */
const LEVEL = 1;

export interface GrowingArchive {
  /** @throws ArchiveTooLargeError */
  readonly add: (name: string, bytes: Uint8Array) => void;
  /**
   * Adds a file piece by piece.
   * @param isText  it is compressed
   * @throws ArchiveTooLargeError, and what reading throws
   */
  readonly addStream: (name: string, stream: ReadableStream<Uint8Array>, isText: boolean) => Promise<void>;
  readonly end: () => Blob;
}

/** @param maxBytes  of the archive */
export const startArchive = (maxBytes = MAX_BYTES): GrowingArchive => {
  const settled: Blob[] = [];
  let chunks: BlobPart[] = [];
  let unsettled = 0;
  let size = 0;
  let files = 0;
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    size += chunk.length;
    unsettled += chunk.length;
    chunks.push(chunk);
    if (unsettled < SETTLED_BYTES) return;
    settled.push(new Blob(chunks));
    chunks = [];
    unsettled = 0;
  });
  const push = (file: ZipPassThrough | ZipDeflate, bytes: Uint8Array, isLast: boolean): void => {
    if (size + bytes.length > maxBytes) throw new ArchiveTooLargeError();
    file.push(bytes, isLast);
    if (failure !== null) throw failure;
  };
  const start = (file: ZipPassThrough | ZipDeflate): void => {
    files += 1;
    if (files > MAX_FILES) throw new ArchiveTooLargeError();
    zip.add(file);
  };
  return {
    add: (name, bytes) => {
      // PDFs are compressed already.
      const file = new ZipPassThrough(name);
      start(file);
      push(file, bytes, true);
    },
    addStream: async (name, stream, isText) => {
      const file = isText ? new ZipDeflate(name, { level: LEVEL }) : new ZipPassThrough(name);
      start(file);
      const reader = stream.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) push(file, read.value, false);
      push(file, new Uint8Array(), true);
    },
    end: () => {
      zip.end();
      return new Blob([...settled, ...chunks], { type: 'application/zip' });
    },
  };
};
