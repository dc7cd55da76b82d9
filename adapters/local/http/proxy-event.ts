/** Converts HTTP requests to events of API Gateway's REST proxy integration, and results to HTTP responses. */
import type { Socket } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { BlobRange } from '../../../core/ports.ts';

export interface ProxyRequest {
  readonly requestId: string;
  readonly method: string;
  /** Path and query of the request, not decoded. */
  readonly url: string;
  /** Names and values alternate, as in Node.js. */
  readonly rawHeaders: readonly string[];
  readonly sourceIp: string;
  /** The address of the service at which the request arrived. */
  readonly arrivedAt: Pick<Socket, 'localAddress' | 'localPort'>;
  readonly receivedAt: Date;
  readonly body: Buffer;
}

const groupValues = (pairs: Iterable<readonly [string, string]>): Record<string, string[]> => {
  // Without a prototype, so that a header or parameter named __proto__ is treated like any other.
  const groups = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of pairs) (groups[name] ??= []).push(value);
  return groups;
};

/** API Gateway's single-valued maps contain the last value. */
const lastValues = (groups: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, values.at(-1) ?? '']));

function* pairsOf(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    yield [rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''];
}

/** `Host` for an address of the service. An IPv4 address at which a socket of IPv6 listens too is shown without its prefix. */
const hostAt = ({ localAddress = '', localPort = 0 }: ProxyRequest['arrivedAt']): string => {
  const address = localAddress.replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
};

/** The values of each header. A request of HTTP/1.0 may lack `Host`: it gets that of the address at which it arrived. */
const headersOf = ({ rawHeaders, arrivedAt }: ProxyRequest): Record<string, string[]> => {
  const headers = groupValues(pairsOf(rawHeaders));
  const hasHost = Object.keys(headers).some((name) => name.toLowerCase() === 'host');
  if (!hasHost) headers['Host'] = [hostAt(arrivedAt)];
  return headers;
};

const requestContext = (request: ProxyRequest, path: string): APIGatewayProxyEvent['requestContext'] => ({
  accountId: 'local',
  apiId: 'local',
  authorizer: undefined,
  httpMethod: request.method,
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
    sourceIp: request.sourceIp,
    user: null,
    userAgent: null,
    userArn: null,
  },
  path,
  protocol: 'HTTP/1.1',
  requestId: request.requestId,
  requestTimeEpoch: request.receivedAt.getTime(),
  resourceId: 'local',
  resourcePath: '/{proxy+}',
  stage: 'local',
});

/**
 * The event of a request. As with API Gateway, the path stays percent-encoded, the query is decoded and every body is base64:
 * as text, bytes that are not UTF-8 would be lost.
 */
export const toProxyEvent = (request: ProxyRequest): APIGatewayProxyEvent => {
  const [path = '/', ...rest] = request.url.split('?');
  const query = groupValues(new URLSearchParams(rest.join('?')));
  const headers = headersOf(request);
  const hasQuery = Object.keys(query).length > 0;
  return {
    resource: '/{proxy+}',
    path,
    httpMethod: request.method,
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: hasQuery ? lastValues(query) : null,
    multiValueQueryStringParameters: hasQuery ? query : null,
    pathParameters: { proxy: path.slice(1) },
    stageVariables: null,
    requestContext: requestContext(request, path),
    body: request.body.length === 0 ? null : request.body.toString('base64'),
    isBase64Encoded: request.body.length > 0,
  };
};

/** A handler's result. Bytes of a blob may take the place of the body: this host sends them from the file. */
export interface HandlerResult extends APIGatewayProxyResult {
  readonly stored?: BlobRange | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/** The HTTP response for a handler's result; its body is empty where the result names bytes of a blob. */
export const toHttpResponse = (result: APIGatewayProxyResult): HttpResponse => {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(result.headers ?? {})) headers[name.toLowerCase()] = String(value);
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {}))
    headers[name.toLowerCase()] = values.map(String);
  return {
    status: result.statusCode,
    headers,
    body: Buffer.from(result.body, result.isBase64Encoded === true ? 'base64' : 'utf8'),
  };
};
