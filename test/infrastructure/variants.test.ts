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
    const all = variants();
    expect(few.length).toBeLessThanOrEqual(all.length / 2);
    for (const { values } of CHOICES)
      for (const value of values.filter((patch) => patch.domain === undefined)) {
        const has = (settings: object) =>
          Object.entries(value).every(
            ([name, part]) =>
              JSON.stringify(Object.entries(settings).find(([key]) => key === name)?.[1]) === JSON.stringify(part),
          );
        expect(all.some(has) ? few.some(has) : true, JSON.stringify(value)).toBe(true);
      }
  });
});
