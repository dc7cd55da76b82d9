/**
 * The document that a parser process has read last stays open for a moment: the chunks of one document follow each other, and opening
 * it anew (an engine, its fonts, the file's structure) costs as much as reading five pages.
 */
import { stat } from 'node:fs/promises';
import type { DocumentReader } from './document-reader.ts';
import { openDocument } from './open-document.ts';

/** Milliseconds after its last use at which the document is closed. */
const KEPT_MS = 1000;

interface KeptDocument {
  readonly identity: string;
  readonly reader: DocumentReader;
  readonly closing: NodeJS.Timeout;
}

let kept: KeptDocument | undefined;

/** A path may be used again for another file, so its file's own number, size and time count too. */
const identityOf = async (path: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(path);
  return [path, ino, size, mtimeMs].join(' ');
};

const takeKept = async (identity: string): Promise<DocumentReader | undefined> => {
  const taken = kept;
  kept = undefined;
  clearTimeout(taken?.closing);
  if (taken?.identity === identity) return taken.reader;
  await taken?.reader.close();
  return undefined;
};

const closeKept = (): void => {
  void kept?.reader.close();
  kept = undefined;
};

/**
 * Runs `work` on the opened document. After work that fails the document is closed at once.
 * @throws what `work` and openDocument throw
 */
export const withDocument = async <Result>(
  path: string,
  work: (reader: DocumentReader) => Promise<Result>,
): Promise<Result> => {
  const identity = await identityOf(path);
  const reader = (await takeKept(identity)) ?? (await openDocument(path));
  try {
    const result = await work(reader);
    kept = { identity, reader, closing: setTimeout(closeKept, KEPT_MS).unref() };
    return result;
  } catch (error) {
    await reader.close();
    throw error;
  }
};
