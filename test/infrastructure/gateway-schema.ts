/** Checks a schema against what API Gateway accepts in a model. */

/** The members of JSON Schema, draft 4, that API Gateway accepts in the model of a REST API. */
const ACCEPTED = new Set([
  '$ref',
  '$schema',
  'additionalProperties',
  'allOf',
  'anyOf',
  'definitions',
  'description',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'oneOf',
  'pattern',
  'patternProperties',
  'properties',
  'required',
  'title',
  'type',
  'uniqueItems',
]);
/** Members whose value maps names to schemas. */
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', 'definitions']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @returns the path of each member that API Gateway refuses with `Invalid model schema specified`, with the reason
 */
export const findUnacceptedMembers = (schema: unknown, path = '#'): string[] => {
  if (!isObject(schema)) return [];
  const own = [
    ...Object.keys(schema)
      .filter((name) => !ACCEPTED.has(name))
      .map((name) => `${path}/${name}: not accepted`),
    ...('items' in schema && 'description' in schema ? [`${path}/description: an array has none`] : []),
    ...(Array.isArray(schema['items']) ? [`${path}/items: one schema for all items`] : []),
    // In draft 4 they are booleans beside `minimum` and `maximum`.
    ...['exclusiveMinimum', 'exclusiveMaximum']
      .filter((name) => name in schema && typeof schema[name] !== 'boolean')
      .map((name) => `${path}/${name}: not a boolean`),
    // Ends the comment in which a generated SDK repeats the description (API reference of Model).
    ...(String(schema['description']).includes('*/') ? [`${path}/description: ends a comment`] : []),
  ];
  const inner = Object.entries(schema).flatMap(([name, value]) => {
    if (NAMED_SCHEMAS.has(name) && isObject(value))
      return Object.entries(value).flatMap(([key, part]) => findUnacceptedMembers(part, `${path}/${name}/${key}`));
    return (Array.isArray(value) ? value : [value]).flatMap((part) => findUnacceptedMembers(part, `${path}/${name}`));
  });
  return [...own, ...inner];
};
