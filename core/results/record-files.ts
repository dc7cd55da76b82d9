/** Reads page records from their files, with one in memory at a time. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PageRecord } from '../documents/page-record.ts';

/**
 * @param paths JSON Lines files, in page order
 * @param pages page numbers to read; absent: all
 */
export async function* readRecordFiles(
  paths: readonly string[],
  pages?: ReadonlySet<number>,
): AsyncGenerator<PageRecord> {
  for (const path of paths) {
    for await (const line of createInterface({
      input: createReadStream(path, { highWaterMark: 1024 * 1024 }),
      crlfDelay: Infinity,
    })) {
      if (line === '' || !isRequested(line, pages)) continue;
      yield JSON.parse(line) as PageRecord; // written and validated by the readPages job
    }
  }
}

/** Reads the page number from the beginning of a line, which avoids parsing the lines of other pages. */
function isRequested(line: string, pages: ReadonlySet<number> | undefined): boolean {
  const page = /^\{"schema_version":1,"page":(\d+),/.exec(line)?.[1];
  if (pages === undefined) return true;
  return pages.has(page === undefined ? (JSON.parse(line) as PageRecord).page : Number(page));
}
