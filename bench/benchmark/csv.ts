/** Comma-separated values as RFC 4180 describes them: quoted fields may contain commas, quotes and line breaks. */
import { BenchmarkDataError } from './page-streams.ts';

/** Rows as objects with the names of the first row as keys. @throws BenchmarkDataError where a row has other fields */
export function parseCsv(text: string, file: string): Record<string, string>[] {
  const [head = [], ...rows] = fieldsOf(text);
  return rows.map((row, at) => {
    if (row.length !== head.length)
      throw new BenchmarkDataError(file, `row ${at + 2} has ${row.length} fields, not ${head.length}`);
    return Object.fromEntries(head.map((name, column) => [name, row[column] ?? '']));
  });
}

function fieldsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
    if (end === '' && row.length === 0 && quoted === undefined && plain === '') break;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
