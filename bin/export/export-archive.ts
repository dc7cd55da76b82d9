/** The ZIP of an export: `account.json` with all records, and each file under the path at which the API serves it. */
import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { parse } from 'content-disposition';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { readLines } from '../../core/storage/read-lines.ts';
import { withScratchFolder } from '../../core/storage/scratch-folder.ts';
import type { ExportClient } from './export-client.ts';

export interface ExportCounts {
  readonly records: number;
  readonly files: number;
  /** Paths of files that were deleted after the records had been written. */
  readonly deleted: readonly string[];
}

const RECORDS = 'account.json';
const recordSchema = z.object({ files: z.array(z.string().startsWith('/')).default([]) });
/** Endings for answers that name no file, by media type. Only these are compressed: the others are already. */
const ENDINGS: Readonly<Record<string, string>> = { 'application/json': '.json', 'text/html': '.html' };

/**
 * Writes the archive of an account. One file is fetched and written at a time, so that an account of any size needs little
 * memory.
 * @param outPath  must not exist; is incomplete where this throws
 * @throws ExportRefusedError, and errors of the file system
 */
export const writeArchive = (client: ExportClient, outPath: string): Promise<ExportCounts> =>
  withScratchFolder(async (folder) => {
    const recordsPath = join(folder, RECORDS);
    await pipeline(await client.records(), createWriteStream(recordsPath));
    const output = createWriteStream(outPath, { flags: 'wx' });
    const zip = new ZipFile();
    zip.on('error', (error: Error) => output.destroy(error));
    // Where the archive cannot be written any more, as on a full disk, nothing reads the file that is being added.
    const stopped = new AbortController();
    const written = pipeline(zip.outputStream, output).finally(() => {
      stopped.abort();
    });
    zip.addFile(recordsPath, RECORDS);
    const adding = addFiles(client, zip, recordsPath, stopped.signal).then(
      (counts) => {
        zip.end();
        return counts;
      },
      (error: unknown) => {
        // The archive cannot be completed: `written` then rejects with the same error.
        output.destroy(error instanceof Error ? error : new Error(String(error)));
        throw error;
      },
    );
    const [ended, added] = await Promise.allSettled([written, adding]);
    if (ended.status === 'rejected') throw ended.reason;
    if (added.status === 'rejected') throw added.reason;
    return added.value;
  });

async function addFiles(
  client: ExportClient,
  zip: ZipFile,
  recordsPath: string,
  signal: AbortSignal,
): Promise<ExportCounts> {
  let [records, files] = [0, 0];
  const deleted: string[] = [];
  for await (const line of readLines(recordsPath)) {
    const paths = pathsIn(line);
    if (paths === undefined) continue;
    records += 1;
    for (const path of paths) {
      if (await addFile(client, zip, path, signal)) files += 1;
      else deleted.push(path);
    }
  }
  return { records, files, deleted };
}

/** The files of the record that a line of the export holds; undefined for its first and last line. */
const pathsIn = (line: string): readonly string[] | undefined =>
  line.startsWith('{"schema_version"') || !line.startsWith('{')
    ? undefined
    : recordSchema.parse(JSON.parse(line.replace(/,$/, ''))).files;

/** @returns false where the file has been deleted meanwhile */
async function addFile(client: ExportClient, zip: ZipFile, path: string, signal: AbortSignal): Promise<boolean> {
  const answer = await client.file(path);
  if (answer === undefined) return false;
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const fileName = fileNameOf(answer);
  zip.addReadStream(
    answer.body,
    fileName === undefined ? entryName(path, ENDINGS[type]) : entryName(`${path}/${fileName}`),
    {
      compress: type in ENDINGS,
    },
  );
  await finished(answer.body, { signal });
  return true;
}

const entryName = (path: string, ending = ''): string => `${path.slice(1)}${ending}`;

/** The file's name in the answer. */
const fileNameOf = (answer: { readonly headers: Headers }): string | undefined => {
  const disposition = answer.headers.get('content-disposition');
  if (disposition === null) return undefined;
  const name = parse(disposition).parameters['filename'];
  return name === undefined ? undefined : basename(name.replaceAll('\\', '/'));
};
