/** Response headers, as the OpenAPI document describes them. */

interface HeaderDescription {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const text = (description: string, more: Readonly<Record<string, unknown>> = {}): HeaderDescription => ({
  description,
  schema: { type: 'string', ...more },
});

/** In every response. */
export const COMMON_HEADERS = ['X-Request-Id'];

/** In responses of a row with `idempotent`. */
export const IDEMPOTENCY_HEADERS = ['Idempotency-Replayed'];

/** Headers that a response may have. */
export const OPTIONAL_HEADERS = ['Preference-Applied', ...IDEMPOTENCY_HEADERS];

/** In every response of a deprecated route. */
export const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];

export const responseHeaders = {
  'X-Request-Id': text("The request's id: the caller's own, where it sent one, else a new one"),
  'Cache-Control': text('Results may be kept, but asked for again each time with their ETag'),
  ETag: text('SHA-256 of the body, in quotes'),
  Location: text('Relative path of the result; where the body lies in storage, its absolute address'),
  'Retry-After': { description: 'Seconds after which to ask again', schema: { type: 'integer', minimum: 0 } },
  'Preference-Applied': text('RFC 7240: which preferences were kept'),
  'Idempotency-Replayed': text('Present where this is the first answer to the Idempotency-Key again', {
    const: 'true',
  }),
  'WWW-Authenticate': text('How to send credentials', { const: 'ApiKey' }),
  Deprecation: text('RFC 9745: since when the route is deprecated', { pattern: '^@\\d+$' }),
  Sunset: text('RFC 8594: from when on the route may be gone'),
  Link: text('Where to go instead', { pattern: 'rel="successor-version"' }),
} as const satisfies Readonly<Record<string, HeaderDescription>>;
