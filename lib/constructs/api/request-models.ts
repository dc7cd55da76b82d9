/**
 * Request models of API Gateway, generated from the schemas that also validate the requests. They are used for
 * generated SDKs and exports. API Gateway does not validate with them: unlike the function, it cannot report every
 * issue in a 422.
 */
import type { JsonSchema, MethodOptions, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { z } from 'zod';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';

/** Members of JSON Schema that API Gateway does not support or interprets differently. */
const UNSUPPORTED_MEMBERS = new Set([
  '$schema',
  'id',
  'const',
  'default',
  'examples',
  'contentEncoding',
  'contentMediaType',
]);
/** Members whose value maps names that are chosen freely to schemas. */
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', 'definitions']);

/** Members that an array may not have. */
const NOT_BESIDE_ITEMS = new Set(['description', 'additionalItems']);

type Members = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The same schema, or a wider one, in the members that API Gateway accepts. It refuses a description beside `items`
 * and one schema for each item (aws-apigateway-importer, issues 69 and 126).
 */
const simplified = (schema: Members): Members => {
  const members = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (UNSUPPORTED_MEMBERS.has(name)) return [];
    if (NAMED_SCHEMAS.has(name) && isSchema(value)) return [[name, mapSchemas(value)]];
    if (Array.isArray(value)) return [[name, value.map((item: unknown) => (isSchema(item) ? simplified(item) : item))]];
    return [[name, isSchema(value) ? simplified(value) : value]];
  });
  const result = Object.fromEntries(members);
  return 'items' in result ? simplifiedArray(result) : result;
};

const mapSchemas = (named: Members): Members =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [name, isSchema(value) ? simplified(value) : value]));

/** A tuple becomes an array of what its first item may be, if all may be the same, or else of anything. */
const simplifiedArray = ({ items, ...schema }: Members): Members => {
  const array = Object.fromEntries(Object.entries(schema).filter(([name]) => !NOT_BESIDE_ITEMS.has(name)));
  if (!Array.isArray(items)) return { ...array, items };
  const [first, ...others] = items.map((item) => JSON.stringify(item));
  return { ...array, items: others.every((other) => other === first) ? (items[0] as Members) : {} };
};

interface NamedSchema {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, unknown>>;
}

/** zod puts a schema with an id into `definitions` and refers to it from the root. */
const rootOf = (schema: unknown): Members => {
  const { $ref, definitions } = schema as NamedSchema; // zod's own type names neither.
  const root = $ref === undefined ? schema : definitions?.[$ref.replace('#/definitions/', '')];
  if (!isSchema(root)) throw new Error('The schema of a body has no root.');
  return root;
};

/** The model of a route's JSON body; multipart bodies have none, because API Gateway does not parse them. */
export const requestModels = (api: RestApi, row: RouteRow): Pick<MethodOptions, 'requestModels'> => {
  const schema = row.request.body?.['application/json'];
  if (schema === undefined) return {};
  const name = `${row.operationId.charAt(0).toUpperCase()}${row.operationId.slice(1)}Request`;
  // CDK's type also describes JSON Schema, draft 4.
  const model = simplified(rootOf(z.toJSONSchema(schema, { target: 'draft-4', io: 'input' }))) as JsonSchema;
  return {
    requestModels: {
      'application/json': api.addModel(name, { modelName: name, contentType: 'application/json', schema: model }),
    },
  };
};
