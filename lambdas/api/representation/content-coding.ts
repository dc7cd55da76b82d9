/** Content codings of text (RFC 9110, section 12.5.3). PDFs and images are compressed already and never coded. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import pLimit from 'p-limit';

export type Coding = 'br' | 'gzip' | 'identity';

/** The server's preference among codings that the client accepts with the same quality. */
export const CODINGS: readonly Coding[] = ['br', 'gzip', 'identity'];

/** Bytes below which a body fits a network packet anyway. */
const LEAST_BYTES = 1024;
/** Bytes up to which a body is coded, because it is in memory meanwhile. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Bodies that are coded at the same time, as many as Node.js has threads for it. */
const CODED_AT_ONCE = 4;

/** Higher levels take a multiple of the time for a few percent of the size. */
const BROTLI_QUALITY = 2;
const GZIP_LEVEL = 3;

/** Bytes of coded bodies that are kept: coding takes several times as long as everything else about a response. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Milliseconds for which they are kept: a result that is deleted must not stay in memory. */
const KEPT_MS = 60_000;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const limit = pLimit(CODED_AT_ONCE);

/** @types/negotiator describes version 0.6, which lacks `preferred`. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/** Whether bodies of this content type are coded where the client accepts it. */
export const isCodable = (contentType: string | undefined): boolean =>
  /^(application\/json|text\/)/.test(contentType ?? '');

/**
 * The codings that the client accepts, the best first. `identity` alone without the header, and where the client
 * accepts nothing that there is.
 */
export function acceptedCodings(acceptEncoding: string | undefined): readonly Coding[] {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = negotiator.encodings(CODINGS, { preferred: CODINGS });
  const codings = accepted.flatMap((name) => CODINGS.find((coding) => coding === name) ?? []);
  return codings.length === 0 ? ['identity'] : codings;
}

/**
 * The coding to use for a body of this size: for a small one `identity` where it is accepted, for a very large one
 * always.
 * @param accepted  from acceptedCodings
 * @param size  bytes of the uncoded body
 */
export function chooseCoding(accepted: readonly Coding[], size: number): Coding {
  const plain = size > MOST_BYTES || (size < LEAST_BYTES && accepted.includes('identity'));
  return plain ? 'identity' : (accepted[0] ?? 'identity');
}

interface ToCode {
  readonly coding: Exclude<Coding, 'identity'>;
  /** Called when it is this body's turn. */
  readonly read: () => Promise<string | Uint8Array>;
}

/** Codes a body in a thread of Node.js. */
export const code = ({ coding, read }: ToCode): Promise<Buffer> =>
  limit(async () => {
    const body = await read();
    return coding === 'gzip'
      ? compressGzip(body, { level: GZIP_LEVEL })
      : compressBrotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        });
  });

const kept = new LRUCache<string, Buffer, ToCode>({
  maxSize: KEPT_BYTES,
  ttl: KEPT_MS,
  ttlAutopurge: true,
  sizeCalculation: ({ length }) => Math.max(1, length),
  fetchMethod: (_key, _stale, { context }) => code(context),
});

/**
 * The coded body, kept for the next request.
 * @param name  of the body and its version, among all bodies of this process
 */
export const codedBody = (name: string, toCode: ToCode): Promise<Buffer> =>
  kept.forceFetch(`${toCode.coding} ${name}`, { context: toCode });
