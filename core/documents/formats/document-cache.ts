/**
 * Keeps the last document of a parser process open for one second: the chunks of a document are read in succession, and
 * opening it again (engine, fonts, structure of the file) takes as long as reading five pages.
 */
import { stat } from 'node:fs/promises';
import type { DocumentReader } from './document-reader.ts';
import { openDocument } from './open-document.ts';

/** Time after its last use, in milliseconds, at which the document is closed. */
const TIME_TO_LIVE_MS = 1000;

interface CachedDocument {
  readonly identity: string;
  readonly reader: DocumentReader;
  readonly closing: NodeJS.Timeout;
}

let cached: CachedDocument | undefined;

/** Another file may later have the same path, so inode, size and modification time are part of the identity. */
const identityOf = async (path: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(path);
  return [path, ino, size, mtimeMs].join(' ');
};

/** Closes the document that is kept open. */
export const closeCachedDocument = async (): Promise<void> => {
  const closed = cached;
  cached = undefined;
  clearTimeout(closed?.closing);
  await closed?.reader.close();
};

const takeFromCache = async (identity: string): Promise<DocumentReader | undefined> => {
  if (cached?.identity !== identity) {
    await closeCachedDocument();
    return undefined;
  }
  const { reader, closing } = cached;
  cached = undefined;
  clearTimeout(closing);
  return reader;
};

/**
 * Runs `work` on the open document. If `work` fails, the document is closed at once.
 * @throws the errors of `work` and of openDocument
 */
export const withDocument = async <Result>(
  path: string,
  work: (reader: DocumentReader) => Promise<Result>,
): Promise<Result> => {
  const identity = await identityOf(path);
  const reader = (await takeFromCache(identity)) ?? (await openDocument(path));
  try {
    const result = await work(reader);
    cached = { identity, reader, closing: setTimeout(() => void closeCachedDocument(), TIME_TO_LIVE_MS).unref() };
    return result;
  } catch (error) {
    await reader.close();
    throw error;
  }
};
