/** The host's result for an answer. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { BlobRange, BlobStore } from '../../../core/ports.ts';
import type { Answer } from '../answer.ts';
import { isStored, readBody } from '../answer.ts';

/** An API Gateway proxy result; for a host that sends blobs itself, the bytes of one may take the place of the body. */
export interface ApiResult extends APIGatewayProxyResult {
  readonly stored?: BlobRange;
}

/** @returns binary bodies in base64 @throws BlobNotFoundError */
export async function toResult(
  { status, headers, body }: Answer,
  method: string,
  { blobs, sendsBlobs }: { readonly blobs: Pick<BlobStore, 'get'>; readonly sendsBlobs: boolean },
): Promise<ApiResult> {
  const head = { statusCode: status, headers: { ...headers } };
  if (isStored(body) && method === 'HEAD')
    return { ...head, headers: { ...headers, 'Content-Length': body.length }, body: '', isBase64Encoded: false };
  if (isStored(body) && sendsBlobs) return { ...head, stored: body, body: '', isBase64Encoded: false };
  const read = await readBody(body, blobs);
  return typeof read === 'string'
    ? { ...head, body: read, isBase64Encoded: false }
    : { ...head, body: inBase64(read), isBase64Encoded: true };
}

const inBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
