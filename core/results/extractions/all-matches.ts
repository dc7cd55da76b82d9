/**
 * All matches of a pattern with the flag g, in a text that seldom has one: a search that finds nothing takes half of the time
 * of matchAll, which copies the pattern.
 */
export const allMatches = (text: string, pattern: RegExp): RegExpExecArray[] =>
  text.search(pattern) < 0 ? [] : [...text.matchAll(pattern)];
