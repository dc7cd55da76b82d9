/**
 * Inserts a separator between the entries of a list of byte arrays, for `Buffer.concat`, which copies each array once.
 */
export const intersperse = (separator: Uint8Array, entries: readonly Uint8Array[]): Uint8Array[] =>
  entries.flatMap((entry, index) => (index === 0 ? [entry] : [separator, entry]));
