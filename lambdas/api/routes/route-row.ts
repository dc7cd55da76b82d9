/** What a row of the routes table holds. Rows are data: the handlers, the checks, the OpenAPI document and the gateway are all made from them. */
import type { z } from 'zod';

export type MediaType =
  'application/json' | 'application/problem+json' | 'text/html' | 'application/pdf' | 'image/jpeg' | 'image/png';
export type RequestMediaType = 'application/json' | 'multipart/form-data';

export interface ResponseRow {
  readonly description: string;
  /** A schema where the body is JSON, `binary` or `text` where it is not. No content: an empty body. */
  readonly content?: Readonly<Partial<Record<MediaType, z.ZodType | 'binary' | 'text'>>>;
  /** Names of headers beside those that every answer has; described in response-headers.ts. */
  readonly headers?: readonly string[];
}

export interface Deprecation {
  /** When the route was deprecated (RFC 9745) and when it may vanish (RFC 8594). */
  readonly since: Date;
  readonly sunset: Date;
  /** Path template of what to use instead. */
  readonly successor: string;
}

export interface RouteRow {
  readonly method: 'GET' | 'POST';
  /** A path with `{name}` segments. A GET answers HEAD too. */
  readonly path: string;
  /** Unique; also the handler's name. */
  readonly operationId: string;
  readonly tag: 'Processing' | 'Results' | 'Deprecated results' | 'Service';
  readonly summary: string;
  readonly description?: string;
  /** `none`: answered without credentials. */
  readonly auth: 'api_key' | 'none';
  readonly deprecation?: Deprecation;
  readonly request: {
    readonly path?: z.ZodObject;
    readonly query?: z.ZodObject;
    /** Names in lower case; headers that are not named here pass unchecked. */
    readonly headers?: z.ZodObject;
    readonly body?: Readonly<Partial<Record<RequestMediaType, z.ZodType>>>;
  };
  readonly responses: Readonly<Record<number, ResponseRow>>;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : Readonly<Record<string, never>>;

/** What a handler gets: every part of the request, checked against the row. */
export interface RequestParts<Row extends RouteRow> {
  readonly path: Output<Row['request']['path']>;
  readonly query: Output<Row['request']['query']>;
  readonly headers: Output<Row['request']['headers']>;
  readonly body: Row['request']['body'] extends object
    ? Output<Row['request']['body'][keyof Row['request']['body']]>
    : undefined;
}
