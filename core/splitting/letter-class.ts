/**
 * Letters of every script that Tearline reads and their neighbours, as the inside of a character class. A pattern with `\p{L}` in many
 * places is compiled to tens of thousands of comparisons, and anew whenever V8 has thrown its code away: a dozen ranges cost nothing.
 */
export const LETTER =
  'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02c1\\u0370-\\u1fff\\u3005-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\uffdc';

/** Letters with which the languages in Latin script are written. */
export const LATIN_LETTER = 'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f';
