/** The OpenAPI 3.1 document, generated from routes.ts and the zod schemas that also validate the requests. */
import { createDocument } from 'zod-openapi';
import type {
  ZodOpenApiObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import {
  AVAILABLE_RESULTS,
  documentSplittingSchema,
  GENERIC_WORKFLOW_ID,
  GENERIC_WORKFLOW_NAME,
  processingParametersSchema,
  subDocumentSchema,
} from '../../../core/requests/processing-request.ts';
import { extractionsSchema } from '../../../core/results/extractions/extractions.ts';
import { EXAMPLE_ID } from './api-schemas.ts';
import { COMMON_HEADERS, DEPRECATION_HEADERS, OPTIONAL_HEADERS, responseHeaders } from './response-headers.ts';
import type { ResponseRow, RouteRow } from './route-row.ts';
import { routes } from './routes.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

let generated: OpenApiDocument | undefined;

/** Generated once per process. */
export function openApiDocument(): OpenApiDocument {
  generated ??= createDocument(describeApi(), { reused: 'inline' });
  return generated;
}

const describeApi = (): ZodOpenApiObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Tearline',
    version: '0.1.0',
    description: 'Finds where one scanned document ends and the next begins, and gives back the documents.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'This service' }],
  security: [{ ApiKey: [] }],
  tags: [
    { name: 'Processing', description: 'Send a document' },
    { name: 'Results', description: 'Fetch single results of a processing request that succeeded' },
    { name: 'Deprecated results', description: 'Kept for existing clients' },
    { name: 'Service', description: 'About this service' },
  ],
  paths: describePaths(),
  components: {
    securitySchemes: {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The word `ApiKey`, a space and the key: `Authorization: ApiKey tl_…`',
      },
    },
    schemas: {
      ProcessingParameters: processingParametersSchema,
      DocumentSplitting: documentSplittingSchema,
      SubDocument: subDocumentSchema,
      Extractions: extractionsSchema,
    },
  },
});

function describePaths(): Record<string, ZodOpenApiPathItemObject> {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const row of Object.values<RouteRow>(routes)) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(row) };
  }
  return paths;
}

function describeOperation(row: RouteRow): ZodOpenApiOperationObject {
  const { path, query, headers, body } = row.request;
  return {
    operationId: row.operationId,
    summary: row.summary,
    tags: [row.tag],
    ...(row.description === undefined ? {} : { description: row.description }),
    ...(row.deprecation === undefined ? {} : { deprecated: true }),
    ...(row.auth === 'none' ? { security: [] } : {}),
    requestParams: {
      ...(path === undefined ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { header: headers }),
    },
    ...(body === undefined ? {} : { requestBody: describeBody(body) }),
    responses: Object.fromEntries(
      Object.entries(row.responses).map(([status, response]) => [status, describeResponse(row, response)]),
    ),
  };
}

function describeBody(
  body: NonNullable<RouteRow['request']['body']>,
): NonNullable<ZodOpenApiOperationObject['requestBody']> {
  return {
    required: true,
    content: Object.fromEntries(
      Object.entries(body).map(([mediaType, schema]) => [mediaType, { schema, ...MULTIPART[mediaType] }]),
    ),
  };
}

/** In the form, `parameters` is a JSON object in a text part. */
const MULTIPART: Readonly<Record<string, object>> = {
  'multipart/form-data': { encoding: { parameters: { contentType: 'application/json' } } },
};

function describeResponse(row: RouteRow, response: ResponseRow): ZodOpenApiResponseObject {
  const names = [
    ...COMMON_HEADERS,
    ...(row.deprecation === undefined ? [] : DEPRECATION_HEADERS),
    ...(response.headers ?? []),
  ];
  return {
    description: response.description,
    headers: Object.fromEntries(
      names.map((name) => [name, { ...headerNamed(name), required: !OPTIONAL_HEADERS.includes(name) }]),
    ),
    ...(response.content === undefined
      ? {}
      : { content: describeContent(response.content, examplesOf(row, response)) }),
  };
}

function describeContent(
  content: NonNullable<ResponseRow['content']>,
  examples: object,
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
        ...examples,
      },
    ]),
  );
}

function headerNamed(name: string): object {
  // A misspelt name in the routes table fails the test that generates this document.
  if (!Object.hasOwn(responseHeaders, name)) throw new Error(`response-headers.ts does not describe ${name}.`);
  return responseHeaders[name as keyof typeof responseHeaders];
}

const splitting = {
  schema_version: 1,
  sub_documents: [
    { name: 'Invoice 2291', pages: [1, 2] },
    { name: 'Delivery note', pages: [3] },
  ],
  split_point_confidences: [0.98, 0.91],
};

const wholeResult = {
  processing_id: EXAMPLE_ID,
  workflow_id: GENERIC_WORKFLOW_ID,
  workflow_name: GENERIC_WORKFLOW_NAME,
  available_results: AVAILABLE_RESULTS,
  document_splitting: splitting,
  page_images: [1, 2, 3].map((page) => `/processing/results/${EXAMPLE_ID}/page-images/${page}`),
  thumbnail: `/processing/results/${EXAMPLE_ID}/thumbnail`,
};

/** Examples of successful responses, by operationId. */
const examples: Readonly<Record<string, unknown>> = {
  processDocument: wholeResult,
  getProcessingResult: wholeResult,
  getDocumentSplitting: splitting,
  listPageImages: wholeResult.page_images,
  listSplitPdfs: [0, 1].map((index) => `/processing/results/${EXAMPLE_ID}/split-pdfs/${index}`),
  listSubPdfs: [0, 1].map((index) => `/processing/results/${EXAMPLE_ID}/sub-pdfs/${index}`),
  getOcr: {
    pages: [
      {
        width: 1819,
        height: 2573,
        bboxes: [{ id: 0, x1: 180, y1: 210, x2: 420, y2: 262, text: 'Invoice', text_entropy: 0.04 }],
        fulltext: 'Invoice',
      },
    ],
  },
};

function examplesOf(row: RouteRow, response: ResponseRow): object {
  const succeeded = response === row.responses[200] || response === row.responses[201];
  const example = examples[row.operationId];
  return succeeded && example !== undefined ? { example } : {};
}
