/** Names that the API takes for a collection. */

/** Characters. */
export const MAX_COLLECTION_NAME = 100;

/** Whether the API takes the name: it is a segment of a path. @param name  without spaces around it */
export const fitsCollectionName = (name: string): boolean =>
  name.length >= 1 &&
  name.length <= MAX_COLLECTION_NAME &&
  name.isWellFormed() &&
  !/[\p{Cc}/]/u.test(name) &&
  name !== '.' &&
  name !== '..';
