/**
 * CORS: the headers with which web pages of allowed origins may read the answers (Fetch standard, section 3.3). Requests
 * carry their credentials in `Authorization`, so no answer allows cookies.
 */
import { responseHeaders } from './routes/response-headers.ts';

/** Response headers that a page may read without being allowed to. */
const READABLE = ['Cache-Control', 'Content-Length'];
/** Every other header that the API documents. */
export const EXPOSED_HEADERS: readonly string[] = Object.keys(responseHeaders).filter(
  (name) => !READABLE.includes(name) && !/^(Access-Control-|Vary$)/.test(name),
);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Prefer',
  'Range',
  'X-Request-Id',
];
/** Seconds for which a browser may keep the answer to a preflight: no browser keeps it longer than a day. */
const MAX_AGE_SECONDS = 24 * 3600;

/** Whether the text is an origin as browsers send it, such as https://app.example.com or http://localhost:5173. */
export const isWebOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/**
 * The headers of an answer to a request of this origin; empty where no origin is allowed at all.
 * @param origin  the request's `Origin`
 */
export const crossOriginHeaders = (
  allowed: readonly string[],
  origin: string | undefined,
): Readonly<Record<string, string>> => ({
  // Also for other origins: a cache must not give them the answer to an allowed one, and the reverse.
  ...(allowed.length === 0 ? {} : { Vary: 'Origin' }),
  ...(origin === undefined || !allowed.includes(origin)
    ? {}
    : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', ') }),
});

/** The headers of the answer to a preflight, beside the above. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': METHODS.join(', '),
  'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
  'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
};
