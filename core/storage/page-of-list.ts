/** One page of a list that is read as a whole, because its order is not that of its keys. For short lists only. */
import { createHash } from 'node:crypto';
import { ValidationError } from '../errors.ts';
import type { Page, PageRequest } from './list-page.ts';

/** Hexadecimal digits of a cursor that name its list. */
const LIST_DIGITS = 16;

const cursorOf = (list: string, key: string): string =>
  `${createHash('sha256')
    .update(JSON.stringify([list, key]))
    .digest('hex')
    .slice(0, LIST_DIGITS)}${key}`;

/**
 * Returns a page of the entries, in their order.
 * @param list  names the list: a cursor of another one is refused
 * @param keyOf  the key of an entry, which no other entry has
 * @throws ValidationError for a cursor that this list did not give, or whose entry was deleted
 */
export const pageOfList = <Entry>(
  list: string,
  entries: readonly Entry[],
  { limit, cursor }: PageRequest,
  keyOf: (entry: Entry) => string,
): Page<Entry> => {
  const from = cursor === undefined ? 0 : entries.findIndex((entry) => cursorOf(list, keyOf(entry)) === cursor) + 1;
  if (cursor !== undefined && from === 0)
    throw new ValidationError([
      { loc: ['query', 'cursor'], msg: 'must be the next of a page of this list', type: 'invalid_cursor' },
    ]);
  const items = entries.slice(from, from + limit);
  const last = items.at(-1);
  return {
    items,
    next: last === undefined || from + limit >= entries.length ? null : cursorOf(list, keyOf(last)),
  };
};
