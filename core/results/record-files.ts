/** Page records out of their files, one in memory at a time. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PageRecord } from '../documents/page-record.ts';

/**
 * @param paths files of JSON lines, in page order
 * @param pages only these; absent: all
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
      if (line === '' || !isWanted(line, pages)) continue;
      yield JSON.parse(line) as PageRecord; // written by readPages of this same service, checked there
    }
  }
}

/** Spares the parsing of a long line where its beginning already says that nobody wants it. */
function isWanted(line: string, pages: ReadonlySet<number> | undefined): boolean {
  const page = /^\{"schema_version":1,"page":(\d+),/.exec(line)?.[1];
  if (pages === undefined) return true;
  return pages.has(page === undefined ? (JSON.parse(line) as PageRecord).page : Number(page));
}
