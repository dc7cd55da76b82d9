/** What a handler gives back, before it is an API Gateway result. */
import type { APIGatewayProxyResult } from 'aws-lambda';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. */
  readonly body: string | Uint8Array;
}

const JSON_TYPE = 'application/json';

/** 200 with a value as JSON. */
export const ok = (value: unknown): Answer => json(200, value);

/** Any status with a value as JSON. */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => jsonText(status, JSON.stringify(value), headers);

/** Any status with text that is JSON already. */
export const jsonText = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, ...headers },
  body,
});

/** 200 with a blob that is JSON already. */
export const jsonBytes = (bytes: Uint8Array): Answer => jsonText(200, new TextDecoder().decode(bytes));

/** 200 with bytes of any kind. */
export const file = (bytes: Uint8Array, contentType: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  headers: { 'Content-Type': contentType, ...headers },
  body: bytes,
});

export function toResult({ status, headers, body }: Answer): APIGatewayProxyResult {
  return typeof body === 'string'
    ? { statusCode: status, headers: { ...headers }, body, isBase64Encoded: false }
    : { statusCode: status, headers: { ...headers }, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'), isBase64Encoded: true };
}
