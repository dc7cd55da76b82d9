import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { ValidationIssue } from '../../../../core/errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../../../core/requests/processing-request.ts';
import { checkPart } from '../../../../lambdas/api/middleware/request/check-part.ts';
import type { Part } from '../../../../lambdas/api/middleware/request/check-part.ts';
import type { RouteRow } from '../../../../lambdas/api/routes/route-row.ts';
import { routes } from '../../../../lambdas/api/routes/routes.ts';

/** Words of zod's own messages. */
const ZOD_WORDS =
  /\binvalid\b|\bexpected\b|\breceived\b|unrecognized|too (small|big)|[<>]=?|\bGUID\b|\bundefined\b|\bNaN\b/i;
/** Each message is what follows the name of the field. */
const VOICE = /^(is|must|may|expects|applies|has) /;

/** At least one of these is wrong for any schema. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  10 ** 12,
  2 ** 60,
  '',
  'x',
  '\u0000',
  'ü'.repeat(1000),
  '-1',
  '0.5',
  '999999999',
  '9'.repeat(30),
  [],
  ['a', 'b'],
  [1],
  [3, 1],
  [1, 2, 3],
  new Array<number>(10_001).fill(1),
  {},
  { unknown: 1 },
];

/** The parts of zod's definitions that the walk reads. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly items?: readonly z.core.$ZodType[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}
// zod types the definition of each class apart.
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def;

/** Values of every kind at every place that a value of the schema can have. */
function* valuesFor(schema: z.core.$ZodType): Generator {
  const { type, innerType, in: input, out, element, items, shape } = definitionOf(schema);
  const within = type === 'pipe' ? [input, out] : [innerType];
  for (const schemaWithin of within) if (schemaWithin !== undefined) yield* valuesFor(schemaWithin);
  yield* WRONG;
  if (element !== undefined) for (const value of valuesFor(element)) yield [value];
  for (const [index, item] of (items ?? []).entries())
    for (const value of valuesFor(item)) yield items?.map((_, at) => (at === index ? value : 1));
  for (const [name, member] of Object.entries(shape ?? {}))
    for (const value of valuesFor(member)) yield { [name]: value };
}

const issuesOf = (part: Part, schema: z.ZodType, value: unknown): readonly ValidationIssue[] => {
  const checked = checkPart(part, schema, value);
  return 'issues' in checked ? checked.issues : [];
};

const schemas = Object.values<RouteRow>(routes).flatMap(({ operationId, request }) => {
  const { path, query, headers, body } = request;
  const parts: readonly (readonly [Part, z.ZodType | undefined])[] = [
    ['path', path],
    ['query', query],
    ['header', headers],
    ...Object.values(body ?? {}).map((schema) => ['body', schema] as const),
  ];
  return parts.flatMap(([part, schema]) =>
    schema === undefined ? [] : [{ name: `${part} of ${operationId}`, part, schema }],
  );
});

