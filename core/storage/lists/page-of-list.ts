/** One page of a list that is read as a whole, because its order is not that of its keys. For short lists only. */
import { invalidCursor, listCursor, readCursor } from './list-cursor.ts';
import type { Page, PageRequest } from './list-page.ts';

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
  const after = cursor === undefined ? undefined : readCursor(list, cursor);
  const from = after === undefined ? 0 : entries.findIndex((entry) => keyOf(entry) === after) + 1;
  if (after !== undefined && from === 0) throw invalidCursor();
  const items = entries.slice(from, from + limit);
  const last = items.at(-1);
  return {
    items,
    next: last === undefined || from + limit >= entries.length ? null : listCursor(list, keyOf(last)),
  };
};
