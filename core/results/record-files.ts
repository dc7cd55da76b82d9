/** Reads page records from their files, with one in memory at a time. */
import type { PageRecord } from '../documents/page-record.ts';
import { streamPageOf } from '../requests/pages/page-records.ts';
import { streamPageKey } from '../requests/pages/stream-pages.ts';
import { readLines } from '../storage/read-lines.ts';

/**
 * @param paths JSON Lines files, in page order
 * @param pages keys of the pages to read (streamPageKey); absent: all
 */
export async function* readRecordFiles(
  paths: readonly string[],
  pages?: ReadonlySet<string>,
): AsyncGenerator<PageRecord> {
  for (const path of paths) {
    for await (const line of readLines(path)) {
      if (line === '' || !isRequested(line, pages)) continue;
      yield JSON.parse(line) as PageRecord; // written and validated by the readPages job
    }
  }
}

/** Reads which page it is from the beginning of a line, which avoids parsing the lines of other pages. */
function isRequested(line: string, pages: ReadonlySet<string> | undefined): boolean {
  return pages === undefined || pages.has(streamPageKey(streamPageOf(line) ?? (JSON.parse(line) as PageRecord)));
}
