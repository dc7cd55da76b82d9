/** Random requests generated from the OpenAPI document: valid ones, and invalid ones that must be refused. */
import fc from 'fast-check';
import type { ContractDocument, JsonSchema, Operation, Parameter } from './openapi-operations.ts';
import { fittingValue, unfittingJson, unfittingText } from './draw-values.ts';

export interface DrawnRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** The valid API key, none, or an invalid one. */
  readonly credentials: 'key' | 'none' | 'wrong';
  /** What is invalid in the request; empty where it conforms to the document. */
  readonly flaws: readonly string[];
}

/** Known state of the service under test. */
export interface Known {
  /** Existing values of path parameters, by name. */
  readonly path: Readonly<Record<string, readonly string[]>>;
  /** Valid files to process. */
  readonly files: readonly Uint8Array[];
}

interface Drawn {
  readonly value: string;
  readonly flaw?: string;
}
type Pairs = readonly (readonly [string, Drawn])[];

/** Random requests; all operations are equally frequent. */
export function drawRequest(
  document: ContractDocument,
  operations: readonly Operation[],
  known: Known,
): fc.Arbitrary<DrawnRequest> {
  return fc.oneof(...operations.map((operation) => drawFor(document, operation, known)));
}

function drawFor(document: ContractDocument, operation: Operation, known: Known): fc.Arbitrary<DrawnRequest> {
  return fc
    .record({
      path: drawParameters(document, operation, 'path', known),
      query: drawParameters(document, operation, 'query', known),
      extra: rarely(fc.constantFrom('page', 'debug', '__proto__', 'Include')),
      headers: drawParameters(document, operation, 'header', known),
      body: drawBody(document, operation, known),
      credentials: fc.oneof(
        { weight: 8, arbitrary: fc.constant('key' as const) },
        { weight: 1, arbitrary: fc.constantFrom('none' as const, 'wrong' as const) },
      ),
    })
    .map(({ path, query, extra, headers, body, credentials }) => ({
      operation,
      url: urlOf(operation.path, path, extra === undefined ? query : [...query, [extra, { value: '1' }]]),
      headers: { ...Object.fromEntries(headers.map(([name, { value }]) => [name, value])), ...body.headers },
      body: body.bytes,
      credentials,
      flaws: [
        ...[...path, ...query, ...headers].flatMap(([name, { flaw }]) =>
          flaw === undefined ? [] : [`${name}: ${flaw}`],
        ),
        ...(extra === undefined ? [] : [`unknown query parameter ${extra}`]),
        ...(body.flaw === undefined ? [] : [body.flaw]),
      ],
    }));
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

function urlOf(template: string, path: Pairs, query: Pairs): string {
  const values = Object.fromEntries(path.map(([name, { value }]) => [name, value]));
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(query.map(([name, { value }]): [string, string] => [name, value])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function drawParameters(
  document: ContractDocument,
  operation: Operation,
  where: Parameter['in'],
  known: Known,
): fc.Arbitrary<Pairs> {
  const drawn = operation.parameters
    .filter((parameter) => parameter.in === where)
    .map((parameter) =>
      drawParameter(document, parameter, known).map((value): Pairs =>
        value === undefined ? [] : [[parameter.name, value]],
      ),
    );
  return drawn.length === 0 ? fc.constant([]) : fc.tuple(...drawn).map((lists) => lists.flat());
}

function drawParameter(
  document: ContractDocument,
  parameter: Parameter,
  known: Known,
): fc.Arbitrary<Drawn | undefined> {
  const { name, schema } = parameter;
  const existing = known.path[name];
  if (parameter.in === 'header') return drawHeader(document, schema);
  const fitting = fittingValue(document, schema).map((value): Drawn => ({ value: textOf(value) }));
  const unfitting = unfittingText(document, schema)?.map((value): Drawn => ({
    value,
    flaw: `${JSON.stringify(value)} does not fit`,
  }));
  const refused = unfitting === undefined ? [] : [{ weight: 1, arbitrary: unfitting }];
  if (parameter.in === 'path') {
    const usual = existing === undefined ? fitting : fc.constantFrom(...existing).map((value): Drawn => ({ value }));
    return fc
      .oneof({ weight: 20, arbitrary: usual }, { weight: 2, arbitrary: fitting }, ...refused)
      .filter(({ value }) => isOwnSegment(value));
  }
  return fc.oneof(
    { weight: parameter.required === true ? 0 : 20, arbitrary: fc.constant(undefined) },
    { weight: 10, arbitrary: fitting },
    ...refused,
  );
}

/** HTTP drops spaces around a header's value. */
const HEADER_VALUE = '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$';

/** Text without a pattern of its own, as most headers are, is drawn from what a header may have. */
const drawHeader = (document: ContractDocument, schema: JsonSchema): fc.Arbitrary<Drawn | undefined> =>
  fc.option(
    fittingValue(document, { pattern: HEADER_VALUE, ...schema })
      .map((value): Drawn => ({ value: textOf(value) }))
      .filter(({ value }) => new RegExp(HEADER_VALUE).test(value)),
    { nil: undefined, freq: 2 },
  );

/**
 * False for values that change the path: routers drop empty segments, and URL parsers remove dot segments (RFC 3986,
 * section 5.2.4).
 */
const isOwnSegment = (value: string): boolean => !['', '.', '..'].includes(value);

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

interface DrawnBody {
  readonly bytes: Uint8Array | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly flaw?: string;
}

function drawBody(document: ContractDocument, operation: Operation, known: Known): fc.Arbitrary<DrawnBody> {
  const bodies = Object.entries(operation.bodies);
  if (bodies.length === 0) return fc.constant({ bytes: undefined, headers: {} });
  const ofEach = bodies.map(([mediaType, { schema = {} }]) =>
    mediaType === 'multipart/form-data'
      ? drawForm(document, known)
      : mediaType === 'application/json'
        ? drawJson(fittingValue(document, schema), operation.needsBody)
        : drawBytes(mediaType),
  );
  const otherType = fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data').map((type): DrawnBody => ({
    bytes: Buffer.from('x'),
    headers: { 'content-type': type },
    flaw: `a body of ${type}`,
  }));
  return fc.oneof(...ofEach.map((arbitrary) => ({ weight: 6, arbitrary })), { weight: 1, arbitrary: otherType });
}

