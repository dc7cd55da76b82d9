import { describe, expect, it } from 'vitest';
import { OrderedList } from '../../../../core/ocr/lines/ordered-list.ts';

const valuesOf = <Value>(list: OrderedList<Value>): Value[] => [...list.items()].map(({ value }) => value);

describe('A list in which items are put after others', () => {
  it('has them in that order', () => {
    const list = new OrderedList<string>();
    const b = list.insertAfter(undefined, 'b');
    const d = list.insertAfter(b, 'd');
    const a = list.insertAfter(undefined, 'a');
    const c = list.insertAfter(b, 'c');
    expect(valuesOf(list)).toEqual(['a', 'b', 'c', 'd']);
    expect([list.isBefore(a, b), list.isBefore(c, d), list.isBefore(d, c), list.isBefore(a, a)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(valuesOf(new OrderedList())).toEqual([]);
  });

  it('still tells which comes first after many were put at the same place', () => {
    const list = new OrderedList<number>();
    const first = list.insertAfter(undefined, 0);
    const last = list.insertAfter(first, -1);
    const items = Array.from({ length: 3000 }, (_, at) => list.insertAfter(first, at + 1));
    expect(valuesOf(list)).toEqual([0, ...items.map(({ value }) => value).toReversed(), -1]);
    for (const [at, item] of items.entries()) {
      expect(list.isBefore(first, item) && list.isBefore(item, last)).toBe(true);
      expect(list.isBefore(item, items[at - 1] ?? last)).toBe(true);
    }
  });
});
