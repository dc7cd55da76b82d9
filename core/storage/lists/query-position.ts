/** The limit of a query and the position at which a page of it ended, the same for every table. */
import type { Query } from '../../ports.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** The keys of a page's last item: index_sk, pk and sk for a query of the index, otherwise sk alone. */
export type Position = readonly string[];

const parsePosition = (after: string): unknown => {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch {
    return undefined; // Not a position: the caller throws.
  }
};

/**
 * Decodes the position that a query continues after.
 * @param length  number of parts that the position must have
 * @throws RangeError where `after` is not an output of writePosition
 */
export const readPosition = (after: string, length: number): Position => {
  const position = parsePosition(after);
  if (
    !Array.isArray(position) ||
    position.length !== length ||
    !position.every((part): part is string => typeof part === 'string')
  ) {
    throw new RangeError('`after` must be the `next` of the page before.');
  }
  return position;
};

/** Encodes a position as the `next` of a page, in base64url. */
export const writePosition = (position: Position): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * Returns the maximum number of items of a page.
 * @throws RangeError for a limit out of range, or for a prefix together with a range: DynamoDB accepts one condition on
 *   the sort key
 */
export const readLimit = ({ limit = DEFAULT_LIMIT, skBeginsWith, skFrom, skTo }: Query): number => {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new RangeError(`The limit of a query is 1 to ${MAX_LIMIT}.`);
  if (skBeginsWith !== undefined && (skFrom !== undefined || skTo !== undefined))
    throw new RangeError('A query has a prefix or a range, not both.');
  return limit;
};
