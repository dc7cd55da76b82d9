/**
 * Reads documents as page records: one file per document, `<folder>/<source>/<document>.jsonl`, with one record per
 * line.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pageRecordSchema } from '../../core/documents/page-record.ts';
import type { PageRecord } from '../../core/documents/page-record.ts';

export interface TrainingDocument {
  /** The source of the document. Training and evaluation never share a source. */
  readonly source: string;
  readonly name: string;
  readonly pages: readonly PageRecord[];
  /** The same pages after a simulated scan and OCR, where `<document>.scan.jsonl` exists. */
  readonly scannedPages?: readonly PageRecord[];
  /** From an auxiliary source: auxiliary sources are many, add variety, and have a lower sampling weight each. */
  readonly auxiliary?: true;
}

/** The training data is damaged or not sufficient. The message names the reason and the place. */
export class TrainingDataError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'TrainingDataError';
  }
}

/**
 * Reads the documents in the order of their names, so that the same folder always gives the same weights.
 * @param auxiliary  whether they are marked as auxiliary
 * @throws TrainingDataError where the folder or a record cannot be read
 */
export async function readTrainingDocuments(folder: string, auxiliary = false): Promise<TrainingDocument[]> {
  const documents: TrainingDocument[] = [];
  for (const source of await folderNames(folder)) {
    const names = (await readdir(join(folder, source))).filter((name) => name.endsWith('.jsonl')).sort();
    for (const name of names.filter((candidate) => !candidate.endsWith('.scan.jsonl'))) {
      const scan = name.replace(/\.jsonl$/u, '.scan.jsonl');
      const pages = await readRecords(join(folder, source, name));
      const scannedPages = names.includes(scan) ? await readRecords(join(folder, source, scan)) : [];
      documents.push({
        source,
        name,
        pages,
        ...(scannedPages.length === pages.length ? { scannedPages } : {}),
        ...(auxiliary ? { auxiliary } : {}),
      });
    }
  }
  return documents;
}

/**
 * Reads the documents that a base model is trained on.
 * @param records  folder with the page records of the primary sources
 * @param auxiliary  folder with those of the auxiliary sources; undefined: there are none
 * @throws TrainingDataError where a folder or a record cannot be read
 */
export const readCollections = async (records: string, auxiliary: string | undefined): Promise<TrainingDocument[]> => [
  ...(await readTrainingDocuments(records)),
  ...(auxiliary === undefined ? [] : await readTrainingDocuments(auxiliary, true)),
];

async function folderNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    throw new TrainingDataError(`The folder of page records ${folder} cannot be read.`, { cause: error });
  }
}

async function readRecords(path: string): Promise<PageRecord[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line, at) => {
    try {
      return pageRecordSchema.parse(JSON.parse(line));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError)
        throw new TrainingDataError(`${path}, line ${at + 1}, is not a page record.`, { cause: error });
      throw error;
    }
  });
}

/** Number of documents, pages and sources. */
export const datasetSize = (
  documents: readonly TrainingDocument[],
): Readonly<Record<'documents' | 'pages' | 'sources', number>> => ({
  documents: documents.length,
  pages: documents.reduce((sum, { pages }) => sum + pages.length, 0),
  sources: new Set(documents.map(({ source }) => source)).size,
});

/** @throws TrainingDataError where a model cannot be trained on the documents */
export function requireTrainable(documents: readonly TrainingDocument[]): void {
  if (documents.length === 0) throw new TrainingDataError('There are no training documents.');
  if (documents.length === 1)
    throw new TrainingDataError('One document alone has no boundary to learn: at least two are needed.');
  if (documents.every((document) => document.pages.length < 2)) {
    throw new TrainingDataError(
      'Every training document has one page: the model could learn nothing but to split everywhere.',
    );
  }
}
