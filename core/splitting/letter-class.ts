/**
 * The letters of all supported scripts, and some more, as the contents of a character class. A pattern with many
 * occurrences of `\p{L}` compiles to tens of thousands of comparisons, and again whenever V8 has discarded its code;
 * ranges are cheap.
 */
export const LETTER =
  'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02c1' +
  '\\u0370-\\u1fff\\u3005-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\uffdc';

/** The letters of the supported languages in Latin script. */
export const LATIN_LETTER = 'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f';