describe('The messages of a request that is not valid', () => {
  it('are examined for path, query, headers and every body', () => {
    expect(new Set(schemas.map(({ part }) => part))).toEqual(new Set(['path', 'query', 'header', 'body']));
    expect(schemas.length).toBeGreaterThan(20);
  });

  it.each(schemas)("are this service's own sentences: $name", ({ part, schema }) => {
    const issues = [...valuesFor(schema)].flatMap((value) => issuesOf(part, schema, value));
    expect(issues.length).toBeGreaterThan(0);
    const bad = issues.filter(({ msg }) => ZOD_WORDS.test(msg) || !VOICE.test(msg));
    expect([...new Set(bad.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`))]).toEqual([]);
  });

  it.each(schemas)('exist for every field: $name', ({ part, schema }) => {
    const named = new Set(
      [...valuesFor(schema)].flatMap((value) => issuesOf(part, schema, value)).map(({ loc }) => loc[1]),
    );
    expect([...named]).toEqual(expect.arrayContaining(fieldsOf(schema).filter((name) => name !== 'if-none-match')));
  });

  const { processDocument, createUpload, getPageImage, getSplitPdf, getProcessingResult } = routes;
  const parameters = (value: unknown) => ({ file: { bytes: Buffer.alloc(1) }, parameters: value });
  const form = processDocument.request.body['multipart/form-data'];
  const upload = createUpload.request.body['application/json'];
  it.each<readonly [Part, z.ZodType, unknown, string]>([
    [
      'path',
      getPageImage.request.path,
      { processing_id: 'abc', page_num: '1' },
      'path.processing_id: must be a UUID, such as 3b241101-e2bb-4255-8caf-4136c566a962',
    ],
    [
      'path',
      getPageImage.request.path,
      { processing_id: GENERIC_WORKFLOW_ID, page_num: '0' },
      'path.page_num: must be a whole number from 1 to 1000000',
    ],
    ['query', getProcessingResult.request.query, { wait_for: ['1', '2'] }, 'query.wait_for: may be given once'],
    [
      'query',
      getSplitPdf.request.query,
      { pdfa_compliant: ['true', 'true'] },
      'query.pdfa_compliant: may be given once',
    ],
    [
      'query',
      getProcessingResult.request.query,
      { wait_for: '500' },
      'query.wait_for: must be a whole number from 0 to 120',
    ],
    ['query', getSplitPdf.request.query, { pdfa_compliant: 'maybe' }, 'query.pdfa_compliant: must be true or false'],
    [
      'query',
      getSplitPdf.request.query,
      { return_pages_with_ocr_data: 'true', page_width: '1', page_height: '9' },
      'query.page_width: must be a number from 5 to 5000',
    ],
    [
      'header',
      processDocument.request.headers,
      { 'idempotency-key': 'ü' },
      'header.idempotency-key: must consist of printable ASCII characters',
    ],
    ['body', upload, { file_name: 'a', size: 1 }, 'body.content_type: is required'],
    [
      'body',
      upload,
      { file_name: 'a', size: '1', content_type: 'application/pdf' },
      'body.size: must be a whole number, 1 or more',
    ],
    [
      'body',
      upload,
      { file_name: 'a', size: 1e18, content_type: 'application/pdf' },
      'body.size: must be a whole number from 1 to 9007199254740991',
    ],
    ['body', upload, { file_name: ['a'], size: 1, content_type: 'application/pdf' }, 'body.file_name: must be text'],
    ['body', form, parameters([]), 'body.parameters: must be a JSON object'],
    ['body', form, parameters({ mode: 'fast' }), 'body.parameters.mode: must be one of auto, per_page, none'],
    [
      'body',
      form,
      parameters({ keep_together: [3] }),
      'body.parameters.keep_together.0: expects two page numbers [from, to]',
    ],
    [
      'body',
      form,
      parameters({ keep_together: [[3, 1]] }),
      'body.parameters.keep_together.0: must not have its first page after its last',
    ],
    [
      'body',
      form,
      parameters({ split_before: ['2'] }),
      'body.parameters.split_before.0: must be a page number, 1 or more',
    ],
    ['body', form, parameters({ split_before: '2' }), 'body.parameters.split_before: must be a list'],
    ['body', form, parameters({ threshold: 2 }), 'body.parameters.threshold: must be a number from 0 to 1'],
    [
      'body',
      form,
      parameters({ retain_days: -1 }),
      'body.parameters.retain_days: must be a whole number from 0 to 3650',
    ],
    ['body', form, parameters({ treshold: 0 }), 'body.parameters.treshold: is not known here'],
  ])('say what the value must be: the %s %#', (part, schema, value, sentence) => {
    expect(issuesOf(part, schema, value).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)).toEqual([sentence]);
  });

  it('give a missing value and a repeated one types of their own', () => {
    const repeated = issuesOf('query', getProcessingResult.request.query, { wait_for: ['1', '2'] });
    const missing = issuesOf('body', upload, { file_name: 'a', size: 1 });
    expect([...repeated, ...missing].map(({ type }) => type)).toEqual(['repeated', 'missing']);
  });
});

function fieldsOf(schema: z.core.$ZodType): string[] {
  return Object.keys(definitionOf(schema).shape ?? {});
}
