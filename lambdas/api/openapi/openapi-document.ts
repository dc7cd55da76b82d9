/** The OpenAPI 3.1 document, generated from routes.ts and the zod schemas that also validate the requests. */
import type { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type {
  CreateDocumentOptions,
  ZodOpenApiHeaderObject,
  ZodOpenApiObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { RELEASE } from '../../../core/release.ts';
import { componentSchemas } from './component-schemas.ts';
import { requestExamples, responseExamples } from './examples.ts';
import { presignedUpload } from './presigned-upload.ts';
import {
  COMMON_HEADERS,
  DEPRECATION_HEADERS,
  IDEMPOTENCY_HEADERS,
  SECRET_HEADERS,
  OPTIONAL_HEADERS,
  responseHeaders,
} from '../routes/response-headers.ts';
import type { Role } from '../../../core/accounts/caller.ts';
import type { ResponseRow, RouteRow } from '../routes/route-row.ts';
import { routes } from '../routes/routes.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

let generated: OpenApiDocument | undefined;

/**
 * Generated once per process.
 * @param basePath  what every path of the service begins with, such as the stage of API Gateway; usually empty
 */
export function openApiDocument(basePath = ''): OpenApiDocument {
  generated ??= withDescribedParameters(createDocument(describeApi(), { override: simplify }));
  return basePath === '' ? generated : { ...generated, servers: [{ ...THIS_SERVICE, url: basePath }] };
}

const THIS_SERVICE = { url: '/', description: 'This service' };

const describeApi = (): ZodOpenApiObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Tearline',
    version: RELEASE,
    description:
      'Finds where one scanned document ends and the next begins, and gives back the documents.\n\n' +
      'Every GET also answers HEAD, with the same status and headers and without a body. An error is a problem ' +
      '(RFC 9457): `code` is a stable word, `detail` a sentence that says what to do.\n\n' +
      'Pages of an origin that the deployment allows may call it (CORS): their preflights are answered with 204, ' +
      '`Access-Control-Allow-Methods`, `Access-Control-Allow-Headers` and `Access-Control-Max-Age`.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [THIS_SERVICE],
  security: [{ ApiKey: [] }],
  tags: [
    { name: 'Processing', description: 'Send a document' },
    { name: 'Results', description: 'Fetch single results of a processing request that succeeded' },
    { name: 'Review', description: 'Verify and correct splittings, and let others do so' },
    { name: 'Deprecated results', description: 'Kept for existing clients' },
    { name: 'Workflows', description: 'Workflows of your own, whose model learns from your documents' },
    { name: 'Training data', description: 'The documents that a workflow learns from' },
    { name: 'Training', description: 'Train the model of a workflow' },
    { name: 'Models', description: 'The models of a workflow: figures, comparison, the one in use' },
    { name: 'Storage', description: 'Send a large file straight to storage' },
    { name: 'Usage', description: 'What a workflow was used for' },
    { name: 'Account', description: 'The account, its keys, people and webhooks' },
    { name: 'Service', description: 'About this service' },
  ],
  paths: { ...describePaths(), ...presignedUpload },
  components: {
    securitySchemes: {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The word `ApiKey`, a space and the key: `Authorization: ApiKey tl_…`',
      },
    },
    headers: Object.fromEntries(
      Object.entries(responseHeaders).map(([name, header]) => [
        name,
        { ...header, required: !OPTIONAL_HEADERS.includes(name) },
      ]),
    ),
    schemas: componentSchemas,
  },
});

/** Bounds that zod adds to every integer: those of a number of JavaScript. */
const SAFE_INTEGERS = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/**
 * Leaves out what zod adds and no client needs: the pattern of a format, and the bounds of JavaScript's numbers. Client
 * generators derive a type of 64 bits, or a number of any size, from them.
 */
const simplify: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (SAFE_INTEGERS.includes(jsonSchema.maximum ?? 0)) delete jsonSchema.maximum;
  if (SAFE_INTEGERS.includes(jsonSchema.minimum ?? 0)) delete jsonSchema.minimum;
  if (Number.isInteger(jsonSchema.const)) jsonSchema.type = 'integer';
};

/** Headers by the names that their RFCs write, and the description of every parameter where tools look for it. */
function withDescribedParameters(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.values(document.paths ?? {}).flatMap(({ get, post, put, patch, delete: del }) => [
    get,
    post,
    put,
    patch,
    del,
  ]);
  const parameters = [
    ...Object.values(document.components?.parameters ?? {}),
    ...operations.flatMap((operation) => operation?.parameters ?? []),
  ];
  for (const parameter of parameters) {
    if (!('in' in parameter)) continue;
    if (parameter.in === 'header')
      parameter.name = parameter.name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    const { schema } = parameter;
    if (typeof schema !== 'object' || !('description' in schema)) continue;
    parameter.description ??= schema.description;
    delete schema.description;
  }
  return document;
}

