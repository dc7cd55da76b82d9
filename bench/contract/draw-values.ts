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

/**
 * Text of a format. Hosts are below `.test`, which names no host (RFC 6761): a service that is tested sends nothing to
 * others.
 */
const FORMATS: Readonly<Partial<Record<string, () => fc.Arbitrary<string>>>> = {
  uuid: () => fc.uuid({ version: 4 }),
  email: () => fc.stringMatching(/^[a-z][a-z0-9+_-]{0,20}@[a-z]{1,10}\.test$/),
  uri: () => fc.stringMatching(/^https:\/\/[a-z]{1,10}\.test\/[a-z0-9/]{0,20}$/),
  'date-time': () =>
    fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
};

/** Mostly near the minimum, so that the tests do not render the largest images repeatedly. */
const smallMostly = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min, max: Math.min(max, min + 1) }) },
    { weight: 12, arbitrary: fc.integer({ min, max: Math.min(max, min + 300) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );

function fittingText(schema: JsonSchema): fc.Arbitrary<string> {
  const format = FORMATS[String(schema['format'])];
  if (format !== undefined) return format();
  const minLength = numberOr(schema['minLength'], 0);
  const maxLength = numberOr(schema['maxLength'], 50);
  const { pattern } = schema;
  if (typeof pattern !== 'string')
    return fc.string({ minLength, maxLength: Math.min(maxLength, 50), unit: 'grapheme' });
  return fc.stringMatching(new RegExp(pattern, 'u')).filter(({ length }) => length >= minLength && length <= maxLength);
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

/** Text in a URL that is invalid against the schema; undefined where every text is valid. */
export function unfittingText(document: ContractDocument, given: JsonSchema): fc.Arbitrary<string> | undefined {
  const schema = resolveSchema(document, given);
  const junk = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((text) => `~${text}`);
  if (schema['type'] === 'integer' || schema['type'] === 'number') {
    const beyond = [numberOr(schema['minimum'], 0) - 1, numberOr(schema['maximum'], 1e9) + 1].map(String);
    // A number may have an exponent, as programs write it; a whole number may not.
    const badExponent = schema['type'] === 'integer' ? '1e3' : '1e';
    return fc.oneof(junk, fc.constantFrom(...beyond, '', 'NaN', badExponent, '0x10', '99999999999999999999'));
  }
  return isFreeText(schema) ? textOfWrongLength(schema) : junk;
}

const isFreeText = (schema: JsonSchema): boolean =>
  schema['type'] === 'string' && ['enum', 'pattern', 'format'].every((name) => schema[name] === undefined);

function textOfWrongLength({ minLength, maxLength }: JsonSchema): fc.Arbitrary<string> | undefined {
  const texts = [
    ...(numberOr(minLength, 0) > 0 ? [''] : []),
    ...(typeof maxLength === 'number' ? ['~'.repeat(maxLength + 1)] : []),
  ];
  return texts.length === 0 ? undefined : fc.constantFrom(...texts);
}

/** JSON that is invalid against any of our object schemas: another type, or an object with an additional member. */
export const unfittingJson = (fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom(null, true, 7, 'text', [], [{}]),
    fc
      .tuple(fitting, fc.string({ minLength: 1, maxLength: 10 }), fc.jsonValue())
      .map(([value, name, extra]) => ({ ...(value as object), [`~${name}`]: extra })),
  );
