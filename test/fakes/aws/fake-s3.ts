/** One S3 bucket in memory, behind its wire protocol. Presigned URLs are verified as S3 does. */
import { createHash, randomUUID } from 'node:crypto';
import { hasValidSignature } from '../signature-check.ts';
import { FakeWire } from './fake-wire.ts';
import type { WireAnswer, WireRequest } from './fake-wire.ts';

interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
}

interface PartialUpload {
  readonly key: string;
  readonly contentType: string;
  readonly parts: Map<number, Buffer>;
}

const PAGE_KEYS = 1000;

const xml = (status: number, body: string): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
export const s3Error = (status: number, code: string): WireAnswer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
const tagOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
const textsOf = (text: string, element: string): string[] =>
  [...text.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'gu'))].map(([, value = '']) => value);

export class FakeS3 extends FakeWire {
  /** Answers 403 for absent objects, as S3 does for callers that may not list the whole bucket. */
  hidesAbsence = false;
  readonly objects = new Map<string, StoredObject>();
  /** Multipart uploads that were started and neither completed nor aborted. */
  readonly unfinished = new Map<string, PartialUpload>();
  /** Keys for which DeleteObjects reports a transient error, with the remaining number of times. */
  readonly refuseDeletion = new Map<string, number>();

  store(key: string, bytes: Buffer, contentType: string): string {
    const etag = tagOf(bytes);
    this.objects.set(key, { bytes, contentType, etag });
    return etag;
  }

  /** Sends a body to a presigned URL as a client does. @returns the HTTP status */
  receive(url: string, headers: Readonly<Record<string, string>>, body: Uint8Array): number {
    const { host, pathname, searchParams } = new URL(url);
    const sent = {
      host,
      'content-length': String(body.length),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    };
    if (!hasValidSignature({ method: 'PUT', url, headers: sent }, 'test', Date.now())) return 403;
    return this.answer({
      method: 'PUT',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: sent,
      body: Buffer.from(body),
    }).status;
  }

  protected answer(request: WireRequest): WireAnswer {
    const { method, query } = request;
    const key = decodeURIComponent(request.path.slice(1));
    if (method === 'GET' && query['list-type'] === '2') return this.#list(query);
    if (method === 'POST' && 'delete' in query) return this.#deleteMany(request.body.toString());
    if ('uploads' in query || 'uploadId' in query) return this.#multipart(request, key);
    if (method === 'PUT') return this.#put(request, key);
    const object = this.objects.get(key);
    if (object === undefined && this.hidesAbsence)
      return method === 'HEAD' ? { status: 403 } : s3Error(403, 'AccessDenied');
    if (object === undefined) return method === 'HEAD' ? { status: 404 } : s3Error(404, 'NoSuchKey');
    const headers = {
      'content-type': object.contentType,
      'content-length': String(object.bytes.length),
      etag: `"${object.etag}"`,
    };
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers['range'] ?? '');
    if (method === 'GET' && range !== null) {
      const body = object.bytes.subarray(Number(range[1]), Number(range[2]) + 1);
      return { status: 206, headers: { ...headers, 'content-length': String(body.length) }, body };
    }
    return { status: 200, headers, body: method === 'HEAD' ? '' : object.bytes };
  }

  #put({ headers, body }: WireRequest, key: string): WireAnswer {
    if (headers['if-none-match'] === '*' && this.objects.has(key)) return s3Error(412, 'PreconditionFailed');
    return {
      status: 200,
      headers: { etag: `"${this.store(key, body, headers['content-type'] ?? 'binary/octet-stream')}"` },
    };
  }

  #list({ prefix = '', 'continuation-token': after = '' }: Readonly<Record<string, string>>): WireAnswer {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE_KEYS);
    const next =
      keys.length > page.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>';
    return xml(
      200,
      `<ListBucketResult>${next}${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
    );
  }

  #deleteMany(body: string): WireAnswer {
    const refused = textsOf(body, 'Key').filter((key) => {
      const left = this.refuseDeletion.get(key) ?? 0;
      this.refuseDeletion.set(key, left - 1);
      if (left <= 0) this.objects.delete(key);
      return left > 0;
    });
    return xml(
      200,
      `<DeleteResult>${refused.map((key) => `<Error><Key>${key}</Key><Code>InternalError</Code><Message>again</Message></Error>`).join('')}</DeleteResult>`,
    );
  }

  #multipart({ method, query, headers, body }: WireRequest, key: string): WireAnswer {
    const id = query['uploadId'] ?? randomUUID();
    if ('uploads' in query) {
      this.unfinished.set(id, { key, contentType: headers['content-type'] ?? '', parts: new Map() });
      return xml(
        200,
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const upload = this.unfinished.get(id);
    if (upload === undefined) return s3Error(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query['partNumber']), body);
      return { status: 200, headers: { etag: `"${tagOf(body)}"` } };
    }
    this.unfinished.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const numbers = textsOf(body.toString(), 'PartNumber').map(Number);
    const etag = this.store(
      upload.key,
      Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))),
      upload.contentType,
    );
    return xml(
      200,
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`,
    );
  }
}
