/** Puts columns of vertical writing in their order: from right to left, one row of columns after the other. */
import type { Line } from './drawn-lines.ts';
import { heightOf } from './drawn-lines.ts';

/** Letters of the scripts that are written in such columns. */
export const OF_COLUMNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The rotation that makes a word or a line upright that runs downwards. */
export const DOWNWARDS = 270;
/** Part of a page's characters in columns from which the page is written vertically: a table may have vertical labels. */
const MIN_SHARE = 0.8;

const isColumn = ({ rotation, words }: Line): boolean =>
  rotation === DOWNWARDS && words.some(({ text }) => OF_COLUMNS.test(text));

const charactersOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { words }) => sum + words.reduce((length, { text }) => length + text.length, 0), 0);

/** Rows of columns, from top to bottom. The corners of a column are those after the rotation that makes it upright. */
const rowsOf = (columns: readonly Line[]): Line[][] => {
  const rows: Line[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const column of columns.toSorted((a, b) => a.x1 - b.x1)) {
    if (column.x1 > bottom - heightOf(column)) rows.push([]);
    rows.at(-1)?.push(column);
    bottom = Math.max(bottom, column.x2);
  }
  return rows;
};

/**
 * The lines with the columns of a page that is written vertically in their order. PDFium takes texts that begin at one
 * height for parts of a horizontal line, and sorts them from left to right.
 */
export const orderColumns = (lines: readonly Line[]): readonly Line[] => {
  const columns = lines.filter(isColumn);
  if (columns.length === 0 || charactersOf(columns) < MIN_SHARE * charactersOf(lines)) return lines;
  const ordered = rowsOf(columns)
    .flatMap((row) => row.toSorted((a, b) => a.y1 - b.y1 || a.x1 - b.x1))
    .values();
  return lines.map((line) => (isColumn(line) ? (ordered.next().value ?? line) : line));
};
