/** Random values generated from JSON Schema: valid and invalid ones. */
import fc from 'fast-check';
import type { ContractDocument, JsonSchema } from './openapi-operations.ts';
import { resolveSchema } from './openapi-operations.ts';

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

/** A value that is valid against the schema. */
export function fittingValue(document: ContractDocument, given: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolveSchema(document, given);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as readonly unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...(schema['anyOf'] as readonly JsonSchema[]).map((one) => fittingValue(document, one)));
  switch (schema['type']) {
    case 'integer':
      return smallMostly(
        numberOr(schema['minimum'], Number.MIN_SAFE_INTEGER),
        numberOr(schema['maximum'], Number.MAX_SAFE_INTEGER),
      );
    case 'number':
      return fc.double({
        min: numberOr(schema['minimum'], -1000),
        max: numberOr(schema['maximum'], 1000),
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fittingArray(document, schema);
    case 'object':
      return fittingObject(document, schema);
    default:
      return fittingText(schema);
  }
}

/** Mostly near the minimum, so that the tests do not render the largest images repeatedly. */
const smallMostly = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min, max: Math.min(max, min + 1) }) },
    { weight: 12, arbitrary: fc.integer({ min, max: Math.min(max, min + 300) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );

function fittingText(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema['format'] === 'uuid') return fc.uuid({ version: 4 });
  const minLength = numberOr(schema['minLength'], 0);
  const maxLength = Math.min(numberOr(schema['maxLength'], 50), 50);
  const text = fc.string({
    minLength,
    maxLength,
    unit: schema['pattern'] === undefined ? 'grapheme' : 'grapheme-ascii',
  });
  return typeof schema['pattern'] === 'string'
    ? text.filter((value) => new RegExp(String(schema['pattern']), 'u').test(value))
    : text;
}

function fittingArray(document: ContractDocument, schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.array(fittingValue(document, (schema['items'] as JsonSchema | undefined) ?? {}), {
    minLength: numberOr(schema['minItems'], 0),
    maxLength: Math.min(numberOr(schema['maxItems'], 4), 4),
  });
}

function fittingObject(document: ContractDocument, schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined) ?? {};
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, fittingValue(document, property)]),
  );
  return fc.record(model, { requiredKeys: (schema['required'] as string[] | undefined) ?? [] });
}

/** Text in a URL that is invalid against the schema. */
export function unfittingText(document: ContractDocument, given: JsonSchema): fc.Arbitrary<string> {
  const schema = resolveSchema(document, given);
  const junk = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((text) => `~${text}`);
  if (schema['type'] === 'integer' || schema['type'] === 'number') {
    const beyond = [numberOr(schema['minimum'], 0) - 1, numberOr(schema['maximum'], 1e9) + 1].map(String);
    return fc.oneof(junk, fc.constantFrom(...beyond, '', 'NaN', '1e3', '0x10', '99999999999999999999'));
  }
  return junk;
}

/** JSON that is invalid against any of our object schemas: another type, or an object with an additional member. */
export const unfittingJson = (fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom(null, true, 7, 'text', [], [{}]),
    fc
      .tuple(fitting, fc.string({ minLength: 1, maxLength: 10 }), fc.jsonValue())
      .map(([value, name, extra]) => ({ ...(value as object), [`~${name}`]: extra })),
  );
