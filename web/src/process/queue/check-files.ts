/** Which of the chosen files can be sent. The service looks into each of them again. */

/** Files that the list takes at once. */
export const MAX_FILES = 1000;

export type LeftOutReason = 'kind' | 'empty' | 'too_large' | 'too_many';

export interface LeftOutFile {
  readonly name: string;
  readonly reason: LeftOutReason;
}

interface CheckedFiles {
  readonly accepted: readonly File[];
  readonly leftOut: readonly LeftOutFile[];
}

/** Media types and endings of file names of the formats that the service reads. */
export const ACCEPTED = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/tiff': ['.tif', '.tiff'],
  'image/webp': ['.webp'],
} as const;

const ENDINGS = Object.values(ACCEPTED).flat();

/** Some systems name no media type of a file, or a wrong one: its ending is enough. */
const isAccepted = ({ name, type }: File): boolean =>
  Object.hasOwn(ACCEPTED, type) || ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/** Files that operating systems put into folders, such as `.DS_Store`: nobody chose them. */
const isOfTheSystem = ({ name }: File): boolean => name.startsWith('.') || /^(?:thumbs\.db|desktop\.ini)$/i.test(name);

/**
 * @param room  files that the list still takes
 * @param maxBytes  of a file, as the plan says; null: the service decides
 */
export const checkFiles = (files: readonly File[], room: number, maxBytes: number | null): CheckedFiles => {
  const accepted: File[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const file of files.filter((each) => !isOfTheSystem(each))) {
    const reason = reasonAgainst(file, maxBytes) ?? (accepted.length >= room ? 'too_many' : undefined);
    if (reason === undefined) accepted.push(file);
    else leftOut.push({ name: file.name, reason });
  }
  return { accepted, leftOut };
};

const reasonAgainst = (file: File, maxBytes: number | null): LeftOutReason | undefined => {
  if (!isAccepted(file)) return 'kind';
  if (file.size === 0) return 'empty';
  return maxBytes !== null && file.size > maxBytes ? 'too_large' : undefined;
};
