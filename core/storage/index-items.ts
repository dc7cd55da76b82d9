/** The items of a partition of the index, a page in memory at a time. */
import type { Item } from '../ports.ts';
import type { Service } from '../service.ts';

const PAGE_ITEMS = 1000;

/**
 * In order of the index's sort key. What the caller does to items that it was given changes nothing in what follows them.
 * @param skTo  the last sort key; absent: all
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
