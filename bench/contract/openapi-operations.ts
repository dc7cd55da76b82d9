/** The parts of an OpenAPI 3.1 document that the contract tests read. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

export interface Operation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** With `{name}` segments. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  /** By media type. */
  readonly bodies: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Operation['bodies'] };
  readonly responses: Operation['responses'];
}

export interface ContractDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
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
        parameters: described.parameters ?? [],
        bodies: described.requestBody?.content ?? {},
        responses: described.responses,
      })),
  );

/** Resolves `$ref` within the document, repeatedly. @throws Error where the reference does not exist */
export function resolveSchema(document: ContractDocument, schema: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const found = document.components.schemas[reference.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`${reference} is not in the document.`);
  return resolveSchema(document, found);
}
