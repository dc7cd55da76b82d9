/**
 * Entries of an image's dictionary that may change what is drawn and that PDFium's interface does not tell: a /Decode
 * array (ISO 32000-1, 8.9.5.2) and optional content. Dictionaries of streams are never compressed, so that they are searched
 * in the bytes of the file.
 */
const ENTRIES = ['/Decode', '/OC'] as const;
/** Bytes after the name that are looked at. A longer name, such as /DecodeParms, goes on at once. */
const VALUE_BYTES = 64;
/** A reference to another object, or the beginning of a dictionary or an array: other bytes after the name are of a stream. */
const VALUE = /^[\s\0]*(?:\d+[\s\0]+\d+[\s\0]+R|<<|\[)/;
/** The array that changes nothing. */
const IDENTITY = /^[\s\0]*\[(?:\s*0(?:\.0*)?\s+1(?:\.0*)?)+\s*\]/;
/** Bytes before and after an entry in which the rest of its dictionary is looked for. */
const DICTIONARY_BYTES = 1024;

/**
 * Whether an entry is one of a sampled function, whose /Decode array says something else: in its object, which begins at
 * `obj` and whose dictionary ends where the stream begins, is a function and no image.
 */
const isOfFunction = (bytes: Buffer, at: number): boolean => {
  const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at);
  const after = bytes.toString('latin1', at, at + DICTIONARY_BYTES);
  const end = after.indexOf('stream');
  const dictionary = before.slice(Math.max(0, before.lastIndexOf('obj'))) + (end < 0 ? after : after.slice(0, end));
  return dictionary.includes('/FunctionType') && !dictionary.includes('/Image');
};

/** Whether an image of the file may have an entry that changes what is drawn. @param file the bytes of a PDF */
export const mayChangeImages = (file: Uint8Array): boolean => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return ENTRIES.some((entry) => {
    for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1)) {
      const value = bytes.toString('latin1', at + entry.length, at + entry.length + VALUE_BYTES);
      if (VALUE.test(value) && !IDENTITY.test(value) && !isOfFunction(bytes, at)) return true;
    }
    return false;
  });
};
