/** The parts of an OpenAPI 3.1 document that the contract tests read. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Reference {
  readonly $ref: string;
}

interface DescribedHeader {
  readonly required?: boolean;
}

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, DescribedHeader | Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

/** A response without references. */
export interface DeclaredResponse {
  /** JSON pointer of the response in the document. */
  readonly pointer: string;
  readonly headers: Readonly<Record<string, DescribedHeader>>;
  readonly content: DescribedResponse['content'];
}

export interface Operation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** With `{name}` segments. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  /** False where a request without a body is valid. */
  readonly needsBody: boolean;
  /** By media type. */
  readonly bodies: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Operation['bodies'] };
  readonly responses: Readonly<Record<string, DescribedResponse | Reference>>;
}

export interface ContractDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly headers?: Readonly<Record<string, DescribedHeader>>;
    readonly responses?: Readonly<Record<string, DescribedResponse>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** All operations of the document. */
export const operationsOf = (document: ContractDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, described]) => ({
        operationId: described.operationId,
        method: method.toUpperCase(),
        path,
        needsKey: described.security?.length !== 0,
        parameters: (described.parameters ?? []).map((parameter) => resolveReference(document, parameter)),
        needsBody: described.requestBody?.required === true,
        bodies: described.requestBody?.content ?? {},
        responses: declaredResponses(document, described.responses, `/paths/${escaped(path)}/${method}/responses`),
      })),
  );

function declaredResponses(
  document: ContractDocument,
  responses: DescribedOperation['responses'],
  pointer: string,
): Record<string, DeclaredResponse> {
  return Object.fromEntries(
    Object.entries(responses).map(([name, response]) => {
      const { headers = {}, content } = resolveReference(document, response);
      return [
        name,
        {
          pointer: '$ref' in response ? response.$ref.slice(1) : `${pointer}/${escaped(name)}`,
          headers: Object.fromEntries(
            Object.entries(headers).map(([header, described]) => [header, resolveReference(document, described)]),
          ),
          content,
        },
      ];
    }),
  );
}

/** The part of `components` that a reference names. @throws Error where it does not exist */
function resolveReference<Part extends object>(document: ContractDocument, part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = document.components;
  const found = components[kind]?.[name];
  if (found === undefined) throw new Error(`${part.$ref} is not in the document.`);
  return found as Part; // In the document's own references a response refers to a response, a header to a header.
}

/** A segment of a JSON pointer (RFC 6901). */
export const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** The reverse of `escaped`. */
export const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Resolves `$ref` within the document, repeatedly. @throws Error where the reference does not exist */
export function resolveSchema(document: ContractDocument, schema: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const found = document.components.schemas[reference.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`${reference} is not in the document.`);
  return resolveSchema(document, found);
}
