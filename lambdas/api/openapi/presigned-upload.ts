/**
 * The request that sends a file to the `url` of POST /uploads. Storage answers it, not the API: it is no row of the
 * routes table. The path is that of the local host (adapters/local/http/presigned-uploads.ts).
 */
import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { problemSchema, UPLOAD_TYPES } from '../routes/api-schemas.ts';
import { responseHeaders } from '../routes/response-headers.ts';

/** Headers of some answers only: S3 sends none of them but the length. */
const headersOf = (names: readonly (keyof typeof responseHeaders)[]) =>
  Object.fromEntries(
    names.map((name) => {
      const { description, schema } = responseHeaders[name];
      return [name, { description, schema, required: false }];
    }),
  );

const CROSS_ORIGIN_HEADERS = ['Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;
const PROBLEM_HEADERS = ['X-Request-Id', 'X-Content-Type-Options', 'Cache-Control', 'Content-Length'] as const;

/** An answer of the local host and of S3. */
const refused = (description: string, headers: readonly (keyof typeof responseHeaders)[] = []) =>
  ({
    description,
    headers: headersOf([...PROBLEM_HEADERS, ...CROSS_ORIGIN_HEADERS, ...headers]),
    content: { 'application/problem+json': { schema: problemSchema }, ...S3_ERROR },
  }) satisfies ZodOpenApiResponseObject;

const S3_ERROR = {
  'application/xml': { schema: { type: 'string' as const, description: "S3's `Error`, with `Code` and `Message`" } },
};

/** An answer of S3 only. */
const refusedByS3 = (description: string) =>
  ({
    description: `S3 only: ${description}`,
    headers: headersOf(['Content-Length', ...CROSS_ORIGIN_HEADERS]),
    content: S3_ERROR,
  }) satisfies ZodOpenApiResponseObject;

const FILE = { schema: { type: 'string' as const, format: 'binary' } };

export const presignedUpload: Readonly<Record<string, ZodOpenApiPathItemObject>> = {
  '/blob-uploads/accounts/{account_id}/uploads/{upload_id}': {
    put: {
      operationId: 'sendFile',
      summary: 'Send a file to the `url` of POST /uploads',
      description:
        'Use `url`, `method` and `headers` of POST /uploads as they are, without credentials. This is what `url` looks ' +
        'like on one machine. On AWS it is an address of S3, with another path and query; S3 answers with these ' +
        'statuses, an XML body and headers of its own.',
      tags: ['Storage'],
      security: [],
      requestParams: {
        path: z.object({
          account_id: z.string().describe('The account that asked for the address'),
          upload_id: z.string().describe('As in the answer of POST /uploads'),
        }),
        query: z.object({
          content_type: z.string().describe('The Content-Type that was announced'),
          size: z.string().describe('The bytes that were announced'),
          expires: z.string().describe('When the address expires, in milliseconds since 1970'),
          signature: z.string().describe('Covers the path and the other parameters'),
        }),
      },
      requestBody: { required: true, content: Object.fromEntries(UPLOAD_TYPES.map((type) => [type, FILE])) },
      responses: {
        200: {
          description: 'Stored: process its `upload_id`',
          headers: {
            ...headersOf(['Content-Length', ...CROSS_ORIGIN_HEADERS]),
            ETag: {
              description: 'The version of the stored file, in quotes',
              schema: { type: 'string' },
              required: true,
            },
          },
        },
        400: refused('Another Content-Type, or fewer bytes, than were announced; or the body ended too early'),
        403: refused('The address has expired, or it or the headers are not those that POST /uploads gave'),
        408: refused('The file did not arrive in time'),
        409: refused('A file was sent to this address before, or is being sent'),
        411: refusedByS3('the request has no Content-Length'),
        412: refusedByS3('a file was sent to this address before'),
        413: refused('More bytes than were announced'),
        431: refused('The headers are too large'),
        500: refused('An error of ours'),
        501: refusedByS3('the body is sent in chunks'),
        503: refused('Storage is full or busy; try again later', ['Retry-After']),
      },
    },
  },
};
