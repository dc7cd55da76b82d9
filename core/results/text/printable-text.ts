/** Replaces characters that not every output format allows. */

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * Returns the text with a space for each control character and non-character (XML 1.0, 2.2), and U+FFFD for a lone
 * surrogate.
 */
export const printable = (text: string): string => text.toWellFormed().replace(FORBIDDEN, ' ');
