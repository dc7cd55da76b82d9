import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stageSettingsSchema } from '../../lib/settings.ts';
import { CHOICES, pairwise, variants, variantsOfEachValue } from './templates/variants.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Paths of the members with which two stages can differ by more than a number or a text. */
const choicesOf = ({ properties = {}, required = [], anyOf = [], oneOf = [] }: Schema, path = ''): string[] => [
  ...Object.entries(properties).flatMap(([name, member]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const isChoice =
      !required.includes(name) ||
      member.type === 'boolean' ||
      (member.enum ?? member.anyOf ?? member.oneOf) !== undefined;
    return [...(isChoice ? [own] : []), ...choicesOf(member, own)];
  }),
  ...[...anyOf, ...oneOf].flatMap((option) => choicesOf(option, path)),
];

describe('The variants of the settings', () => {
  it('have every choice that the schema has', () => {
    const known = new Set(CHOICES.flatMap(({ members }) => members));
    const schema = z.toJSONSchema(stageSettingsSchema, { io: 'input', unrepresentable: 'any' }) as Schema;
    const all = [...new Set(choicesOf(schema))].filter((path) => !path.startsWith('reservedConcurrency.'));
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((path) => !known.has(path))).toEqual([]);
  });

  it('are valid, few, and have every pair of values', () => {
    const sizes = CHOICES.map(({ values }) => values.length);
    const rows = pairwise(sizes);
    for (const [a, sizeA] of sizes.entries())
      for (const [b, sizeB] of sizes.entries())
        if (a < b)
          expect(new Set(rows.map((row) => `${row[a] ?? ''} ${row[b] ?? ''}`)).size, `${a} and ${b}`).toBe(
            sizeA * sizeB,
          );
    expect(variants()).toHaveLength(rows.length);
    expect(rows.length).toBeLessThan(30);
  });

  it('have every value of each choice in a few of them, for checks that take long', () => {
    const few = variantsOfEachValue();
    expect(few.length).toBeLessThanOrEqual(variants().length / 2);
    // The domains of several choices are merged.
    const values = CHOICES.flatMap((choice) => choice.values).filter(({ domain }) => domain === undefined);
    const has = (settings: object, value: object): boolean =>
      Object.entries(value).every(([name, part]) =>
        isDeepStrictEqual(new Map(Object.entries(settings)).get(name), part),
      );
    expect(values.filter((value) => !few.some((settings) => has(settings, value)))).toEqual([]);
  });
});
