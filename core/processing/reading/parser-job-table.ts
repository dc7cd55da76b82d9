/**
 * Which file runs which parser job. A job's module is loaded inside a parser process when the job is first requested,
 * so that a child process loads only what it needs. The hosts give this module's URL to the parser pool.
 */
import { configureLanguageData } from '../../ocr/languages/language-data.ts';
import { configureLineReader } from '../../ocr/ppocr/installed-reader.ts';
import type { DataFolders } from '../../parsers/parser-child.ts';
import type { ParserJob, ParserJobName } from '../../parser-jobs.ts';

export type ParserJobTable = { readonly [Name in ParserJobName]: () => Promise<{ readonly run: ParserJob<Name> }> };

export const jobTable: ParserJobTable = {
  loadEngines: () => import('../jobs/load-engines.ts'),
  warmUp: () => import('../jobs/warm-up.ts'),
  inspect: () => import('../jobs/inspect.ts'),
  readPageRange: () => import('../jobs/read-page-range.ts'),
  renderPageImage: () => import('../../results/jobs/render-page-image.ts'),
  makeThumbnail: () => import('../../results/jobs/make-thumbnail.ts'),
  cutPdfs: () => import('../../results/jobs/cut-pdfs.ts'),
  writeRenderedPdf: () => import('../../results/jobs/write-rendered-pdf.ts'),
};

/** Makes a parser process read with the data of these folders. */
export const useDataFolders = ({ languageDataFolder, modelsFolder }: DataFolders): void => {
  if (languageDataFolder !== undefined) configureLanguageData({ folder: languageDataFolder });
  if (modelsFolder !== undefined) configureLineReader(modelsFolder);
};

/** Frees what a parser process keeps for its next job: the document that it has open. */
export const freeMemory = async (): Promise<void> => {
  const { closeCachedDocument } = await import('../../documents/formats/document-cache.ts');
  await closeCachedDocument();
};

/** This module's URL, for a parser pool whose children run from source. */
export const JOB_TABLE_URL = import.meta.url;
