/**
 * Real files for benchmarks, where a folder of shared data is beside the checkout. The repository contains none of
 * them.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../shared/data');
/** The folder to which the paths in the manifest are relative. */
export const DOCUMENTS_FOLDER = join(FOLDER, 'documents');

/** A document of the manifest documents.tsv. */
export interface SharedDocument {
  /** Path within the folder of documents: the same wherever the shared data are. */
  readonly file: string;
  readonly path: string;
  readonly source: string;
  readonly pages: number;
  /** Share of pages with a text layer, 0 to 1. */
  readonly textLayerShare: number;
  /** Share of pages that are images, 0 to 1. */
  readonly imageShare: number;
  readonly language: string;
  readonly kind: string;
}

/** The documents in the manifest's order; empty where there is no shared data. */
export async function sharedDocuments(): Promise<readonly SharedDocument[]> {
  const manifest = join(FOLDER, 'documents.tsv');
  if (!existsSync(manifest)) return [];
  const rows = await readTable(manifest);
  return rows.map((row) => ({
    file: row['file'] ?? '',
    path: join(DOCUMENTS_FOLDER, row['file'] ?? ''),
    source: row['source'] ?? '',
    pages: Number(row['pages']),
    textLayerShare: Number(row['text_layer_share']),
    imageShare: Number(row['image_page_share']),
    language: row['language'] ?? '',
    kind: row['kind'] ?? '',
  }));
}

/** Reads tab-separated rows as objects, with the names of the first line as keys. */
export const readTable = async (path: string): Promise<readonly Readonly<Record<string, string>>[]> =>
  tableRows(await readFile(path, 'utf8'));

/** The same of a text. */
export function tableRows(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, index) => [names[index] ?? '', value])));
}

/** Path of a sample of this repository: `samples/<name>`. */
export const samplePath = (name: string): string => join(import.meta.dirname, '../samples', name);
