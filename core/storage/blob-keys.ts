/** Validation of blob keys, the same in every store: `/`-separated segments of `[A-Za-z0-9._-]`. */

const SEGMENT = /^[A-Za-z0-9._-]+$/;
/** Characters of a segment: a file name has at most 255 bytes on common file systems. */
const MAX_SEGMENT = 200;
/** Characters of a key: S3 allows 1,024 bytes. */
const MAX_KEY = 900;

const isSegment = (segment: string): boolean =>
  SEGMENT.test(segment) && segment.length <= MAX_SEGMENT && segment !== '.' && segment !== '..';

/**
 * Checks a key. A valid key cannot leave the folder of a file store.
 * @throws RangeError for a key that is not made of `/`-separated segments of `[A-Za-z0-9._-]`
 */
export const checkKey = (key: string): void => {
  if (key.length > MAX_KEY || !key.split('/').every(isSegment))
    throw new RangeError(`Not a key of a blob: ${JSON.stringify(key.slice(0, MAX_KEY))}.`);
};

/** @throws RangeError for a prefix that no valid key begins with */
export const checkPrefix = (prefix: string): void => {
  const segments = prefix.split('/');
  const last = segments.pop();
  const lastFits = last === '' || last === '.' || last === '..' || (last !== undefined && isSegment(last));
  if (prefix.length > MAX_KEY || !lastFits || !segments.every(isSegment))
    throw new RangeError(`No key of a blob begins with ${JSON.stringify(prefix.slice(0, MAX_KEY))}.`);
};

/** Checks a key, or the folder `<key>/` of the keys below it. @throws RangeError as checkKey */
export const checkKeyOrFolder = (keyOrFolder: string): void => {
  checkKey(keyOrFolder.endsWith('/') ? keyOrFolder.slice(0, -1) : keyOrFolder);
};

/** Whether the blob of `key` is deleted with a key, or with a folder `<key>/`. */
export const isDeletedWith = (keyOrFolder: string, key: string): boolean =>
  key === keyOrFolder || key.startsWith(keyOrFolder.endsWith('/') ? keyOrFolder : `${keyOrFolder}/`);

/** The account whose blob it is: all keys of an account begin with `accounts/<account id>/`. Undefined: nobody's. */
export const tenantOfKey = (key: string): string | undefined => /^accounts\/([^/]+)\//.exec(key)?.[1];
