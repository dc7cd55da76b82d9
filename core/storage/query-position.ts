/** The limits of a query, and where a page of it ended: the same for every table. */
import type { Query } from '../ports.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Where a page ended: index_sk (where the index is asked), pk and sk of its last item; without the index sk alone. */
export type Position = readonly string[];

const parsePosition = (after: string): unknown => {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch {
    return undefined; // Not a position: said by the caller.
  }
};

/**
 * @param length  parts that the position must have
 * @throws RangeError where `after` is not what writePosition gave
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

export const writePosition = (position: Position): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * The number of items that a page may have.
 * @throws RangeError for a limit out of range, or a prefix together with a range: DynamoDB takes one condition on the sort key
 */
export const readLimit = ({ limit = DEFAULT_LIMIT, skBeginsWith, skFrom, skTo }: Query): number => {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new RangeError(`The limit of a query is 1 to ${MAX_LIMIT}.`);
  if (skBeginsWith !== undefined && (skFrom !== undefined || skTo !== undefined))
    throw new RangeError('A query has a prefix or a range, not both.');
  return limit;
};
