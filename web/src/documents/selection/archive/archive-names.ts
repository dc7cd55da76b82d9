/** The names inside an archive of several documents. */

/** Characters of a folder's name, beside its number. */
const MAX_NAME = 60;
const EXTENSION = /\.[A-Za-z0-9]{1,5}$/;
/** Characters that separate folders, that Windows forbids, that control a terminal or reverse the text direction. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}/\\:*?"<>|]+/gu;

/** Names of folders that sort as the files do, each once: `02 inbox`. @param fileNames  from outside, any text */
export const folderNames = (fileNames: readonly string[]): string[] => {
  const digits = String(fileNames.length).length;
  return fileNames.map((fileName, index) => {
    const words = fileName.toWellFormed().replace(EXTENSION, '').replaceAll(FORBIDDEN, ' ');
    const name = Array.from(words.trim())
      .slice(0, MAX_NAME)
      .join('')
      .replace(/[. ]+$/, '');
    return `${String(index + 1).padStart(digits, '0')} ${name}`.trimEnd();
  });
};
