/** The one place where the text type of a workflow limits what its results show. */
import { fullTextOf } from '../../documents/full-text.ts';
import type { PageRecord, TextKind } from '../../documents/page-record.ts';

/**
 * The record with the words of this kind alone; all of them without a kind. Words whose kind is not known are printed: they
 * are of scripts and records in which handwriting was not looked for.
 */
export function withTextOfKind(record: PageRecord, kind: TextKind | undefined): PageRecord {
  if (kind === undefined) return record;
  const words = record.words.filter((word) => (word.kind ?? 'printed') === kind);
  return { ...record, words, fulltext: fullTextOf(words) };
}
