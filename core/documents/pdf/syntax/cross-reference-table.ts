/** The text of cross-reference tables (ISO 32000-2, 7.5.4), of objects, and of the end of a PDF (7.5.5). */
import type { PdfDict, PdfValue } from './pdf-objects.ts';
import { serialise } from './pdf-objects.ts';

/** The row of object 0, with which the list of free objects begins. */
export const FIRST_ROW = '0000000000 65535 f \n';

/** @param offset  of the object, in bytes from the start of the file */
export const rowOf = (offset: number, generation = 0): string =>
  `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;

/** An object that is no stream, of generation 0. */
export const indirectObject = (number: number, value: PdfValue): string =>
  `${number} 0 obj\n${serialise(value)}\nendobj\n`;

/**
 * The cross-reference table, the trailer and the last lines of a file.
 * @param sections  each a line with its first number and its count, and its rows
 * @param start  offset of the table in bytes
 */
export const endOfFile = (sections: string, trailer: PdfDict, start: number): string =>
  `xref\n${sections}trailer\n${serialise(trailer)}\nstartxref\n${start}\n%%EOF\n`;
