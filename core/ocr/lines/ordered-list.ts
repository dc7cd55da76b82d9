/** A list in which an item can be put after any other, and which tells at once which of two items comes first. */

export interface ListItem<Value> {
  readonly value: Value;
}

interface Item<Value> extends ListItem<Value> {
  next: Item<Value> | undefined;
  /** Ascending along the list. */
  key: number;
}

export class OrderedList<Value> {
  #first: Item<Value> | undefined;
  readonly #items = new Map<ListItem<Value>, Item<Value>>();

  /** Puts a value after an item of the list; at the beginning if there is none. */
  insertAfter(before: ListItem<Value> | undefined, value: Value): ListItem<Value> {
    const previous = before && this.#items.get(before);
    const next = previous === undefined ? this.#first : previous.next;
    const item: Item<Value> = { value, next, key: keyBetween(previous?.key, next?.key) };
    if (previous === undefined) this.#first = item;
    else previous.next = item;
    this.#items.set(item, item);
    if (item.key === previous?.key || item.key === next?.key) this.#number();
    return item;
  }

  /** Whether an item of the list comes before another one. */
  isBefore(one: ListItem<Value>, other: ListItem<Value>): boolean {
    return (this.#items.get(one)?.key ?? 0) < (this.#items.get(other)?.key ?? 0);
  }

  /** The items in their order. */
  *items(): Generator<ListItem<Value>> {
    for (let item = this.#first; item !== undefined; item = item.next) yield item;
  }

  /** Numbers all items anew, where there is no number left between two of them. */
  #number(): void {
    let key = 0;
    for (let item = this.#first; item !== undefined; item = item.next) item.key = key++;
  }
}

function keyBetween(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}
