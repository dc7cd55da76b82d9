/** The API on fakes, called with API Gateway events. Every response is validated against the OpenAPI document. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { SeenAnswer } from '../../../bench/contract/check-answer.ts';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { noteKeyUse } from '../../../core/accounts/key-use.ts';
import type { ServiceSettings } from '../../../core/service.ts';
import { MalformedPathError, MethodNotAllowedError, NotFoundError } from '../../../core/errors.ts';
import { apiHandler } from '../../../lambdas/api/api-handler.ts';
import type { ApiHandler, ApiOptions } from '../../../lambdas/api/api-handler.ts';
import { apiRoutes } from '../../../lambdas/api/handlers.ts';
import { routeMatcher } from '../../../lambdas/api/middleware/match-route.ts';
import type { MatchRoute } from '../../../lambdas/api/middleware/match-route.ts';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { RENDERING_ROUTES } from '../../../lib/constructs/api/rendering-routes.ts';
import { asFunction, asTenantOfFunction } from '../../fakes/access/current-function.ts';
import { enforcePermissions, withOwnRole } from '../../fakes/access/enforce-permissions.ts';
import type { FakeService } from '../../fakes/fake-service.ts';
import { FaultInjector } from '../../fakes/fault-injector.ts';
import { addAccount, copyService, fakeService } from '../../fakes/fake-service.ts';
import { expectProblem, expectValidAnswer } from './openapi-answers.ts';

export interface ApiCall {
  readonly method?: string;
  /** With the query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Default: the first account's key; null: none. */
  readonly key?: string | null;
  /** Remaining milliseconds of the invocation. Default: more than any call takes. */
  readonly remainingMs?: number;
  /** When the gateway received the request, in milliseconds since 1970. */
  readonly receivedAt?: number;
}

export interface Answer extends SeenAnswer {
  text(): string;
  /** The parsed JSON body. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- T is the type that the test expects
  json<T = Readonly<Record<string, unknown>>>(): T;
}

export interface TestApi {
  readonly service: FakeService;
  readonly key: string;
  /** The account of `key`. */
  readonly accountId: string;
  readonly otherKey: string;
  /** Logged internal errors. */
  readonly logged: { readonly message: string; readonly request_id: string; readonly error: unknown }[];
  call(call: ApiCall): Promise<Answer>;
}

export async function startTestApi(
  settings: Partial<ServiceSettings> = {},
  options: Omit<ApiOptions, 'logError'> = {},
): Promise<TestApi> {
  const service = fakeService(settings);
  const { key, account } = await addAccount(service, 'first');
  const { key: otherKey } = await addAccount(service, 'second');
  // Notes the key's first use, so that the first write of a test is its own.
  await noteKeyUse(service, await authenticate(service, `ApiKey ${key}`));
  return apiOn(service, { key, otherKey, accountId: account.account_id }, options);
}

/** The API in another process that serves the same rows and blobs. */
export const secondProcessOf = (api: TestApi): TestApi => {
  const service = { ...api.service, blobs: new FaultInjector().wrap('blobs', api.service.blobs) };
  return callable(service, api, {});
};

/** The API on another service with the same rows and blobs, for a test that needs the same state many times. */
export const copyTestApi = (api: TestApi): TestApi => apiOn(copyService(api.service), api, {});

function apiOn(
  service: FakeService,
  keys: Pick<TestApi, 'key' | 'otherKey' | 'accountId'>,
  options: Omit<ApiOptions, 'logError'>,
): TestApi {
  // From here on, requests and steps have the permissions of the deployment.
  enforcePermissions(service);
  Object.assign(service, { deploymentTable: withOwnRole(service.table) });
  return callable(service, keys, options);
}

function callable(
  service: FakeService,
  { key, otherKey, accountId }: Pick<TestApi, 'key' | 'otherKey' | 'accountId'>,
  options: Omit<ApiOptions, 'logError'>,
): TestApi {
  const logged: TestApi['logged'] = [];
  const handler = apiHandler(service, {
    asTenant: asTenantOfFunction,
    ...options,
    logError: (message, details) => logged.push({ message, ...details }),
  });
  const match = routeMatcher(apiRoutes(service));
  return {
    service,
    key,
    accountId,
    otherKey,
    logged,
    call: (call) => callHandler(handler, match, key, call),
  };
}

async function callHandler(handler: ApiHandler, match: MatchRoute, defaultKey: string, call: ApiCall): Promise<Answer> {
  const event = eventOf(call, call.key === undefined ? defaultKey : call.key);
  const row = rowOf(match, event);
  const answer = seen(await asFunction(`ApiFunctions${functionOf(row)}`, () => handler(event, contextOf(call))));
  // A preflight belongs to no operation, and its answer has no body.
  if (event.httpMethod === 'OPTIONS' && answer.status === 204) return answer;
  if (row === undefined) expectProblem(answer, event.httpMethod);
  else if (event.httpMethod === 'HEAD') expectValidAnswer(row, answer, 'HEAD');
  else expectValidAnswer(row, { ...answer, body: decoded(answer) });
  return answer;
}

/** As lib/api-stack.ts integrates the routes; undefined: a method or path without a route. */
const functionOf = (row: RouteRow | undefined): string => {
  if (row === undefined || row.auth === 'none') return 'PublicApi';
  return RENDERING_ROUTES.some((operation) => operation === row.operationId) ? 'RenderApi' : 'Api';
};

const decoded = ({ headers, body }: Answer): Uint8Array => {
  const coding = headers['content-encoding'];
  return coding === 'gzip' ? gunzipSync(body) : coding === 'br' ? brotliDecompressSync(body) : body;
};

/** The only member of Lambda's context that the API reads. */
export const contextOf = ({ remainingMs = 900_000 }: Pick<ApiCall, 'remainingMs'> = {}): Context =>
  ({ getRemainingTimeInMillis: () => remainingMs }) as Context;

function rowOf(match: MatchRoute, event: APIGatewayProxyEvent): RouteRow | undefined {
  try {
    return match(event.httpMethod, event.path).route.row;
  } catch (error) {
    if ([NotFoundError, MethodNotAllowedError, MalformedPathError].some((known) => error instanceof known))
      return undefined;
    throw error;
  }
}

/** The API Gateway event of an HTTP request. */
export function eventOf(
  { method = 'GET', url, headers = {}, body, receivedAt }: ApiCall,
  key: string | null,
): APIGatewayProxyEvent {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const all = { ...(key === null ? {} : { Authorization: `ApiKey ${key}` }), ...headers };
  const parameters = [...new URLSearchParams(query)];
  return {
    httpMethod: method,
    path,
    resource: '/{proxy+}',
    headers: all,
    multiValueHeaders: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    queryStringParameters: parameters.length === 0 ? null : Object.fromEntries(parameters),
    multiValueQueryStringParameters: parameters.length === 0 ? null : valuesByName(parameters),
    pathParameters: null,
    stageVariables: null,
    body: body === undefined ? null : Buffer.from(body).toString('base64'),
    isBase64Encoded: body !== undefined,
    // The API reads no other member.
    requestContext: {
      requestId: 'gateway-1',
      requestTimeEpoch: receivedAt,
    } as APIGatewayProxyEvent['requestContext'],
  };
}

const valuesByName = (parameters: readonly [string, string][]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(parameters, ([name]) => name)].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]),
  );

function seen(result: APIGatewayProxyResult): Answer {
  const body = Buffer.from(result.body, result.isBase64Encoded === true ? 'base64' : 'utf8');
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return {
    status: result.statusCode,
    headers,
    body,
    text: () => body.toString(),
    json: () => JSON.parse(body.toString()) as never,
  };
}
