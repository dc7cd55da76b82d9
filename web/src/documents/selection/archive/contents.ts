/** One table of contents of several archives (RFC 4180), from the table that each has. */
import { BYTE_ORDER_MARK, csvField } from '../csv-field.ts';

/** A record with its line end; a field in quotation marks may hold line ends. */
const RECORD = /(?:[^"\r\n]|"(?:[^"]|"")*")+(?:\r\n|\n|$)/g;

const LINE_END = '\r\n';

export interface FolderContents {
  readonly folder: string;
  /** contents.csv of the archive, with its headings and without its byte-order mark. */
  readonly csv: string;
}

/** A table with fewer columns lacks the last ones. */
const columnsIn = (headings: string): number => headings.split(',').length;

/**
 * The records of all tables under one row of headings, with the folder of each in a column before them. Only results with
 * crops have all columns: the fields of other records are empty there.
 */
export const joinContents = (tables: readonly FolderContents[]): string => {
  const parts = tables.map(({ folder, csv }) => {
    const [headings = '', ...records] = (csv.match(RECORD) ?? []).map((record) => record.replace(/\r?\n$/, ''));
    return { folder, headings, records };
  });
  const all = parts.reduce((longest, { headings }) => (headings.length > longest.length ? headings : longest), '');
  const rows = parts.flatMap(({ folder, headings, records }) => {
    const missing = ','.repeat(columnsIn(all) - columnsIn(headings));
    return records.map((record) => `${csvField(folder)},${record}${missing}`);
  });
  return `${BYTE_ORDER_MARK}${[`folder,${all}`, ...rows].map((record) => `${record}${LINE_END}`).join('')}`;
};
