/** A list whose first entry is no row of the table. */
import type { Page, PageRequest } from '../storage/lists/list-page.ts';

/** The cursor after the first entry. No cursor of listPage is as short. */
const AFTER_FIRST = 'rest';

/**
 * Returns a page of the list.
 * @param rest  returns a page of the other entries
 * @throws ValidationError for a cursor that this list did not give
 */
export const listAfterFirst = async <Entry>(
  first: Entry,
  { limit, cursor }: PageRequest,
  rest: (page: PageRequest) => Promise<Page<Entry>>,
): Promise<Page<Entry>> => {
  if (cursor !== undefined) return rest({ limit, cursor: cursor === AFTER_FIRST ? undefined : cursor });
  if (limit === 1) return { items: [first], next: AFTER_FIRST };
  const { items, next } = await rest({ limit: limit - 1 });
  return { items: [first, ...items], next };
};