const drawBytes = (mediaType: string): fc.Arbitrary<DrawnBody> =>
  fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ bytes, headers: { 'content-type': mediaType } }));

function drawJson(fitting: fc.Arbitrary<unknown>, needsBody: boolean): fc.Arbitrary<DrawnBody> {
  const headers = { 'content-type': 'application/json' };
  const bodyOf = (text: string, flaw?: string): DrawnBody => ({
    bytes: Buffer.from(text),
    headers,
    ...(flaw === undefined ? {} : { flaw }),
  });
  return fc.oneof(
    { weight: 5, arbitrary: fitting.map((value) => bodyOf(JSON.stringify(value))) },
    {
      weight: 2,
      arbitrary: unfittingJson(fitting).map((value) => bodyOf(JSON.stringify(value), 'JSON that does not fit')),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', '{', '{"a":1,}', 'undefined', '\u0000')
        .map((text) => (text === '' && !needsBody ? bodyOf(text) : bodyOf(text, 'malformed JSON'))),
    },
  );
}

function drawForm(document: ContractDocument, known: Known): fc.Arbitrary<DrawnBody> {
  const parameters = fittingValue(document, { $ref: '#/components/schemas/ProcessingParameters' });
  const file = fc.constantFrom(...known.files);
  return fc.oneof(
    { weight: 3, arbitrary: file.map((bytes) => formBody([filePart(bytes)])) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(file, parameters)
        .map(([bytes, value]) => formBody([filePart(bytes), fieldPart('parameters', JSON.stringify(value))])),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(file, unfittingJson(parameters))
        .map(([bytes, value]) =>
          formBody([filePart(bytes), fieldPart('parameters', JSON.stringify(value))], 'parameters that do not fit'),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => formBody([filePart(bytes)], 'a file of no format')),
    },
    { weight: 1, arbitrary: file.map((bytes) => formBody([filePart(bytes), filePart(bytes)], 'two files')) },
    { weight: 1, arbitrary: fc.constant(formBody([], 'no file')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(file, fc.constantFrom('language', 'Parameters', 'files', '__proto__'))
        .map(([bytes, name]) => formBody([filePart(bytes), fieldPart(name, '1')], 'an unknown field')),
    },
    { weight: 2, arbitrary: fc.tuple(file, fc.nat()).map(([bytes, at]) => truncated(formBody([filePart(bytes)]), at)) },
  );
}

const BOUNDARY = '----tearline-contract-7d1c';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

const filePart = (bytes: Uint8Array): Uint8Array => part('name="file"; filename="dräwn.pdf"', 'application/pdf', bytes);
const fieldPart = (name: string, value: string): Uint8Array =>
  part(`name="${name}"`, 'text/plain; charset=utf-8', Buffer.from(value));
const part = (disposition: string, type: string, value: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
    value,
    Buffer.from('\r\n'),
  ]);

const formBody = (parts: readonly Uint8Array[], flaw?: string): DrawnBody => ({
  bytes: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  headers: FORM,
  ...(flaw === undefined ? {} : { flaw }),
});

/** Truncates the form. Without the line break after the last boundary it would still be valid, so more is cut off. */
function truncated({ bytes = new Uint8Array(), headers }: DrawnBody, at: number): DrawnBody {
  return { bytes: bytes.subarray(0, at % (bytes.length - 4)), headers, flaw: 'a form that ends too early' };
}
