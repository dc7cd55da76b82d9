/**
 * Selects the representation of an answer that a request asks for (RFC 9110): its content coding and ETag, 304 where
 * the client has it, and a range of it.
 */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { BlobStore } from '../../../core/ports.ts';
import type { Answer } from '../answer.ts';
import { isStored, readBody, sizeOf, withVary } from '../answer.ts';
import { headersOf } from '../middleware/request/api-event.ts';
import { allowsRange, contentRange, requestedRange } from './byte-range.ts';
import type { Coding } from './content-coding.ts';
import { acceptedCodings, chooseCoding, code, codedBody, isCodable } from './content-coding.ts';
import { entityTag, namesTag, plainTag } from './entity-tags.ts';

type Blobs = Pick<BlobStore, 'get'>;
type Headers = Readonly<Record<string, string>>;

/** Headers that a 304 does not have. */
const OF_A_BODY = ['Content-Type', 'Content-Disposition'];

/** @throws RangeNotSatisfiableError, BlobNotFoundError */
export async function represent(
  event: Pick<APIGatewayProxyEvent, 'httpMethod' | 'headers' | 'multiValueHeaders'>,
  answer: Answer,
  blobs: Blobs,
): Promise<Answer> {
  if (answer.status !== 200 && answer.status !== 201) return answer;
  const headers = headersOf(event);
  const codable = isCodable(answer.headers['Content-Type']);
  const accepted: readonly Coding[] = codable ? acceptedCodings(headers['accept-encoding']) : ['identity'];
  const varying = codable ? withHeaders(answer, withVary(answer.headers, 'Accept-Encoding')) : answer;
  const coding = chooseCoding(accepted, sizeOf(answer.body));
  if (answer.status === 201 || !['GET', 'HEAD'].includes(event.httpMethod)) return codedOnce(varying, coding, blobs);
  const tag = plainTag(answer.body);
  const held = accepted.map((one) => entityTag(tag, one)).find((etag) => namesTag(headers['if-none-match'], etag));
  if (held !== undefined) return notModified(varying, held);
  const etag = entityTag(tag, coding);
  const whole = await coded(withHeaders(varying, cacheHeaders(etag)), coding, tag, blobs);
  // RFC 9110 defines ranges for GET alone.
  return part(whole, etag, event.httpMethod === 'GET' ? headers : {});
}

/** The answer with a body that is not in the blob store. @throws BlobNotFoundError */
export const inMemory = async (answer: Answer, blobs: Blobs): Promise<Answer> => ({
  ...answer,
  body: await readBody(answer.body, blobs),
});

const withHeaders = (answer: Answer, headers: Headers): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

const cacheHeaders = (etag: string): Headers => ({ ETag: etag, 'Cache-Control': 'private, no-cache' });

/** 304 with the ETag that the client has, without the headers that describe a body. */
function notModified({ headers }: Answer, etag: string): Answer {
  const kept = Object.entries(headers).filter(([name]) => !OF_A_BODY.includes(name));
  return { status: 304, headers: { ...Object.fromEntries(kept), ...cacheHeaders(etag) }, body: '' };
}

/** Nobody asks for the body again: it is neither named nor kept. */
async function codedOnce(answer: Answer, coding: Coding, blobs: Blobs): Promise<Answer> {
  if (coding === 'identity') return answer;
  const body = await code({ coding, read: () => readBody(answer.body, blobs) });
  return { ...withHeaders(answer, { 'Content-Encoding': coding }), body, blobSize: sizeOf(answer.body) };
}

async function coded(answer: Answer, coding: Coding, tag: string, blobs: Blobs): Promise<Answer> {
  if (coding === 'identity') return answer;
  const name = isStored(answer.body) ? `${answer.body.blob.key} ${tag}` : tag;
  const body = await codedBody(name, { coding, read: () => readBody(answer.body, blobs) });
  return { ...withHeaders(answer, { 'Content-Encoding': coding }), body, blobSize: sizeOf(answer.body) };
}

/** The part that Range requests, or the whole answer. @throws RangeNotSatisfiableError */
function part(answer: Answer, etag: string, request: Headers): Answer {
  if (answer.ranges !== true || !isStored(answer.body)) return answer;
  const whole = withHeaders(answer, { 'Accept-Ranges': 'bytes' });
  const range = allowsRange(request['if-range'], etag) ? requestedRange(answer.body, request['range']) : undefined;
  return range === undefined
    ? whole
    : {
        ...withHeaders(whole, { 'Content-Range': contentRange(range) }),
        status: 206,
        body: range,
        blobSize: range.blob.size,
      };
}
