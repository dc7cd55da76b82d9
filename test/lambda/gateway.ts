/** API Gateway (REST, Lambda proxy) for emulated functions: complete events, the authorizer, and its size limits. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayAuthorizerResult, APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { routeOf } from './route-of.ts';
import { FunctionError } from './emulated-function.ts';

export interface GatewayCall {
  readonly method?: string;
  /** With the query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export interface GatewayAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type InvokeFunction = (name: string, event: unknown) => Promise<unknown>;

const STAGE_ARN = 'arn:aws:execute-api:eu-central-1:123456789012:api1234567/v1';
/** API Gateway's limit for bodies, in bytes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Lambda's limit for events, in bytes; they contain the body in base64. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;
/** Operations that render on demand. */
const RENDERING_ROUTES = [
  'getPageImage',
  'getPdf',
  'getSplitPdf',
  'getSubPdf',
  'getTrainingPageImage',
  'createWorkflow',
];

const multi = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, group]) => [name, group.map(([, value]) => value)]),
  );

/** The complete event of a proxy integration, as documented for API Gateway. */
export const proxyEvent = (
  { method = 'GET', url, headers = {}, body }: GatewayCall,
  authorizer: Readonly<Record<string, unknown>> | null,
): APIGatewayProxyEvent => {
  const { pathname, searchParams } = new URL(url, 'https://api.example.com');
  const { template, parameters } = routeOf(method, pathname);
  const all = {
    Host: 'api1234567.execute-api.eu-central-1.amazonaws.com',
    'X-Forwarded-For': '192.0.2.1',
    'X-Forwarded-Port': '443',
    'X-Forwarded-Proto': 'https',
    ...headers,
  };
  const query = [...searchParams];
  return {
    resource: template,
    path: pathname,
    httpMethod: method,
    headers: all,
    multiValueHeaders: multi(Object.entries(all)),
    queryStringParameters: query.length === 0 ? null : Object.fromEntries(query),
    multiValueQueryStringParameters: query.length === 0 ? null : multi(query),
    pathParameters: parameters,
    stageVariables: null,
    body: body === undefined ? null : Buffer.from(body).toString('base64'),
    isBase64Encoded: body !== undefined,
    requestContext: {
      accountId: '123456789012',
      apiId: 'api1234567',
      authorizer: authorizer ?? undefined,
      protocol: 'HTTP/1.1',
      httpMethod: method,
      path: `/v1${pathname}`,
      resourcePath: template,
      resourceId: 'res123',
      stage: 'v1',
      requestId: randomUUID(),
      extendedRequestId: 'abcDEF=',
      requestTime: '21/Nov/2026:12:00:00 +0000',
      requestTimeEpoch: Date.now(),
      domainName: 'api1234567.execute-api.eu-central-1.amazonaws.com',
      domainPrefix: 'api1234567',
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '192.0.2.1',
        user: null,
        userAgent: 'test',
        userArn: null,
      },
    },
  };
};

/** As lib/api-stack.ts integrates the routes. */
const functionOf = (operationId: string, auth: string): string => {
  if (auth === 'none') return 'PublicApi';
  return RENDERING_ROUTES.includes(operationId) ? 'RenderApi' : 'Api';
};

export class Gateway {
  readonly #invoke: InvokeFunction;

  constructor(invoke: InvokeFunction) {
    this.#invoke = invoke;
  }

  async call(call: GatewayCall): Promise<GatewayAnswer> {
    if (call.body !== undefined && call.body.length > MAX_BODY_BYTES) return TOO_LARGE;
    const { operationId, auth } = routeOf(call.method ?? 'GET', new URL(call.url, 'https://api.example.com').pathname);
    const authorizer = auth === 'none' ? null : await this.#authorize(call);
    if (authorizer === undefined) return answer(401, '{"message":"Unauthorized"}');
    const event = proxyEvent(call, authorizer);
    if (JSON.stringify(event).length > MAX_EVENT_BYTES) return TOO_LARGE;
    const result = (await this.#invoke(functionOf(operationId, auth), event)) as APIGatewayProxyResult;
    return {
      status: result.statusCode,
      headers: Object.fromEntries(
        Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      body: Buffer.from(result.body, result.isBase64Encoded === true ? 'base64' : 'utf8'),
    };
  }

  async #authorize({
    method = 'GET',
    url,
    headers = {},
  }: GatewayCall): Promise<Readonly<Record<string, unknown>> | undefined> {
    // API Gateway itself rejects a request without the authorizer's identity source.
    if (headers['Authorization'] === undefined) return undefined;
    const methodArn = `${STAGE_ARN}/${method}${new URL(url, 'https://api.example.com').pathname}`;
    try {
      const policy = (await this.#invoke('Authorizer', {
        ...proxyEvent({ method, url, headers }, null),
        type: 'REQUEST',
        methodArn,
      })) as APIGatewayAuthorizerResult;
      return { principalId: policy.principalId, ...policy.context };
    } catch (error) {
      if (error instanceof FunctionError && error.payload.errorMessage === 'Unauthorized') return undefined;
      throw error;
    }
  }
}

const answer = (status: number, body: string): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body),
});
const TOO_LARGE = answer(413, '{"message":"Request Entity Too Large"}');
