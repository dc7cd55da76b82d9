/**
 * Middleware: adds the API Gateway stage to the paths in `Location` and `Link`. In the default URL of a REST API every
 * path begins with the stage, which the handlers do not know. Paths in bodies stay relative to the service's base URL.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

type Response = APIGatewayProxyResult | null | undefined;

/** The stage before the path of the requested URL, e.g. `/prod`; empty on the local host and under a custom domain. */
export const stageOf = ({ path, requestContext }: APIGatewayProxyEvent): string => {
  // Contrary to the types, the test console of API Gateway omits this path.
  const requested = (requestContext.path as string | undefined) ?? path;
  return requested.endsWith(path) ? requested.slice(0, -path.length) : '';
};

const prefixed = (
  headers: NonNullable<APIGatewayProxyResult['headers']>,
  prefix: string,
): NonNullable<APIGatewayProxyResult['headers']> => ({
  ...headers,
  ...(String(headers['Location'] ?? '').startsWith('/') ? { Location: `${prefix}${String(headers['Location'])}` } : {}),
  ...(headers['Link'] === undefined ? {} : { Link: String(headers['Link']).replace('</', `<${prefix}/`) }),
});

export const stagePath = (): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const add = ({ event, response }: { event: APIGatewayProxyEvent; response: Response }): void => {
    const prefix = stageOf(event);
    if (response && prefix !== '') response.headers = prefixed(response.headers ?? {}, prefix);
  };
  return { after: add, onError: add };
};
