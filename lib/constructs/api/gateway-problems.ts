/** Responses that API Gateway generates itself, in the problem+json of lambdas/api/middleware/problem.ts. */
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EXPOSED_HEADERS } from '../../../lambdas/api/cross-origin.ts';

interface GatewayProblem {
  readonly type: ResponseType;
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const internal = {
  status: 500,
  code: 'internal_error',
  title: 'Internal error',
  detail: 'The service failed. Try again; if it stays, report the request_id.',
};
const unavailable = {
  status: 503,
  code: 'temporarily_unavailable',
  title: 'Temporarily unavailable',
  detail: 'The service did not answer in time. Try again in half a minute.',
  headers: { 'Retry-After': '30' },
};
/** Executions are in use for seconds, not for half a minute: who waits longer than they do loses time for nothing. */
const busy = {
  ...unavailable,
  detail: 'The service is busy. Try again in some seconds.',
  headers: { 'Retry-After': '5' },
};
const tooMany = {
  status: 429,
  code: 'too_many_requests',
  title: 'Too many requests',
  detail: 'Wait before the next request, as Retry-After says.',
};
const unauthenticated = {
  status: 401,
  code: 'unauthenticated',
  title: 'The credentials could not be validated',
  detail: 'Send a valid, unexpired API key in the header \\"Authorization: ApiKey <key>\\".',
  headers: { 'WWW-Authenticate': 'ApiKey' },
};
const notFound = {
  status: 404,
  code: 'not_found',
  title: 'Not found',
  detail: 'There is nothing at this path. GET /openapi.json lists the paths.',
};

/**
 * All response types of API Gateway except BAD_REQUEST_BODY and BAD_REQUEST_PARAMETERS: it validates no requests
 * (request-models.ts).
 */
export const GATEWAY_PROBLEMS: readonly GatewayProblem[] = [
  { type: ResponseType.UNAUTHORIZED, ...unauthenticated },
  { type: ResponseType.INVALID_API_KEY, ...unauthenticated },
  { type: ResponseType.EXPIRED_TOKEN, ...unauthenticated },
  { type: ResponseType.INVALID_SIGNATURE, ...unauthenticated },
  {
    type: ResponseType.ACCESS_DENIED,
    status: 403,
    code: 'access_denied',
    title: 'Not authorised',
    detail: 'This key may not do this.',
  },
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, ...notFound },
  { type: ResponseType.RESOURCE_NOT_FOUND, ...notFound },
  // Lambda's limit is 6 MB, in base64; that of API Gateway is 10 MB.
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    status: 413,
    code: 'document_too_large',
    title: 'The document is too large',
    detail: 'Bodies of up to about 4.5 MB are taken here. Send larger files through POST /uploads.',
  },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    status: 415,
    code: 'unsupported_media_type',
    title: 'Unsupported media type',
    detail: 'Send the body as GET /openapi.json says.',
  },
  { type: ResponseType.THROTTLED, ...tooMany, headers: { 'Retry-After': '1' } },
  { type: ResponseType.QUOTA_EXCEEDED, ...tooMany, headers: { 'Retry-After': '60' } },
  // The rate rule of the firewall evaluates five minutes.
  { type: ResponseType.WAF_FILTERED, ...tooMany, headers: { 'Retry-After': '300' } },
  { type: ResponseType.INTEGRATION_TIMEOUT, ...unavailable },
  { type: ResponseType.INTEGRATION_FAILURE, ...unavailable },
  // API Gateway's type where Lambda throttles the function.
  { type: ResponseType.API_CONFIGURATION_ERROR, ...busy },
  // The types where the authorizer failed, timed out, or could not be called, as when Lambda throttles it.
  { type: ResponseType.AUTHORIZER_FAILURE, ...busy },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, ...busy },
  {
    type: ResponseType.DEFAULT_4XX,
    status: 400,
    code: 'bad_request',
    title: 'Bad request',
    detail: 'The gateway could not read the request. See GET /openapi.json.',
  },
  { type: ResponseType.DEFAULT_5XX, ...internal },
];

/** A response template; API Gateway replaces `$context.requestId`. */
const bodyOf = ({ status, code, title, detail }: GatewayProblem): string =>
  `{"type":"urn:tearline:problem:${code}","title":"${title}","status":${status},"detail":"${detail}","code":"${code}","request_id":"$context.requestId"}`;

const HEADERS = {
  'Content-Type': "'application/problem+json'",
  'Cache-Control': "'no-store'",
  'X-Request-Id': 'context.requestId',
  'X-Content-Type-Options': "'nosniff'",
};

/**
 * The CORS headers. API Gateway cannot compare the request's origin with a list: where several are allowed, it repeats
 * the one of the request. These problems say nothing of any account.
 */
const corsHeaders = (origins: readonly string[]): Readonly<Record<string, string>> => {
  const [first, ...others] = origins;
  if (first === undefined) return {};
  return {
    'Access-Control-Allow-Origin': others.length === 0 ? `'${first}'` : 'method.request.header.Origin',
    'Access-Control-Expose-Headers': `'${EXPOSED_HEADERS.join(', ')}'`,
    Vary: "'Origin'",
  };
};

/**
 * Defines every response that API Gateway sends without calling a function.
 * @param corsOrigins  origins whose web pages may read them
 */
export const addGatewayProblems = (api: RestApi, corsOrigins: readonly string[]): void => {
  for (const problem of GATEWAY_PROBLEMS) {
    const headers = Object.fromEntries(
      Object.entries(problem.headers ?? {}).map(([name, value]) => [name, `'${value}'`]),
    );
    api.addGatewayResponse(problem.type.responseType, {
      type: problem.type,
      statusCode: String(problem.status),
      responseHeaders: { ...HEADERS, ...corsHeaders(corsOrigins), ...headers },
      templates: { 'application/json': bodyOf(problem) },
    });
  }
};
