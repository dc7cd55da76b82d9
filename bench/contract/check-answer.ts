/** Validates responses against the OpenAPI document: declared status, required headers, schema of the body. */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ContractDocument, Operation } from './openapi-operations.ts';

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
  /** The same for a response of no operation: it must be a problem body. */
  findProblemBreaches(answer: SeenAnswer): string[];
}

const ROOT = 'https://tearline.test/openapi.json';
const PROBLEM = 'application/problem+json';

export function answerCheck(document: ContractDocument): AnswerCheck {
  const validatorAt = validators(document);

  const findInvalid = (pointer: string, { body }: SeenAnswer, name: string): string[] => {
    const validate = validatorAt(pointer);
    return validate(parsed(body))
      ? []
      : (validate.errors ?? []).map((error) => `${name}: ${error.instancePath} ${error.message ?? ''}`);
  };

  const findBodyBreaches = (
    operation: Pick<Operation, 'method' | 'path' | 'responses'>,
    answer: SeenAnswer,
    name: string,
  ): string[] => {
    const content = operation.responses[answer.status]?.content;
    if (content === undefined)
      return answer.body.length === 0 ? [] : [`${name}: a body of ${answer.body.length} bytes where none is declared`];
    const mediaType = mediaTypeOf(answer);
    if (!Object.hasOwn(content, mediaType)) return [`${name}: the content type ${mediaType} is not declared`];
    if (!mediaType.endsWith('json')) return answer.body.length === 0 ? [`${name}: an empty body`] : [];
    const pointer = [
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      String(answer.status),
      'content',
      mediaType,
      'schema',
    ];
    return findInvalid(`/${pointer.map(escaped).join('/')}`, answer, name);
  };

  return {
    findBreaches: (operation, answer) => {
      const name = `${operation.method} ${operation.path} → ${answer.status}`;
      const declared = operation.responses[answer.status];
      if (declared === undefined) return [`${name}: this status is not declared`];
      const missing = Object.entries(declared.headers ?? {}).filter(
        ([header, { required }]) => required === true && answer.headers[header.toLowerCase()] === undefined,
      );
      return [
        ...missing.map(([header]) => `${name}: no header ${header}`),
        ...findBodyBreaches(operation, answer, name),
      ];
    },
    findProblemBreaches: (answer) =>
      mediaTypeOf(answer) === PROBLEM
        ? findInvalid('/components/schemas/Problem', answer, String(answer.status))
        : [`${answer.status}: not a problem body`],
  };
}

function validators(document: ContractDocument): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: ROOT, ...document });
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const made = compiled.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
    compiled.set(pointer, made);
    return made;
  };
}

const mediaTypeOf = ({ headers }: SeenAnswer): string => (headers['content-type'] ?? '').split(';')[0] ?? '';
const escaped = (segment: string): string => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
