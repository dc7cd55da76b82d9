/** Writes given page records to a folder, as the read-pages parser job does. */
import { PageFiles } from '../../../core/results/page-files.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';

export async function writePageFiles(folder: string, records: readonly PageRecord[]): Promise<void> {
  const files = new PageFiles();
  for (const record of records) files.add(record);
  await files.write(folder);
}
