/**
 * The name of a sub-document. Undefined where it has none of its own: the service then names it in English by its number,
 * which would be wrong after another split.
 * @param index  of the sub-document in its result, from 0
 */
export const ownNameOf = (name: string | undefined, index: number): string | undefined =>
  name === `Document ${index + 1}` ? undefined : name;
