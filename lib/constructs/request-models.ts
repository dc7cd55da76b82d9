/**
 * Request models of the gateway, from the schemas that also check the requests: for what is generated from the gateway, SDKs
 * and exports. The gateway itself checks nothing by them; the function says in its 422 what is wrong where, which the gateway cannot.
 */
import type { JsonSchema, MethodOptions, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { z } from 'zod';
import type { RouteRow } from '../../lambdas/api/routes/route-row.ts';

/** Members of JSON Schema that API Gateway's models do not know, or read otherwise. */
const UNKNOWN_TO_THE_GATEWAY = new Set([
  '$schema',
  'id',
  'const',
  'default',
  'examples',
  'contentEncoding',
  'contentMediaType',
]);

const simplified = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !UNKNOWN_TO_THE_GATEWAY.has(name))
      .map(([name, value]) => [name, simplified(value)]),
  );
};

interface NamedSchema {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, unknown>>;
}

/** zod keeps a schema that has a name beside the root and refers to it from there. */
const rootOf = (schema: unknown): unknown => {
  const { $ref, definitions } = schema as NamedSchema; // zod's own type names neither.
  return $ref === undefined ? schema : definitions?.[$ref.replace('#/definitions/', '')];
};

/** The JSON bodies of a route as models; multipart bodies have none, since the gateway does not look into them. */
export const requestModels = (api: RestApi, row: RouteRow): Pick<MethodOptions, 'requestModels'> => {
  const schema = row.request.body?.['application/json'];
  if (schema === undefined) return {};
  const name = `${row.operationId.charAt(0).toUpperCase()}${row.operationId.slice(1)}Request`;
  // Plain JSON Schema, draft 4, is what CDK's type describes too.
  const drawn = simplified(rootOf(z.toJSONSchema(schema, { target: 'draft-4', io: 'input' }))) as JsonSchema;
  return {
    requestModels: {
      'application/json': api.addModel(name, { modelName: name, contentType: 'application/json', schema: drawn }),
    },
  };
};
