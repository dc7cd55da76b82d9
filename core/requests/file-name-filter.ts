/** The filter of lists by a part of a file's name. */

/**
 * Composed, as keyboards write it: macOS stores an umlaut in a file's name as a letter and a mark. In capitals, because
 * a letter may have several small ones: σ and ς, s and ß.
 */
const comparable = (text: string): string => text.normalize('NFKC').toUpperCase();

/** @param part  in any case and any Unicode normalization form; absent: every name has it */
export const hasNamePart = (fileName: string, part: string | undefined): boolean =>
  part === undefined || comparable(fileName).includes(comparable(part));
