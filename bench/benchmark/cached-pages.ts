/** Page records of the files of a benchmark, read as the service reads an upload, and kept in a folder. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageRecordSchema } from '../../core/documents/page-record.ts';
import type { PageRecord } from '../../core/documents/page-record.ts';
import type { ParserPool } from '../../core/parsers/parser-pool.ts';
import { PAGE_FILES } from '../../core/results/page-files.ts';
import { BenchmarkDataError } from './page-streams.ts';
import type { BenchmarkFile } from './page-streams.ts';

/**
 * Returns the kept page records of a file, and reads it where there are none. A file is kept when all of its pages are
 * read, so that a run that was stopped goes on where it was.
 * @param folder  of one benchmark; it then contains the text of its pages
 * @throws BenchmarkDataError where a file cannot be read, or its kept records are damaged
 */
export const cachedPages =
  (pool: Pick<ParserPool, 'run'>, folder: string) =>
  async (file: BenchmarkFile): Promise<PageRecord[]> => {
    const kept = join(folder, `${createHash('sha256').update(file.key).digest('hex').slice(0, 32)}.jsonl`);
    if (!existsSync(kept)) await readInto(kept, pool, folder, file);
    const lines = (await readFile(kept, 'utf8')).split('\n').filter((line) => line !== '');
    try {
      return lines.map((line) => pageRecordSchema.parse(JSON.parse(line)));
    } catch (error) {
      throw new BenchmarkDataError(kept, 'these are not page records; delete the file', { cause: error });
    }
  };

async function readInto(
  kept: string,
  pool: Pick<ParserPool, 'run'>,
  folder: string,
  { key, content }: BenchmarkFile,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, 'reading-'));
  try {
    const path = typeof content === 'string' ? content : join(scratch, 'page');
    if (typeof content !== 'string') await writeFile(path, await content());
    const { kind, page_count: to, pages } = await pool.run('inspect', { path, maxPages: null });
    await pool.run('readPageRange', { path, kind, range: { from: 1, to }, pages, languages: [], folder: scratch });
    await rename(join(scratch, PAGE_FILES.records.name), kept);
  } catch (error) {
    if (error instanceof BenchmarkDataError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BenchmarkDataError(typeof content === 'string' ? content : key, reason, { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
