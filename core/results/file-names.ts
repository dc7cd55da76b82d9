/** The names under which clients store the files of a result. */

/** Code points of a title in a name, as many as the title of a sub-document has at most. */
const MAX_TITLE_LENGTH = 80;
/** UTF-8 bytes of a title in a name. File systems allow 255: 31 are left for a number, the suffix and the extension. */
const MAX_TITLE_BYTES = 224;
/** Name of a file whose document has none. */
const DEFAULT_TITLE = 'document';
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'application/zip': 'zip',
};

/** The name of a file without its extension. */
export const titleOf = (fileName: string): string => fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '') || fileName;

/**
 * `Letter 1/2` → `Letter 1 2.pdf`. Titles and names of uploads come from outside: characters that separate folders,
 * that Windows forbids, that control a terminal or reverse the text direction become spaces, and no name begins with a
 * dot.
 * @param title  of the document; any text
 * @param suffix  part of the name after the title
 * @throws RangeError for a content type that no result has
 */
export function fileNameOf(title: string, contentType: string, suffix = ''): string {
  const extension = EXTENSIONS[contentType];
  if (extension === undefined) throw new RangeError(`No file extension is known for ${contentType}.`);
  return `${cleaned(title)}${suffix}.${extension}`;
}

/** The name of an upload, with the extension that it has. */
export const uploadNameOf = (fileName: string): string => {
  const title = titleOf(fileName);
  return `${cleaned(title)}${fileName.slice(title.length)}`;
};

const cleaned = (title: string): string => {
  const words = title
    .toWellFormed()
    .replaceAll(/[ \p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .replace(/^[. ]+/, '');
  const cut = cutToBytes(Array.from(words).slice(0, MAX_TITLE_LENGTH).join('')).trimEnd();
  return cut === '' ? DEFAULT_TITLE : cut;
};

/** The encoder divides no code point. */
const cutToBytes = (text: string): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(MAX_TITLE_BYTES)).read);
