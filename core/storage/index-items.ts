/** Reads a partition of the index, with one page of items in memory at a time. */
import type { Item } from '../ports.ts';
import type { Service } from '../service.ts';

const PAGE_ITEMS = 1000;

/**
 * Yields the items in order of the index's sort key. The caller may change or delete the items that it has received.
 * @param skTo  the last sort key; absent: no limit
 */
export async function* indexItems({ table }: Pick<Service, 'table'>, pk: string, skTo?: string): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const page = await table.query({
      index: 'by_index',
      pk,
      limit: PAGE_ITEMS,
      ...(skTo === undefined ? {} : { skTo }),
      ...(after === undefined ? {} : { after }),
    });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}
