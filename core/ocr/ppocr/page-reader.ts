/** The optional reader of pages: PP-OCRv6's networks that find lines and read them. */
import { lineFinderOf, type LineFinder } from './line-finder.ts';
import { openLineReader, type LineReader } from './line-reader.ts';
import { FINDER_MODEL, readModelFile } from './model-files.ts';
import { openOnce } from './open-once.ts';
import { loadOnnxRuntime, ONE_CORE } from './onnx-runtime.ts';

export type PageReader = LineReader & LineFinder;

/** @throws ModelFilesError where the finder's files are missing, damaged, another version, or not for this machine */
export const openLineFinder = async (folder: string): Promise<LineFinder> => {
  const model = await readModelFile(folder, FINDER_MODEL);
  const runtime = loadOnnxRuntime(folder);
  return lineFinderOf(runtime, await runtime.InferenceSession.create(model, ONE_CORE));
};

/** Finds nothing: lines are read where the layout analysis finds them. */
const NO_FINDER: LineFinder = { findLines: () => Promise.resolve([]) };

/**
 * The finder is opened at its first use: pages without handwriting do not need it. An installation of an earlier version
 * has none; `tearline doctor` and the start of the service say so. Finding lines throws TemporarilyUnavailableError where
 * it cannot be opened now.
 * @throws ModelFilesError where the files of the reader of lines are missing, damaged, another version, or not for this
 * machine
 */
export const openPageReader = async (folder: string): Promise<PageReader> => {
  const reader = await openLineReader(folder);
  const finder = openOnce(() => openLineFinder(folder), NO_FINDER);
  return { ...reader, findLines: async (page) => (await finder()).findLines(page) };
};
