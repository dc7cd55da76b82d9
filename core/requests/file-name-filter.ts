/** The filter of lists by a part of a file's name. */

/** @param part  in any case; absent: every name has it */
export const hasNamePart = (fileName: string, part: string | undefined): boolean =>
  part === undefined || fileName.toLowerCase().includes(part.toLowerCase());
