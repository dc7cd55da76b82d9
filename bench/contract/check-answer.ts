/** Validates responses against the OpenAPI document: declared status and headers, required headers, schema of the body. */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ContractDocument, DeclaredResponse, JsonSchema, Operation } from './openapi-operations.ts';
import { escaped, operationsOf, unescaped } from './openapi-operations.ts';

/** A response as received over HTTP, or as returned by the handler. */
export interface SeenAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface AnswerCheck {
  /** Violations of the OpenAPI document, as sentences; empty where the response conforms. */
  findBreaches(operation: Pick<Operation, 'method' | 'path' | 'responses'>, answer: SeenAnswer): string[];
  /** The same for the response to a HEAD, which has the status and headers of the GET and no body. */
  findHeadBreaches(operation: Pick<Operation, 'path' | 'responses'>, answer: SeenAnswer): string[];
  /** The same for a response of no operation: a problem that operations share, of that status. */
  findProblemBreaches(answer: SeenAnswer): string[];
}

const ROOT = 'https://tearline.test/openapi.json';
const PROBLEM = 'application/problem+json';

/** `Content-Type` is declared by the media types. The others belong to the connection, or to every HTTP response. */
const UNDECLARED_HEADERS = ['content-type', 'connection', 'date', 'keep-alive', 'transfer-encoding'];

export function answerCheck(document: ContractDocument): AnswerCheck {
  const validatorAt = validators(document);
  const operations = operationsOf(document);

  const findInvalid = (pointer: string, { body }: SeenAnswer, name: string): string[] => {
    const validate = validatorAt(pointer);
    return validate(parsed(body))
      ? []
      : (validate.errors ?? []).map((error) => `${name}: ${error.instancePath} ${error.message ?? ''}`);
  };

  const findBodyBreaches = ({ content, pointer }: DeclaredResponse, answer: SeenAnswer, name: string): string[] => {
    if (content === undefined)
      return answer.body.length === 0 ? [] : [`${name}: a body of ${answer.body.length} bytes where none is declared`];
    const mediaType = mediaTypeOf(answer);
    if (!Object.hasOwn(content, mediaType)) return [`${name}: the content type ${mediaType} is not declared`];
    if (!mediaType.endsWith('json')) return answer.body.length === 0 ? [`${name}: an empty body`] : [];
    return findInvalid(`${pointer}/content/${escaped(mediaType)}/schema`, answer, name);
  };

  /** @param findMore  checks what only some requests have; given the declared response */
  const findBreachesOf = (
    name: string,
    declared: DeclaredResponse | undefined,
    answer: SeenAnswer,
    findMore: (declared: DeclaredResponse) => string[],
  ): string[] =>
    declared === undefined
      ? [`${name}: this status is not declared`]
      : [...findHeaderBreaches(declared, answer, name), ...findMore(declared)];

  return {
    findBreaches: ({ method, path, responses }, answer) => {
      const name = `${method} ${path} → ${answer.status}`;
      return findBreachesOf(name, responses[answer.status], answer, (declared) =>
        findBodyBreaches(declared, answer, name),
      );
    },
    findHeadBreaches: ({ path, responses }, answer) => {
      const name = `HEAD ${path} → ${answer.status}`;
      return findBreachesOf(name, responses[answer.status], answer, () =>
        answer.body.length === 0 ? [] : [`${name}: a body of ${answer.body.length} bytes`],
      );
    },
    findProblemBreaches: (answer) => {
      if (mediaTypeOf(answer) !== PROBLEM) return [`${answer.status}: not a problem body`];
      const name = String(answer.status);
      const declared = operations
        .flatMap(({ responses }) => responses[answer.status] ?? [])
        .filter(({ pointer }) => pointer.startsWith('/components/responses/'));
      const breaches = [...new Map(declared.map((response) => [response.pointer, response])).values()].map((response) =>
        findBreachesOf(name, response, answer, () => findBodyBreaches(response, answer, name)),
      );
      return breaches.some((found) => found.length === 0)
        ? []
        : (breaches[0] ?? [`${name}: operations share no response of this status`]);
    },
  };
}

function findHeaderBreaches({ headers }: DeclaredResponse, answer: SeenAnswer, name: string): string[] {
  const declared = Object.keys(headers).map((header) => header.toLowerCase());
  const missing = Object.entries(headers).filter(
    ([header, { required }]) => required === true && answer.headers[header.toLowerCase()] === undefined,
  );
  const undeclared = Object.keys(answer.headers).filter(
    (header) => ![...declared, ...UNDECLARED_HEADERS].includes(header),
  );
  return [
    ...missing.map(([header]) => `${name}: no header ${header}`),
    ...undeclared.map((header) => `${name}: the header ${header} is not declared`),
  ];
}

/** Each schema is compiled once, when its first response is validated. */
function validators(document: ContractDocument): (pointer: string) => ValidateFunction {
  // A schema that others refer to is compiled for itself, not again into each of them.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: ROOT, ...document });
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const target = schemaBehind(document, pointer);
    const made =
      compiled.get(target) ?? ajv.compile({ $ref: `${ROOT}#${target.split('/').map(encodeURIComponent).join('/')}` });
    compiled.set(target, made);
    return made;
  };
}

/** Follows the schema at a JSON pointer while it is nothing but a reference. @returns the pointer of the last one */
function schemaBehind(document: ContractDocument, pointer: string): string {
  let found: unknown = document;
  for (const segment of pointer.split('/').slice(1))
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[unescaped(segment)];
  const { $ref: reference, ...others } = (found ?? {}) as JsonSchema; // A missing schema is reported by Ajv.
  return typeof reference === 'string' && Object.keys(others).length === 0
    ? schemaBehind(document, reference.slice(1))
    : pointer;
}

const mediaTypeOf = ({ headers }: SeenAnswer): string => (headers['content-type'] ?? '').split(';')[0] ?? '';

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
