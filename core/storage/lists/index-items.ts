/** Reads a partition of the index. */
import type { Item } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { queryItems } from './query-items.ts';

/**
 * Yields the items in order of the index's sort key, as queryItems.
 * @param skTo  the last sort key; absent: no limit
 */
export const indexItems = (service: Pick<Service, 'table'>, pk: string, skTo?: string): AsyncGenerator<Item> =>
  queryItems(service, { index: 'by_index', pk, ...(skTo === undefined ? {} : { skTo }) });
