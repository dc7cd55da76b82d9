/** Names of the files that `tearline split` writes. */
import { basename, extname } from 'node:path';

/** Code points of a slug at most. */
const MAX_SLUG_LENGTH = 60;

/**
 * `Rechnung Nr. 4711 / März` → `rechnung-nr-4711-märz`: letters and digits of any script, safe on every file system.
 */
export const slugOf = (title: string): string => {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return Array.from(words)
    .slice(0, MAX_SLUG_LENGTH)
    .join('')
    .replaceAll(/^-+|-+$/g, '');
};

/** `1-invoice.pdf`; numbers are padded to the digits of `count`, so that names sort. @param index  from 0 */
export const subPdfName = (index: number, title: string, count: number): string => {
  const number = String(index + 1).padStart(String(count).length, '0');
  const slug = slugOf(title);
  return slug === '' ? `${number}.pdf` : `${number}-${slug}.pdf`;
};

/** The file's name without its folder and extension. */
export const stemOf = (path: string): string => basename(path, extname(path));

const comparable = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * A unique folder name for each file: its stem, numbered where several files have the same. File systems of macOS and
 * Windows tell no letters' case apart, those of macOS no Unicode normalization forms.
 */
export const folderNames = (paths: readonly string[]): string[] => {
  const taken = new Set<string>();
  return paths.map((path) => {
    const stem = stemOf(path);
    let name = stem;
    for (let n = 2; taken.has(comparable(name)); n += 1) name = `${stem}-${n}`;
    taken.add(comparable(name));
    return name;
  });
};