/** The order of a path's operations. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const inOrder = (item: ZodOpenApiPathItemObject): ZodOpenApiPathItemObject =>
  Object.fromEntries(Object.entries(item).sort(([a], [b]) => METHODS.indexOf(a) - METHODS.indexOf(b)));

function describePaths(): Record<string, ZodOpenApiPathItemObject> {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  const describeResponse = responseDescriber();
  for (const row of Object.values<RouteRow>(routes)) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(row, describeResponse) };
  }
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, inOrder(item)]));
}

type DescribeResponse = (row: RouteRow, response: ResponseRow) => ZodOpenApiResponseObject;

function describeOperation(row: RouteRow, describeResponse: DescribeResponse): ZodOpenApiOperationObject {
  const { path, query, headers, body, bodyIsOptional } = row.request;
  return {
    operationId: row.operationId,
    summary: row.summary,
    tags: [row.tag],
    ...describeAccess(row),
    ...(row.deprecation === undefined ? {} : { deprecated: true }),
    ...(row.auth === 'none' ? { security: [] } : {}),
    requestParams: {
      ...(path === undefined ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { header: headers }),
    },
    ...(body === undefined
      ? {}
      : { requestBody: { ...describeBody(row.operationId, body), required: bodyIsOptional !== true } }),
    responses: Object.fromEntries(
      Object.entries(row.responses).map(([status, response]) => [status, describeResponse(row, response)]),
    ),
  };
}

/** The description, with the role that the operation needs. */
function describeAccess({ description, role }: RouteRow): { readonly description?: string; readonly 'x-role'?: Role } {
  const sentence = role === undefined ? undefined : `Needs the role ${role}.`;
  const sentences = [description, sentence].filter((text) => text !== undefined).join(' ');
  return { ...(sentences === '' ? {} : { description: sentences }), ...(role === undefined ? {} : { 'x-role': role }) };
}

function describeBody(
  operationId: string,
  body: NonNullable<RouteRow['request']['body']>,
): NonNullable<ZodOpenApiOperationObject['requestBody']> {
  return {
    content: Object.fromEntries(
      Object.entries(body).map(([mediaType, schema]) => {
        const example = requestExamples[operationId]?.[mediaType];
        return [mediaType, { schema, ...(example === undefined ? {} : { example }) }];
      }),
    ),
  };
}

/** One object for each response with an id: zod-openapi puts it into `components` and refers to it. */
function responseDescriber(): DescribeResponse {
  const shared = new Map<string, ZodOpenApiResponseObject>();
  return (row, response) => {
    if (response.id === undefined || headersOf(row).length > 0) return describeResponse(row, response);
    const described = shared.get(response.id) ?? { ...describeResponse(row, response), id: response.id };
    shared.set(response.id, described);
    return described;
  };
}

/** Headers of every response of a row. */
const headersOf = (row: RouteRow): readonly string[] => [
  ...(row.deprecation === undefined ? [] : DEPRECATION_HEADERS),
  ...(row.idempotent === true ? IDEMPOTENCY_HEADERS : []),
  ...(row.secret === true ? SECRET_HEADERS : []),
];

function describeResponse(row: RouteRow, response: ResponseRow): ZodOpenApiResponseObject {
  const names = [...COMMON_HEADERS, ...headersOf(row), ...(response.headers ?? [])];
  return {
    description: response.description,
    headers: Object.fromEntries(names.map((name) => [name.replace('?', ''), headerNamed(name)])),
    ...(response.content === undefined ? {} : { content: describeContent(response.content, exampleOf(row, response)) }),
  };
}

function describeContent(
  content: NonNullable<ResponseRow['content']>,
  example: unknown,
): NonNullable<ZodOpenApiResponseObject['content']> {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, schema]) => [
      mediaType,
      {
        schema:
          schema === 'binary'
            ? { type: 'string' as const, format: 'binary' }
            : schema === 'text'
              ? { type: 'string' as const }
              : schema,
        ...(fits(example, mediaType) ? { example } : {}),
      },
    ]),
  );
}

const isHeader = (name: string): name is keyof typeof responseHeaders => Object.hasOwn(responseHeaders, name);

/** @param name  with a question mark where only some responses of the status have the header */
function headerNamed(name: string): Exclude<ZodOpenApiHeaderObject, z.core.$ZodType> {
  const [plain = ''] = name.split('?');
  // A misspelt name in the routes table fails the test that generates this document.
  if (!isHeader(plain)) throw new Error(`response-headers.ts does not describe ${plain}.`);
  if (plain !== name) return { ...responseHeaders[plain], required: false };
  return { $ref: `#/components/headers/${name}` };
}

/** A text is an example of a text, and a value one of JSON; files have none. */
const fits = (example: unknown, mediaType: string): boolean =>
  typeof example === 'string'
    ? mediaType.startsWith('text/')
    : example !== undefined && mediaType === 'application/json';

/** Of the main response; undefined for all others. */
function exampleOf(row: RouteRow, response: ResponseRow): unknown {
  // A 202 is the main response only where there is no other: otherwise it says that the result is not there yet.
  const main = row.responses[200] ?? row.responses[201] ?? row.responses[202];
  return response === main ? responseExamples[row.operationId] : undefined;
}
