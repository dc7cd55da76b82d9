/** Random requests generated from the OpenAPI document: valid ones, and invalid ones that must be refused. */
import fc from 'fast-check';
import type { ContractDocument, JsonSchema, Operation, Parameter } from './openapi-operations.ts';
import { drawForm } from './draw-form.ts';
import type { DrawnBody } from './draw-form.ts';
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

function drawBody(document: ContractDocument, operation: Operation, known: Known): fc.Arbitrary<DrawnBody> {
  const bodies = Object.entries(operation.bodies);
  if (bodies.length === 0) return fc.constant({ bytes: undefined, headers: {} });
  const ofEach = bodies.map(([mediaType, { schema = {} }]) =>
    mediaType === 'multipart/form-data'
      ? drawForm(document, schema, known.files)
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
