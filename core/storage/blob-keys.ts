/** What a key of a blob may be, the same in every store: `/`-separated segments of `[A-Za-z0-9._-]`. */

const SEGMENT = /^[A-Za-z0-9._-]+$/;
const MAX_SEGMENT = 200;
const MAX_KEY = 900;

const isSegment = (segment: string): boolean =>
  SEGMENT.test(segment) && segment.length <= MAX_SEGMENT && segment !== '.' && segment !== '..';

/** @throws RangeError for a key that is not made of `/`-separated segments of `[A-Za-z0-9._-]`: nothing leads out of the folder */
export const checkKey = (key: string): void => {
  if (key.length > MAX_KEY || !key.split('/').every(isSegment))
    throw new RangeError(`Not a key of a blob: ${JSON.stringify(key.slice(0, MAX_KEY))}.`);
};

/** @throws RangeError for a prefix with which no key can begin */
export const checkPrefix = (prefix: string): void => {
  const segments = prefix.split('/');
  const last = segments.pop();
  const lastFits = last === '' || last === '.' || last === '..' || (last !== undefined && isSegment(last));
  if (prefix.length > MAX_KEY || !lastFits || !segments.every(isSegment))
    throw new RangeError(`No key of a blob begins with ${JSON.stringify(prefix.slice(0, MAX_KEY))}.`);
};
