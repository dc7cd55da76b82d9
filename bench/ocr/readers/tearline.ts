/** Reads image files as Tearline reads an uploaded image, in this process. */
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { readPage } from '../../../core/documents/read-page.ts';
import type { Language } from '../../../core/ocr/languages/languages.ts';
import type { Reading } from './reading.ts';

export interface TearlineReading extends Reading {
  readonly record: PageRecord;
}

/**
 * @param languages the languages that the caller has chosen; empty: all, detected
 * @throws DocumentUnreadableError, Error (the engine fails)
 */
export async function readWithTearline(path: string, languages: readonly Language[]): Promise<TearlineReading> {
  const begun = process.cpuUsage();
  const reader = await openDocument(path);
  try {
    const record = await readPage(reader, 1, { languages });
    const { user, system } = process.cpuUsage(begun);
    return { text: record.fulltext, record, milliseconds: Math.round((user + system) / 1000) };
  } finally {
    await reader.close();
  }
}
