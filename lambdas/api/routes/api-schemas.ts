/** Schemas that only HTTP needs: path parameters, headers, the 202 body, the problem body. */
import { z } from 'zod';
import { availableResultSchema, processingParametersSchema } from '../../../core/requests/processing-request.ts';
import { wellFormedText, wholeNumber } from '../../../core/requests/request-sentences.ts';
import { integerParameter } from '../../../core/results/pdf/pdf-query.ts';
import { MAX_FILE_NAME_LENGTH } from '../middleware/request/read-multipart.ts';
import type { UploadedFile } from '../middleware/request/read-multipart.ts';

export const EXAMPLE_ID = '3b241101-e2bb-4255-8caf-4136c566a962';

/** More than the pages of any document. */
const LARGEST_NUMBER = 1_000_000;

export const processingPathSchema = z.object({
  processing_id: z.guid().meta({ description: 'The id that the processing POST gave', param: { id: 'ProcessingId' } }),
});
export const workflowPathSchema = z.object({
  workflow_key: z
    .guid()
    .describe('The workflow; 00000000-0000-4000-8000-000000000001 is the generic splitting workflow'),
});
export const pagePathSchema = processingPathSchema.extend({
  page_num: integerParameter(1, LARGEST_NUMBER, 'Page, from 1; the crops of a page are counted'),
});
export const indexPathSchema = processingPathSchema.extend({
  index: integerParameter(0, LARGEST_NUMBER, 'Sub-document, from 0'),
});

/** Seconds that a POST or GET waits by default. */
export const DEFAULT_WAIT_SECONDS = 25;

/**
 * A query parameter with several values: `include=ocr&include=pdf` and `include=ocr,pdf` are equivalent.
 * @param items  the schema of a value in the OpenAPI document
 */
export const listParameter = <Values extends Readonly<Record<string, string>>>(
  value: z.ZodEnum<Values>,
  items: Readonly<Record<string, unknown>>,
  description: string,
) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((text) => [text].flat().flatMap((names) => names.split(',')))
    .pipe(z.array(value))
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema['anyOf'];
        Object.assign(jsonSchema, { type: 'array', items });
      },
    })
    .optional()
    .meta({
      description: `${description}; repeat it or separate by commas; absent: all`,
      param: { style: 'form', explode: true },
    });

export const wholeResultQuerySchema = z.strictObject({
  include: listParameter(
    availableResultSchema,
    { $ref: '#/components/schemas/AvailableResult' },
    'Parts that the answer holds',
  ),
  wait_for: integerParameter(
    0,
    120,
    `Seconds to wait for the result, default ${DEFAULT_WAIT_SECONDS}, cut to what the host can hold open. After it: ` +
      '202',
  ).optional(),
});

/** Pixels. A larger size than the page's own returns the page unscaled. */
const LARGEST_SIDE = 100_000;
export const pageImageQuerySchema = z.strictObject({
  width: integerParameter(1, LARGEST_SIDE, 'Pixels to scale the image down to').optional(),
  height: integerParameter(1, LARGEST_SIDE, 'Pixels to scale the image down to').optional(),
});

/** The filter of lists by a part of a file's name. */
export const fileNamePartSchema = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe("Part of the file's name, in any case and Unicode normalization form");

/**
 * Query of a list that is read page by page; its response is `pageSchema`, its handler uses core/storage/lists/list-page.ts.
 */
export const pageQuerySchema = z.strictObject({
  limit: integerParameter(1, 1000, 'Entries of a page at most, 1 to 1000, default 100')
    .default(100)
    .meta({ param: { id: 'Limit' } }),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: '`next` of the page before; absent: the first page', param: { id: 'Cursor' } }),
});

/**
 * One page of a list.
 * @param id  the schema's name in the OpenAPI document, such as `ApiKeyPage`
 */
export const pageSchema = <Entry extends z.ZodType>(id: string, entry: Entry) =>
  z
    .strictObject({
      items: z.array(entry),
      next: z.string().nullable().describe('`cursor` of the next page; null on the last page'),
    })
    .meta({ id });

/** For routes without query parameters. */
export const noQuerySchema = z.strictObject({});

export const preferHeadersSchema = z.object({
  prefer: z
    .string()
    .max(500)
    .optional()
    .meta({
      description: 'RFC 7240: `wait=N` seconds, or `respond-async` not to wait. `wait_for` comes first',
      examples: ['wait=10'],
      param: { id: 'Prefer' },
    }),
});

export const idempotencyKeySchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]+$/, 'must consist of printable ASCII characters');

/** Headers of rows with `idempotent`. */
export const idempotencyHeadersSchema = z.object({
  'idempotency-key': idempotencyKeySchema
    .optional()
    .describe(
      'The same key with the same request within 24 h gives the first answer again; with another request it is refused',
    ),
});

