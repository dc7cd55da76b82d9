/** The parts of tables that the browser writes as CSV (RFC 4180). */

/** Excel on Windows reads a table without it in the encoding of the region. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Characters with which a spreadsheet program begins a formula. A program that divides cells at semicolons or tabs, as
 * Excel does in many regions, begins cells inside a text, too, with or without quotation marks.
 */
const FORMULA = /(?<=(?:^|[;\t\r\n])[\s"]*)[=+\-@]/g;

/** A spreadsheet must not take a file's name for a formula: it is shown as text. @param text  from outside */
export const csvField = (text: string): string => {
  const shown = text.replaceAll(FORMULA, "'$&");
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
};
