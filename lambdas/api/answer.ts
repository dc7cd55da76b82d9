/** A handler's response, before its conversion to an API Gateway result. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { BlobStore } from '../../core/ports.ts';
import type { ResultFile } from '../../core/results/result-file.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. */
  readonly body: string | Uint8Array;
  /**
   * Returns the key of a blob with the same body and writes that blob first where it does not exist. Hosts with a limit
   * on the response size redirect to it. Absent where the body is always small.
   */
  readonly blobKey?: () => Promise<string>;
}

const JSON_TYPE = 'application/json';

/** 200 with a value as JSON. */
export const ok = (value: unknown): Answer => json(200, value);

/** Any status with a value as JSON. */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  jsonText(status, JSON.stringify(value), headers);

/** Any status with a body that is serialised JSON. */
export const jsonText = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, ...headers },
  body,
});

/** 200 with the content of a JSON blob. @throws BlobNotFoundError */
export const jsonBlob = async (blobs: Pick<BlobStore, 'get'>, key: string): Promise<Answer> => ({
  ...jsonText(200, new TextDecoder().decode(await blobs.get(key))),
  blobKey: () => Promise.resolve(key),
});

/** 200 with the bytes of a blob of any content type. */
export const file = (
  { key, bytes, contentType }: Pick<ResultFile, 'key' | 'bytes' | 'contentType'>,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status: 200,
  headers: { 'Content-Type': contentType, ...headers },
  body: bytes,
  blobKey: () => Promise.resolve(key),
});

/** The API Gateway proxy result; binary bodies in base64. */
export function toResult({ status, headers, body }: Answer): APIGatewayProxyResult {
  return typeof body === 'string'
    ? { statusCode: status, headers: { ...headers }, body, isBase64Encoded: false }
    : {
        statusCode: status,
        headers: { ...headers },
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
        isBase64Encoded: true,
      };
}
