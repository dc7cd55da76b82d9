/** Names sub-documents and reads their extractions, in parser processes, several at a time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobFile } from '../ports.ts';
import { processingBlobs } from '../reading/processing-request.ts';
import type { SubDocument } from '../reading/processing-request.ts';
import type { ProcessingKey } from '../reading/step-data.ts';
import { extractionsSchema } from '../results/extractions.ts';
import type { Extractions } from '../results/extractions.ts';
import { withScratchFolder } from '../results/scratch-folder.ts';
import type { Service } from '../service.ts';
import { groupDocuments } from './group-documents.ts';

type Extracted = Extractions['sub_documents'][number];

/** Pages that one job is worth its overhead for. */
const PAGES_A_JOB = 25;

/** True where the record file of this key holds pages of `from` to `to`: its name says which it has. */
const holdsPages = (key: string, from: number, to: number): boolean => {
  const range = /(\d+)-(\d+)\.jsonl$/.exec(key);
  return range !== null && Number(range[1]) <= to && Number(range[2]) >= from;
};

const readGroup = async (service: Service, recordKeys: readonly string[], documents: readonly (readonly number[])[]): Promise<readonly Extracted[]> => {
  const from = documents[0]?.[0] ?? 1;
  const to = documents.at(-1)?.at(-1) ?? from;
  const files: BlobFile[] = [];
  try {
    for (const key of recordKeys) if (holdsPages(key, from, to)) files.push(await service.blobs.file(key));
    const recordPaths = files.map(({ path }) => path);
    return await withScratchFolder(async (folder) => {
      const outPath = join(folder, 'extractions.json');
      await service.parsers.run('readSubDocuments', { recordPaths, documents, outPath });
      return extractionsSchema.parse(JSON.parse(await readFile(outPath, 'utf8'))).sub_documents;
    });
  } finally {
    await Promise.all(files.map((file) => file.release()));
  }
};

/**
 * @param documents  pages of each sub-document, which together cover all pages in order
 * @throws DocumentUnreadableError, TemporarilyUnavailableError
 */
export const readSubDocuments = async (
  service: Service,
  key: ProcessingKey,
  documents: readonly (readonly number[])[],
): Promise<{ readonly subDocuments: SubDocument[]; readonly extractions: Extractions }> => {
  const recordKeys = await service.blobs.list(processingBlobs(key.account_id, key.processing_id).records);
  const groups = await Promise.all(groupDocuments(documents.map((pages) => ({ pages })), PAGES_A_JOB).map((group) => readGroup(service, recordKeys, group.map(({ pages }) => pages))));
  const extracted = groups.flat().map((entry, index) => ({ ...entry, index }));
  return {
    subDocuments: extracted.map(({ title }, index) => ({ name: title ?? `Document ${index + 1}`, pages: [...(documents[index] ?? [])] })),
    extractions: { schema_version: 1, sub_documents: extracted },
  };
};
