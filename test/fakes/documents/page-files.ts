/** Writes given page records to a folder, as the read-pages parser job does, synchronously as FakeParsers does. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_FILES, PageFiles } from '../../../core/results/page-files.ts';
import type { PageRecord, TextKind } from '../../../core/documents/page-record.ts';

export function writePageFiles(folder: string, records: readonly PageRecord[], textType?: TextKind): void {
  const files = new PageFiles(textType);
  for (const record of records) files.add(record);
  // The object has no other members.
  for (const file of Object.keys(PAGE_FILES) as (keyof typeof PAGE_FILES)[])
    writeFileSync(join(folder, PAGE_FILES[file].name), files.textOf(file));
}
