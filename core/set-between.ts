/** The bytes of a list, with a separator between its entries: for `Buffer.concat`, which copies each only once. */
export const setBetween = (separator: Uint8Array, entries: readonly Uint8Array[]): Uint8Array[] =>
  entries.flatMap((entry, at) => (at === 0 ? [entry] : [separator, entry]));
