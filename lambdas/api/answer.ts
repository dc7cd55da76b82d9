/** A handler's response, before its conversion to the host's result. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { BlobInfo, BlobRange, BlobStore } from '../../core/ports.ts';
import type { ResultFile } from '../../core/results/result-file.ts';
import { findResult } from '../../core/results/result-file.ts';
import { inlineFile } from './representation/content-disposition.ts';

/** Text is sent as UTF-8. Bytes that lie in the blob store are not read before the host sends them. */
export type Body = string | Uint8Array | BlobRange;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Clients may request a range of the body; it then is a BlobRange. */
  readonly ranges?: true;
  /**
   * Returns the key of a blob with the same body and writes that blob first where it does not exist. Hosts with a limit
   * on the response size redirect to it. Absent where the body is always small.
   */
  readonly blobKey?: () => Promise<string>;
  /** Bytes of that blob, where the body is coded or a part of it. */
  readonly blobSize?: number;
}

/** The host's result: an API Gateway proxy result. For a host that sends blobs, bytes of one may replace the body. */
export interface ApiResult extends APIGatewayProxyResult {
  readonly stored?: BlobRange | undefined;
}

const JSON_TYPE = 'application/json';

/** 200 with a value as JSON. */
export const ok = (value: unknown): Answer => json(200, value);

/** 204 without a body. */
export const noContent = (): Answer => ({ status: 204, headers: {}, body: '' });

/** Any status with a value as JSON. */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  jsonText(status, JSON.stringify(value), headers);

/** Any status with a body that is serialised JSON. */
export const jsonText = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, ...headers },
  body,
});

/** 200 with the content of a blob, of its content type. @throws BlobNotFoundError */
export const blobAnswer = async (
  blobs: Pick<BlobStore, 'head'>,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => ofBlob(await findResult(blobs, key), headers);

/** 200 with the content of a blob that is there, of its content type. */
export const storedBlob = (info: BlobInfo): Answer => ofBlob(info, {});

/** 200 with a file, of which clients may request ranges. */
export const file = (result: ResultFile): Answer => ({
  ...ofBlob(result, { 'Content-Disposition': inlineFile(result.fileName) }),
  ranges: true,
});

const ofBlob = (
  { key, size, contentType, etag }: BlobInfo,
  headers: Readonly<Record<string, string>>,
): Answer & { readonly body: BlobRange } => {
  const blob = { key, size, contentType, etag };
  return {
    status: 200,
    headers: { 'Content-Type': contentType, ...headers },
    body: { blob, offset: 0, length: size },
    blobKey: () => Promise.resolve(key),
  };
};

/** The headers with one more field name in Vary. */
export const withVary = <Value extends string | number | boolean>(
  headers: Readonly<Record<string, Value>>,
  name: string,
): Record<string, Value | string> => ({
  ...headers,
  Vary: headers['Vary'] === undefined ? name : `${headers['Vary']}, ${name}`,
});

export const isStored = (body: Body): body is BlobRange => typeof body === 'object' && 'blob' in body;

/** The host's result for an answer; binary bodies in base64. */
export function toResult({ status, headers, body }: Answer): ApiResult {
  const head = { statusCode: status, headers: { ...headers } };
  if (isStored(body)) return { ...head, stored: body, body: '', isBase64Encoded: false };
  return typeof body === 'string'
    ? { ...head, body, isBase64Encoded: false }
    : {
        ...head,
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
        isBase64Encoded: true,
      };
}

/** The text or the bytes of a body. @throws BlobNotFoundError */
export const readBody = async (body: Body, blobs: Pick<BlobStore, 'get'>): Promise<string | Uint8Array> => {
  if (!isStored(body)) return body;
  const { blob, offset, length } = body;
  return length === blob.size ? blobs.get(blob.key) : blobs.get(blob.key, { offset, length });
};

/** Bytes of a body as the client receives it. */
export const sizeOf = (body: Body): number => (typeof body === 'string' ? Buffer.byteLength(body) : body.length);
