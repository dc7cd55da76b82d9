/** Random bodies of multipart/form-data from the schema of an operation: valid ones, and invalid ones. */
import fc from 'fast-check';
import type { ContractDocument, JsonSchema } from './openapi-operations.ts';
import { resolveSchema } from './openapi-operations.ts';
import { fittingValue, unfittingJson, unfittingText } from './draw-values.ts';

export interface DrawnBody {
  readonly bytes: Uint8Array | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly flaw?: string;
}

/** The parts of one field. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly fitting: fc.Arbitrary<readonly Uint8Array[]>;
  /** What the service must refuse; undefined where every value is valid or may be. */
  readonly unfitting: fc.Arbitrary<readonly Uint8Array[]> | undefined;
}

const BOUNDARY = '----tearline-contract-7d1c';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
/** Files that a form has at most, where it may have several. */
const MAX_FILES = 3;

/** @param files  valid documents */
export function drawForm(
  document: ContractDocument,
  schema: JsonSchema,
  files: readonly Uint8Array[],
): fc.Arbitrary<DrawnBody> {
  const { properties = {}, required = [] } = resolveSchema(document, schema) as Readonly<{
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
  }>;
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    ...drawField(document, name, property, files),
  }));
  const fitting = drawFields(fields);
  return fc.oneof(
    { weight: 8, arbitrary: fitting.map((parts) => formBody(parts)) },
    ...fields.flatMap((field) => flawsOf(field, fitting)),
    {
      weight: 1,
      arbitrary: fc
        .tuple(fitting, fc.constantFrom('language', 'File', 'files', '__proto__'))
        .map(([parts, name]) => formBody([...parts, fieldPart(name, '1')], `an unknown field ${name}`)),
    },
    { weight: 2, arbitrary: fc.tuple(fitting, fc.nat()).map(([parts, at]) => truncated(formBody(parts), at)) },
  );
}

/** Every required field, and some of the others. */
const drawFields = (fields: readonly Field[]): fc.Arbitrary<readonly Uint8Array[]> =>
  fc
    .tuple(
      ...fields.map((field) =>
        field.required ? field.fitting : fc.oneof(fc.constant<readonly Uint8Array[]>([]), field.fitting),
      ),
    )
    .map((parts) => parts.flat());

/** Forms in which this field is missing, or has a value that does not fit, beside valid ones of the others. */
function flawsOf(
  { name, required, unfitting }: Field,
  fitting: fc.Arbitrary<readonly Uint8Array[]>,
): { weight: number; arbitrary: fc.Arbitrary<DrawnBody> }[] {
  const others = fitting.map((parts) => parts.filter((bytes) => !isOf(name, bytes)));
  return [
    ...(required ? [{ weight: 1, arbitrary: others.map((parts) => formBody(parts, `no field ${name}`)) }] : []),
    ...(unfitting === undefined
      ? []
      : [
          {
            weight: 1,
            arbitrary: fc
              .tuple(others, unfitting)
              .map(([parts, bad]) => formBody([...parts, ...bad], `a field ${name} that does not fit`)),
          },
        ]),
  ];
}

function drawField(
  document: ContractDocument,
  name: string,
  given: JsonSchema,
  files: readonly Uint8Array[],
): Pick<Field, 'fitting' | 'unfitting'> {
  const schema = resolveSchema(document, given);
  const file = fc.constantFrom(...files).map((bytes) => filePart(name, bytes));
  if (schema['format'] === 'binary')
    return {
      fitting: file.map((part) => [part]),
      unfitting: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => [filePart(name, bytes)]),
        file.map((part) => [part, part]),
      ),
    };
  if (schema['type'] === 'array')
    return {
      fitting: fc.array(file, { minLength: 1, maxLength: MAX_FILES }),
      unfitting: fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => [filePart(name, bytes)]),
    };
  const part = (text: string): readonly Uint8Array[] => [fieldPart(name, text)];
  if (schema['contentMediaType'] === 'application/json') {
    const value = fittingValue(document, jsonSchemaOf(schema));
    const json = (drawn: unknown) => part(JSON.stringify(drawn));
    return { fitting: value.map(json), unfitting: unfittingJson(value).map(json) };
  }
  return {
    fitting: fittingValue(document, schema).map((value) => part(String(value))),
    // Empty text is no value where the field is optional.
    unfitting: unfittingText(document, schema)
      ?.filter((text) => text !== '')
      .map(part),
  };
}

/** OpenAPI 3.1 has no place for it in a form but the description: `DocumentSpecification as JSON`. */
function jsonSchemaOf({ description }: JsonSchema): JsonSchema {
  const [, name] = /^(\w+) as JSON$/.exec(String(description)) ?? [];
  if (name === undefined) throw new Error(`No schema is named by: ${String(description)}`);
  return { $ref: `#/components/schemas/${name}` };
}

const disposition = (name: string): string => `form-data; name="${name}"`;
const isOf = (name: string, part: Uint8Array): boolean =>
  Buffer.from(part.subarray(0, 200)).toString('latin1').includes(disposition(name));
const filePart = (name: string, bytes: Uint8Array): Uint8Array =>
  partOf(`${disposition(name)}; filename="dräwn.pdf"`, 'application/pdf', bytes);
const fieldPart = (name: string, value: string): Uint8Array =>
  partOf(disposition(name), 'text/plain; charset=utf-8', Buffer.from(value));
const partOf = (dispositionOfIt: string, type: string, value: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${dispositionOfIt}\r\nContent-Type: ${type}\r\n\r\n`),
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
