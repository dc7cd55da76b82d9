/** What the reference reads of the service's OpenAPI 3.1 document (lambdas/api/openapi makes it). */

/** A JSON schema of the document. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

export interface Content {
  readonly schema?: ApiSchema;
  readonly example?: unknown;
}

export interface ApiResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Reference {
  readonly $ref: string;
}

interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>;
}

export interface OpenApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation extends Omit<DocumentOperation, 'parameters' | 'responses' | 'requestBody'> {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By media type; empty: the request has no body. */
  readonly body: Readonly<Record<string, Content>>;
  /** By status, in its order. */
  readonly responses: readonly (readonly [status: string, response: ApiResponse])[];
}

export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** What a reference into the document's components leads to; anything else as it is. */
const resolved = (document: OpenApiDocument, value: unknown): unknown => {
  const reference = (value as Partial<Reference>).$ref;
  const [, part, name] = /^#\/components\/(\w+)\/(.+)$/.exec(reference ?? '') ?? [];
  return part === undefined || name === undefined ? value : document.components[part]?.[name];
};

/** A schema, without its reference. */
export const schemaOf = (document: OpenApiDocument, schema: ApiSchema): ApiSchema =>
  // The document's references lead to schemas.
  ({ ...(resolved(document, schema) as ApiSchema), ...descriptionOf(schema) });

/** A description beside a reference is that of the place, which says more. */
const descriptionOf = ({ description }: ApiSchema): Pick<ApiSchema, 'description'> =>
  description === undefined ? {} : { description };

/** The operations, in the order of the document, by their tags. */
export const operationGroupsOf = (document: OpenApiDocument): OperationGroup[] => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const { parameters = [], requestBody, responses, ...rest } = operation;
      return {
        ...rest,
        method: method.toUpperCase(),
        path,
        // The document's references lead to what stands in their place.
        parameters: parameters.map((one) => resolved(document, one) as Parameter),
        body: requestBody?.content ?? {},
        responses: Object.entries(responses).map(([status, one]) => [status, resolved(document, one) as ApiResponse]),
      };
    }),
  );
  return document.tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ tags }) => tags[0] === name),
    }))
    .filter((group) => group.operations.length > 0);
};

/** The type of a schema in the words of JSON schema: "integer, 0 to 120", "array of string (uuid)". */
export const typeText = (document: OpenApiDocument, schema: ApiSchema): string => {
  const { type, format, items, anyOf, const: constant, enum: values } = schemaOf(document, schema);
  if (anyOf !== undefined) return anyOf.map((one) => typeText(document, one)).join(' or ');
  if (constant !== undefined) return JSON.stringify(constant);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (items !== undefined) return `array of ${typeText(document, items)}`;
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
  return [format === undefined ? name : `${name} (${format})`, rangeText(schemaOf(document, schema))]
    .filter((part) => part !== '')
    .join(', ');
};

const rangeText = ({ minimum, maximum, minLength, maxLength }: ApiSchema): string => {
  const between = (low: number | undefined, high: number | undefined, unit: string): string =>
    high === undefined
      ? low === undefined
        ? ''
        : `at least ${low}${unit}`
      : low === undefined
        ? `at most ${high}${unit}`
        : `${low} to ${high}${unit}`;
  return between(minimum, maximum, '') || between(minLength, maxLength, ' characters');
};

export interface Property {
  /** With the names of what it is in: `sub_documents[].name`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Deeper parts are left to the document itself. */
const MAX_DEPTH = 3;

/** The properties of a schema, each followed by those inside it. */
export const propertiesOf = (document: OpenApiDocument, schema: ApiSchema, prefix = '', depth = 0): Property[] => {
  const { properties = {}, required = [] } = schemaOf(document, schema);
  return Object.entries(properties).flatMap(([key, property]) => {
    const { description = '' } = schemaOf(document, property);
    const name = prefix + key;
    const row = { name, type: typeText(document, property), required: required.includes(key), description };
    const [inner, suffix] = innerOf(document, property);
    return depth < MAX_DEPTH ? [row, ...propertiesOf(document, inner, `${name}${suffix}.`, depth + 1)] : [row];
  });
};

/** The object inside a list or beside null. */
const innerOf = (document: OpenApiDocument, schema: ApiSchema): [inner: ApiSchema, suffix: string] => {
  const found = schemaOf(document, schema);
  if (found.items !== undefined) return [found.items, '[]'];
  const inner = found.anyOf?.find((one) => schemaOf(document, one).properties !== undefined);
  return [inner ?? found, ''];
};
