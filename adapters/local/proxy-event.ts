/** HTTP as API Gateway's REST proxy integration hands it to a Lambda function, and its answer back. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export interface ProxyRequest {
  readonly requestId: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Names and values in turn, as Node.js gives them. */
  readonly rawHeaders: readonly string[];
  readonly sourceIp: string;
  readonly receivedAt: Date;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Bodies that travel as they are; everything else as base64. */
const isText = (contentType: string): boolean =>
  /^(text\/|application\/(json|problem\+json|x-www-form-urlencoded)|[^;]+\+json)/i.test(contentType.trim());

const groupValues = (pairs: Iterable<readonly [string, string]>): Record<string, string[]> => {
  // Without a prototype: a header or parameter named __proto__ is one like the others.
  const groups = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of pairs) (groups[name] ??= []).push(value);
  return groups;
};

/** API Gateway's single-valued maps hold the last value. */
const lastValues = (groups: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, values.at(-1) ?? '']));

function* pairsOf(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    yield [rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''];
}

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

/** The event of a request. The path stays percent-encoded, as API Gateway leaves it; the query is decoded. */
export const toProxyEvent = (request: ProxyRequest): APIGatewayProxyEvent => {
  const [path = '/', ...rest] = request.url.split('?');
  const query = groupValues(new URLSearchParams(rest.join('?')));
  const headers = groupValues(pairsOf(request.rawHeaders));
  const hasQuery = Object.keys(query).length > 0;
  const text = isText(request.contentType);
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
    body: request.body.length === 0 ? null : request.body.toString(text ? 'utf8' : 'base64'),
    isBase64Encoded: request.body.length > 0 && !text,
  };
};

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/** The HTTP answer that a handler's result stands for. */
export const toHttpAnswer = (result: APIGatewayProxyResult): HttpAnswer => {
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
