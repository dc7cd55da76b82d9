/** Lists that the API gives page by page. */

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Options of an infinite query over such a list: `{ queryKey, queryFn, ...LIST_PAGES }`. */
export const LIST_PAGES = {
  initialPageParam: '',
  getNextPageParam: ({ next }: ListPage<unknown>): string | null => next,
};

/** The part of the query that asks for a page: nothing for the first one. */
export const cursorOf = (pageParam: string): { cursor?: string } => (pageParam === '' ? {} : { cursor: pageParam });

/** The items of all pages that were fetched. */
export const itemsOf = <Item>(data: { readonly pages: readonly ListPage<Item>[] } | undefined): readonly Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];
