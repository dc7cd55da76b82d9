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

const simplified = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !UNSUPPORTED_MEMBERS.has(name))
      .map(([name, value]) => [name, simplified(value)]),
  );
};

interface NamedSchema {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, unknown>>;
}

/** zod puts a schema with an id into `definitions` and refers to it from the root. */
const rootOf = (schema: unknown): unknown => {
  const { $ref, definitions } = schema as NamedSchema; // zod's own type names neither.
  return $ref === undefined ? schema : definitions?.[$ref.replace('#/definitions/', '')];
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
