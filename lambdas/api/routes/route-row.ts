/**
 * What a row of the routes table holds. Rows are data: request validation, the OpenAPI document and the API Gateway
 * definition are generated from them.
 */
import type { z } from 'zod';
import type { Role } from '../../../core/accounts/caller.ts';

export type MediaType =
  | 'application/json'
  | 'application/problem+json'
  | 'text/csv'
  | 'text/html'
  | 'application/pdf'
  | 'application/octet-stream'
  | 'application/zip'
  | 'image/jpeg';
export type RequestMediaType = 'application/json' | 'multipart/form-data';

export interface ResponseRow {
  /** Of a response that several operations share: its name in `components` of the OpenAPI document. */
  readonly id?: string;
  readonly description: string;
  /** A schema for JSON, else `binary` or `text`. Absent: an empty body. */
  readonly content?: Readonly<Partial<Record<MediaType, z.ZodType | 'binary' | 'text'>>>;
  /**
   * Headers beside those of every response; described in response-headers.ts. A name with a question mark at its end: not
   * in every response of this status.
   */
  readonly headers?: readonly string[];
}

export interface Deprecation {
  /** When the route was deprecated (RFC 9745) and from when it may be removed (RFC 8594). */
  readonly since: Date;
  readonly sunset: Date;
  /** Path template of the replacement. */
  readonly successor: string;
}

export interface FormParts {
  /** Parts that are files; of `many`, the member of the body is a list. */
  readonly files: Readonly<Record<string, 'one' | 'many'>>;
  /** Parts whose text is JSON. */
  readonly json: readonly string[];
  /** Parts that count as absent where they are empty: browsers send every field of a form. */
  readonly optional: readonly string[];
}

interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * A path with `{name}` segments. A GET row also matches HEAD. Paths with the same beginning give the segment after it
   * the same name (API Gateway requires it); a literal segment comes before a named one.
   */
  readonly path: string;
  /** Unique; also the handler's name. */
  readonly operationId: string;
  /**
   * The core function that the handler calls, as `<module below core/>#<export>`. A string, so that the table imports
   * no use case. Absent for routes about the service itself.
   */
  readonly core?: `${string}.ts#${string}`;
  readonly tag:
    | 'Processing'
    | 'Results'
    | 'Review'
    | 'Deprecated results'
    | 'Workflows'
    | 'Training data'
    | 'Usage'
    | 'Account'
    | 'Training'
    | 'Models'
    | 'Service';
  readonly summary: string;
  readonly description?: string;
  readonly deprecation?: Deprecation;
  /**
   * True: a retry with the same `Idempotency-Key` gets the first answer again (idempotency/answer-once.ts). The schema of
   * the headers includes idempotencyHeadersSchema. A handler whose work must not be done twice after a crash makes
   * linkRequest part of its write.
   */
  readonly idempotent?: true;
  /** True: the request makes work (documents, uploads, trainings, models, exports): its rates are apart from all others. */
  readonly makesWork?: true;
  /**
   * True: the answer holds a secret, which is stored only sealed with the Idempotency-Key (sealed-answers.ts). The answer
   * says that nobody else is to store it (`Cache-Control: no-store`).
   */
  readonly secret?: true;
  /** True: a share link of the result in the path may call it. */
  readonly shared?: true;
  readonly request: {
    readonly path?: z.ZodObject;
    readonly query?: z.ZodObject;
    /** Names in lower case. Headers that are not named here are not checked. */
    readonly headers?: z.ZodObject;
    readonly body?: Readonly<Partial<Record<RequestMediaType, z.ZodType>>>;
    /** True: a request without a body is one with an empty JSON object. */
    readonly bodyIsOptional?: true;
    /** How the parts of a form are read. Default: a `file`, and `parameters` as JSON. */
    readonly form?: FormParts;
  };
  readonly responses: Readonly<Record<number, ResponseRow>>;
}

/** `auth` is `none` where no credentials are required. `role` is the least one that may call the route. */
type Access = { readonly auth: 'api_key'; readonly role: Role } | { readonly auth: 'none'; readonly role?: undefined };

export type RouteRow = Operation & Access;

/** Checks a row and keeps its literal types, from which RequestParts infers a handler's input. */
export const row = <const Row extends RouteRow>(value: Row): Row => value;

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : Readonly<Record<string, never>>;

/** Input of a handler: every part of the request, checked against the row. */
export interface RequestParts<Row extends RouteRow> {
  readonly path: Output<Row['request']['path']>;
  readonly query: Output<Row['request']['query']>;
  readonly headers: Output<Row['request']['headers']>;
  readonly body: Row['request']['body'] extends object
    ? Output<Row['request']['body'][keyof Row['request']['body']]>
    : undefined;
}
