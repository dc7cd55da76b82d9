type Search = Readonly<Record<string, unknown>>;

/**
 * The check of a route's search for TanStack Router, which merges what the check returns into what the address has: what
 * the check leaves out must be taken away too.
 * @param read  returns what is valid of a search
 */
export const knownSearch =
  <Known extends object>(read: (search: Search) => Known) =>
  (search: Search): Known => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
