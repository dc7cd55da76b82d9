/** The language data of Tesseract, which `ocrmypdf` reads with. */

/** What `ocrmypdf` can read a file of several languages with. */
export interface PeerLanguages {
  /** For its option `-l`, e.g. `eng+deu`; undefined where it has the data of no language. */
  readonly option: string | undefined;
  /** Languages without data. */
  readonly lacking: readonly string[];
}

/**
 * @param wanted  languages of the file, as Tesseract names them
 * @param listing  output of `tesseract --list-langs`
 */
export function peerLanguages(wanted: readonly string[], listing: string): PeerLanguages {
  // The first line says where the data lies.
  const installed = new Set(listing.split(/\r?\n/).slice(1));
  const present = wanted.filter((language) => installed.has(language));
  return {
    option: present.length === 0 ? undefined : present.join('+'),
    lacking: wanted.filter((language) => !installed.has(language)),
  };
}
