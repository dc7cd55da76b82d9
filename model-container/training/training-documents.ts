/** Page records of whole documents, one file a document: `<folder>/<source>/<document>.jsonl`, one record a line. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pageRecordSchema } from '../../core/documents/page-record.ts';
import type { PageRecord } from '../../core/documents/page-record.ts';

export interface TrainingDocument {
  /** Where it comes from: training and evaluation never share one. */
  readonly source: string;
  readonly name: string;
  readonly pages: readonly PageRecord[];
  /** The same pages printed, scanned and read by OCR, where that was done (`<document>.scan.jsonl`). */
  readonly scannedPages?: readonly PageRecord[];
  /** Added for the variety of its source: those are many, and each is drawn less often. */
  readonly auxiliary?: true;
}

/** The training data is not what training can use: says what and where. */
export class TrainingDataError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'TrainingDataError';
  }
}

/** Documents in the order of their names, so that the same folder always trains the same weights. @param further  marks them as such @throws TrainingDataError */
export async function readTrainingDocuments(folder: string, further = false): Promise<TrainingDocument[]> {
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
        ...(further ? { auxiliary } : {}),
      });
    }
  }
  return documents;
}

/**
 * Documents of both folders of page records, as a base model is trained on them.
 * @param further  records of documents of many more sources, each of which is drawn less often; undefined: there are none
 * @throws TrainingDataError
 */
export const readCollections = async (records: string, further: string | undefined): Promise<TrainingDocument[]> => [
  ...(await readTrainingDocuments(records)),
  ...(further === undefined ? [] : await readTrainingDocuments(further, true)),
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

/** How many documents, pages and sources these are. */
export const datasetSize = (
  documents: readonly TrainingDocument[],
): Readonly<Record<'documents' | 'pages' | 'sources', number>> => ({
  documents: documents.length,
  pages: documents.reduce((sum, { pages }) => sum + pages.length, 0),
  sources: new Set(documents.map(({ source }) => source)).size,
});

/** @throws TrainingDataError where nothing can be learned from the documents */
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
