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

/** The records of all tables under the headings of the first, with the folder of each in a column before them. */
export const joinContents = (tables: readonly FolderContents[]): string => {
  const lines = tables.flatMap(({ folder, csv }, index) => {
    const [headings = '', ...records] = (csv.match(RECORD) ?? []).map((record) => record.replace(/\r?\n$/, ''));
    return [
      ...(index === 0 ? [`folder,${headings}`] : []),
      ...records.map((record) => `${csvField(folder)},${record}`),
    ];
  });
  return `${BYTE_ORDER_MARK}${lines.map((record) => `${record}${LINE_END}`).join('')}`;
};