export const processHeadersSchema = preferHeadersSchema.extend(idempotencyHeadersSchema.shape);

/**
 * The form has the parameters as JSON in a text part, and is described so: clients that generators make send the text
 * as it is. The body reader has parsed it.
 */
const formParametersSchema = z
  .unknown()
  .optional()
  .pipe(processingParametersSchema.prefault({}))
  .meta({
    description: 'ProcessingParameters as JSON',
    override: { type: 'string', contentMediaType: 'application/json' },
  });

export const processUploadSchema = z
  .strictObject({
    upload_id: z.guid().describe('From POST /uploads, after the file was sent to its url'),
    parameters: processingParametersSchema.prefault({}),
  })
  .meta({ id: 'ProcessUpload' });

/** A part of a form that is a file. */
export const uploadedFileSchema = (description: string) =>
  z
    .custom<UploadedFile>((value) => typeof value === 'object' && value !== null && 'bytes' in value, 'must be a file')
    .meta({ description, override: { type: 'string', format: 'binary' } });

export const DOCUMENT_FORMATS = 'PDF, JPEG, PNG, GIF, TIFF or WebP';

export const processFileSchema = z
  .strictObject({
    file: uploadedFileSchema(DOCUMENT_FORMATS),
    parameters: formParametersSchema,
  })
  .meta({ id: 'ProcessFile' });

/** Content types of an upload; `application/octet-stream` if unknown. Inspect detects the format from the bytes. */
export const UPLOAD_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/tiff',
  'image/webp',
  'application/octet-stream',
] as const;
export const uploadTypeSchema = z.enum(UPLOAD_TYPES);
export const uploadMethodSchema = z.enum(['PUT', 'POST']);

export const createUploadSchema = z
  .strictObject({
    file_name: wellFormedText().min(1).max(MAX_FILE_NAME_LENGTH),
    content_type: uploadTypeSchema,
    size: wholeNumber(1).describe('Bytes of the file, exactly'),
  })
  .meta({ id: 'CreateUpload' });

export const createdUploadSchema = z
  .strictObject({
    upload_id: z.uuid(),
    url: z.string().describe('Absolute, or relative to this service'),
    method: uploadMethodSchema,
    headers: z.record(z.string(), z.string()),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'CreatedUpload' });

export const inProgressSchema = z
  .strictObject({ processing_id: z.uuid(), url: z.string().describe('Relative path of the result') })
  .meta({
    id: 'InProgress',
    description: 'Not finished yet',
    examples: [{ processing_id: EXAMPLE_ID, url: `/processing/results/${EXAMPLE_ID}` }],
  });

/** Body of a redirect to a presigned S3 URL. */
export const presignedRedirectSchema = z
  .strictObject({
    url: z.url().describe('Where the body lies: it needs no Authorization header, and refuses one'),
    expires_at: z.iso.datetime(),
    size: z.int().describe('Bytes of the body'),
  })
  .meta({ id: 'PresignedDownload', description: 'The body is larger than this deployment carries' });

export const healthSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' });

export const openapiSchema = z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' });

/** A name, or an index from 0. */
export const locationStepSchema = z.union([z.string(), z.int()]);

const validationIssueSchema = z
  .strictObject({
    loc: z.array(locationStepSchema).describe('Where: it begins with path, query, header or body'),
    msg: z.string(),
    type: z.string().describe('A stable word for the kind of problem'),
  })
  .meta({ id: 'ValidationIssue' });

const missingTrainingDataSchema = z
  .strictObject({
    documents: z.int().min(0).describe('Annotated documents'),
    boundaries: z.int().min(0).describe('Boundaries between annotated documents'),
    multi_page_documents: z.int().min(0).describe('Annotated documents of two pages or more'),
  })
  .meta({ id: 'MissingTrainingData', description: 'At least so many more of each' });

export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().describe('A sentence that says what to do'),
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/)
      .describe('A stable word'),
    request_id: z.string().describe('Also in the header X-Request-Id: name it when you ask for help'),
    processing_id: z.uuid().optional().describe('The processing request, where it has failed'),
    errors: z
      .array(validationIssueSchema)
      .optional()
      .describe('Of a 422: what is wrong where; the first hundred problems'),
    missing: missingTrainingDataSchema.optional().describe('Of a training that is refused: what its data lacks'),
  })
  .meta({
    id: 'Problem',
    description: 'RFC 9457',
    examples: [
      {
        type: 'urn:tearline:problem:validation_error',
        title: 'The request is not valid',
        status: 422,
        detail: 'body.file: is required',
        code: 'validation_error',
        request_id: '6c84fb90-12c4-41e1-840d-f4b8a2f2d1a5',
        errors: [{ loc: ['body', 'file'], msg: 'is required', type: 'missing' }],
      },
    ],
  });
export type Problem = z.infer<typeof problemSchema>;
