/** A table in a Map. Conditions and updates are those of the local adapter. */
import { holdsConditions, applyOperation } from '../../../adapters/local/table/item-operations.ts';
import { checkWrite } from '../../../core/storage/write-limits.ts';
import { keyOf } from '../../../core/storage/operation-key.ts';
import { ConditionFailedError } from '../../../core/errors.ts';
import type { Clock, Item, Key, Query, Table, WriteOperation } from '../../../core/ports.ts';
import { readLimit, readPosition, writePosition } from '../../../core/storage/lists/query-position.ts';

const nameOf = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);
/** Items are JSON: their text is copied several times as fast as by structuredClone. */
const copyOf = <Value extends Item | readonly Item[]>(value: Value): Value =>
  JSON.parse(JSON.stringify(value)) as Value;

export class MapTable implements Table {
  readonly #items = new Map<string, Item>();
  /** The same items by partition, and by that of the index, and name: a query reads one partition. */
  readonly #partitions = new Map<string, Map<string, Item>>();
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Another table with the same items. */
  copy(clock: Pick<Clock, 'now'>): MapTable {
    const copy = new MapTable(clock);
    // No call changes an item: each replaces it.
    for (const item of this.#items.values()) copy.#keep(item, item);
    return copy;
  }

  /** Every item, for tests that list what is left. */
  all(): Item[] {
    return [...this.#items.values()].filter((item) => this.#alive(item) !== undefined);
  }

  /** Also those that have expired, which no read returns. */
  everything(): readonly Item[] {
    return [...this.#items.values()];
  }

  get(key: Key): Promise<Item | undefined> {
    const item = this.#alive(key);
    return Promise.resolve(item === undefined ? undefined : copyOf(item));
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- an invalid query must reject, not throw
  async query(query: Query): Promise<{ readonly items: readonly Item[]; readonly next?: string }> {
    const limit = readLimit(query);
    const direction = query.descending === true ? -1 : 1;
    const after = query.after === undefined ? undefined : readPosition(query.after, query.index === undefined ? 1 : 3);
    const rest = [...this.#candidates(query)]
      .filter(
        (item) =>
          isInPartition(query, item) &&
          this.#alive(item) !== undefined &&
          isInRange(query, positionOf(query, item)[0] ?? ''),
      )
      .filter((item) => after === undefined || comparePositions(positionOf(query, item), after) * direction > 0)
      .sort((a, b) => comparePositions(positionOf(query, a), positionOf(query, b)) * direction);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    return {
      items: copyOf(items),
      ...(last !== undefined && rest.length > limit ? { next: writePosition(positionOf(query, last)) } : {}),
    };
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- an invalid write must reject, not throw
  async write(operations: readonly WriteOperation[]): Promise<void> {
    checkWrite(operations);
    const before = operations.map((operation) => this.#alive(keyOf(operation)));
    const failed = operations.flatMap((operation, index) =>
      holdsConditions(operation.when ?? [], before[index]) ? [] : [index],
    );
    if (failed.length > 0) throw new ConditionFailedError(failed);
    const after = operations.map((operation, index) =>
      'check' in operation ? before[index] : applyOperation(operation, before[index]),
    );
    operations.forEach((operation, index) => {
      const item = after[index];
      this.#keep(keyOf(operation), item === undefined ? undefined : copyOf(item));
    });
  }

  #keep(key: Key, item: Item | undefined): void {
    const name = nameOf(key);
    const before = this.#items.get(name);
    if (before !== undefined) for (const each of partitionsOf(before)) this.#partitions.get(each)?.delete(name);
    this.#items.delete(name);
    if (item === undefined) return;
    this.#items.set(name, item);
    for (const each of partitionsOf(item)) {
      const partition = this.#partitions.get(each) ?? new Map<string, Item>();
      this.#partitions.set(each, partition.set(name, item));
    }
  }

  /** The items among which a query finds its own. */
  #candidates({ index, pk }: Query): Iterable<Item> {
    return this.#partitions.get(partitionName(pk, index))?.values() ?? [];
  }

  #alive(key: Key): Item | undefined {
    const item = this.#items.get(nameOf(key));
    return item?.expires_at !== undefined && item.expires_at <= this.#clock.now().getTime() / 1000 ? undefined : item;
  }
}

const partitionName = (pk: string, index: Query['index']): string => JSON.stringify([index ?? null, pk]);
const partitionsOf = ({ pk, index_pk: indexPk }: Item): readonly string[] => [
  partitionName(pk, undefined),
  ...(indexPk === undefined ? [] : [partitionName(indexPk, 'by_index')]),
];

const isInPartition = (query: Query, item: Item): boolean =>
  query.index === undefined ? item.pk === query.pk : item.index_pk === query.pk && item.index_sk !== undefined;

/** The sort key of a query. */
const positionOf = (query: Query, item: Item): readonly string[] =>
  query.index === undefined ? [item.sk] : [item.index_sk ?? '', item.pk, item.sk];

function isInRange({ skBeginsWith, skFrom, skTo }: Query, sortKey: string): boolean {
  return (
    (skBeginsWith === undefined || sortKey.startsWith(skBeginsWith)) &&
    (skFrom === undefined || compareBytes(sortKey, skFrom) >= 0) &&
    (skTo === undefined || compareBytes(sortKey, skTo) <= 0)
  );
}

/** In the order of UTF-8 bytes, which is that of UTF-16 code units where no character has two of them. */
function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

const SURROGATE = /[\ud800-\udfff]/;

function comparePositions(a: readonly string[], b: readonly string[]): number {
  for (const [index, one] of a.entries()) {
    const order = compareBytes(one, b[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}
