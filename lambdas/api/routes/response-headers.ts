/** Response headers, as the OpenAPI document describes them. */

interface HeaderDescription {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const text = (description: string, more: Readonly<Record<string, unknown>> = {}): HeaderDescription => ({
  description,
  schema: { type: 'string', ...more },
});

/** CORS: in responses to pages of an allowed origin. `Vary` is in all responses where any origin is allowed. */
const CROSS_ORIGIN_HEADERS = ['Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];

/** In responses to requests that count against a rate of the account's plan. */
const RATE_HEADERS = ['RateLimit', 'RateLimit-Policy'];

/** In every response. */
export const COMMON_HEADERS = [
  'X-Request-Id',
  'X-Content-Type-Options',
  'Content-Length',
  ...RATE_HEADERS,
  ...CROSS_ORIGIN_HEADERS,
];

/** In responses of a row with `idempotent`. */
export const IDEMPOTENCY_HEADERS = ['Idempotency-Replayed'];

/** In every response of a row with `secret`. */
export const SECRET_HEADERS = ['Cache-Control'];

/** Not in every response of a status that lists them. */
export const OPTIONAL_HEADERS = [
  'Content-Length',
  'Preference-Applied',
  'Accept-Encoding',
  'Content-Encoding',
  ...IDEMPOTENCY_HEADERS,
  ...RATE_HEADERS,
  ...CROSS_ORIGIN_HEADERS,
];

/** In every response of a deprecated route. */
export const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];

export const responseHeaders = {
  'X-Request-Id': text("The request's id: the caller's own, where it sent one, else a new one"),
  'X-Content-Type-Options': text('The body is what its Content-Type says', { const: 'nosniff' }),
  'Content-Length': {
    description: 'Bytes of the body; absent where the host sends it in chunks',
    schema: { type: 'integer', minimum: 0 },
  },
  Vary: text('The request headers on which the response depends'),
  'Access-Control-Allow-Origin': text("The request's origin, where this deployment allows it"),
  'Access-Control-Expose-Headers': text('The headers that a page of this origin may read'),
  'Cache-Control': text(
    'Of a result: it may be kept, but asked for again each time with its ETag (`private, no-cache`). Of a redirect, ' +
      'of a problem and of a response with a secret: not to be kept (`no-store`)',
  ),
  'Content-Security-Policy': text('The page runs no script and sends no request'),
  ETag: text('Changes with the body; each content coding has its own'),
  'Content-Encoding': text('The coding that Accept-Encoding selected', { enum: ['br', 'gzip'] }),
  'Accept-Ranges': text('A Range of the file can be requested', { const: 'bytes' }),
  'Content-Range': text('Which bytes of how many; of a 416 only how many', {
    pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$',
  }),
  'Content-Disposition': text('RFC 6266: the name of the file, in `filename*` as it is', { pattern: '^inline; ' }),
  Location: text('Relative path of the result; where the body lies in storage, its absolute address'),
  'Retry-After': { description: 'Seconds after which to ask again', schema: { type: 'integer', minimum: 0 } },
  RateLimit: text('IETF draft: for each window, `r` requests are left and it ends in `t` seconds', {
    examples: ['"second";r=9;t=1, "minute";r=99;t=42, "hour";r=999;t=1842'],
  }),
  'RateLimit-Policy': text('IETF draft: for each window, `q` requests are allowed in `w` seconds', {
    examples: ['"second";q=10;w=1, "minute";q=100;w=60, "hour";q=1000;w=3600'],
  }),
  'Preference-Applied': text('RFC 7240: which preferences were kept'),
  'Idempotency-Replayed': text('Present where this is the first answer to the Idempotency-Key again', {
    const: 'true',
  }),
  'WWW-Authenticate': text('How to send credentials', { const: 'ApiKey' }),
  'Accept-Encoding': text('The codings that a request body may have, where it had another'),
  Allow: text('The methods of the path, separated by commas'),
  Deprecation: text('RFC 9745: since when the route is deprecated', { pattern: '^@\\d+$' }),
  Sunset: text('RFC 8594: from when on the route may be gone'),
  Link: text('Where to go instead', { pattern: 'rel="successor-version"' }),
} as const satisfies Readonly<Record<string, HeaderDescription>>;
