/** What makes two requests the same for `Idempotency-Key`: operation, path, query and body. */
import { createHash } from 'node:crypto';
import { UnsupportedContentEncodingError, UnsupportedMediaTypeError } from '../../../core/errors.ts';
import { headerOf } from '../middleware/request/api-event.ts';
import type { AuthenticatedEvent, ReadBody } from '../middleware/request/api-event.ts';
import { queryOf } from '../middleware/request/validation.ts';

/**
 * Returns the hash of a request, or undefined for a Content-Type that the route does not accept and for a Content-Encoding
 * that is not decoded: then nothing is read.
 * Not part of the hash: headers, the name of the file, the boundary of a form, and the order of members, fields and
 * query parameters.
 * @param content  the body being parsed; undefined where the route has none
 */
export const hashRequest = async (
  event: AuthenticatedEvent,
  content: Promise<ReadBody> | undefined,
): Promise<string | undefined> => {
  const body = content === undefined ? '' : await hashBody(event, content);
  if (body === undefined) return undefined;
  // Ids in paths are accepted in both cases.
  const path = Object.fromEntries(Object.entries(event.segments).map(([name, value]) => [name, value.toLowerCase()]));
  return sha256(canonicalJson([event.route.row.operationId, path, queryOf(event), body]));
};

/** The body is not read for its headers. */
const NOT_READ = [UnsupportedContentEncodingError, UnsupportedMediaTypeError];

/** A body that cannot be parsed is hashed as it is: its refusal is an answer like any other. */
const hashBody = async (event: AuthenticatedEvent, content: Promise<ReadBody>): Promise<string | undefined> => {
  try {
    const { mediaType, value } = await content;
    return sha256(`${mediaType} ${canonicalJson(value)}`);
  } catch (error) {
    return NOT_READ.some((refusal) => error instanceof refusal) ? undefined : hashBytes(event);
  }
};

/** JSON with sorted names; the bytes of a file as their hash. @throws RangeError where it is nested too deeply */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    if ('bytes' in part && part.bytes instanceof Uint8Array) return { sha256: sha256(part.bytes) };
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** The hash of a body without the boundary of its form, which a retry may choose anew. */
const hashBytes = (event: AuthenticatedEvent): string => {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const boundary = /boundary="?([^";\s]+)/i.exec(headerOf(event, 'content-type') ?? '')?.[1];
  const hash = createHash('sha256');
  for (const piece of boundary === undefined ? [bytes] : piecesBetween(bytes, boundary)) hash.update(piece);
  return hash.digest('hex');
};

/** A valid form has fewer. A body may consist of nothing but separators: each piece of it would take a microsecond. */
const MOST_PIECES = 100;

/** The pieces between the separators; what follows the first hundred is one piece, with the separators in it. */
function* piecesBetween(bytes: Buffer, separator: string): Generator<Buffer> {
  let from = 0;
  for (let count = 1; count < MOST_PIECES && from < bytes.length; count += 1) {
    const found = bytes.indexOf(separator, from);
    const end = found === -1 ? bytes.length : found;
    yield bytes.subarray(from, end);
    from = end + separator.length;
  }
  yield bytes.subarray(from);
}

const sha256 = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex');
