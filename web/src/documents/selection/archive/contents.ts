/** One table of contents of several archives (RFC 4180), from the table that each has. */

/** A record with its line end; a field in quotation marks may hold line ends. */
const RECORD = /(?:[^"\r\n]|"(?:[^"]|"")*")+(?:\r\n|\n|$)/g;

const LINE_END = '\r\n';

export interface FolderContents {
  readonly folder: string;
  /** contents.csv of the archive, with its headings. */
  readonly csv: string;
}

/** The records of all tables under the headings of the first, with the folder of each in a column before them. */
export const joinContents = (tables: readonly FolderContents[]): string =>
  tables
    .flatMap(({ folder, csv }, index) => {
      const [headings = '', ...records] = (csv.match(RECORD) ?? []).map((record) => record.replace(/\r?\n$/, ''));
      return [
        ...(index === 0 ? [`folder,${headings}`] : []),
        ...records.map((record) => `${quoted(folder)},${record}`),
      ];
    })
    .map((record) => `${record}${LINE_END}`)
    .join('');

const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
