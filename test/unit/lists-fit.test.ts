import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listsFit } from '../../core/lists-fit.ts';

describe('The check of long lists', () => {
  /** A schema of positive numbers, which counts the entries that it has checked. */
  const counting = () => {
    const checked: number[] = [];
    const entry = z.number().refine((value) => checked.push(value) > 0 && value > 0);
    return { checked, schema: z.object({ report: z.object({ points: z.array(entry).optional() }) }) };
  };

  it('ends at the first entry that does not fit', () => {
    const { checked, schema } = counting();
    const points = [1, 2, -3, ...Array<number>(1e6).fill(-1)];
    expect(listsFit(schema, { report: { points } })).toBe(false);
    expect(checked).toEqual([1, 2, -3]);
  });

  it('leaves short lists, and what is no list, to the schema', () => {
    const { checked, schema } = counting();
    for (const report of [{ points: [-1, -2] }, { points: 'none' }, {}, null])
      expect(listsFit(schema, { report })).toBe(true);
    expect(checked).toEqual([]);
  });

  it('accepts long lists whose entries fit', () => {
    const { checked, schema } = counting();
    expect(listsFit(schema, { report: { points: Array<number>(1000).fill(1) } })).toBe(true);
    expect(checked).toHaveLength(1000);
  });
});
