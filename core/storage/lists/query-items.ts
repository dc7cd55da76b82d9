/** Reads all items of a query, with one page of them in memory at a time. */
import type { Item, Query, Table } from '../../ports.ts';

/** A query whose pages a list, or queryItems, reads one after the other. */
export type ListQuery = Omit<Query, 'limit' | 'after'>;

const PAGE_ITEMS = 1000;

/** Yields the items in the query's order. The caller may change or delete the items that it has received. */
export async function* queryItems(
  { table }: { readonly table: Pick<Table, 'query'> },
  query: ListQuery,
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const page = await table.query({ ...query, limit: PAGE_ITEMS, ...(after === undefined ? {} : { after }) });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}
