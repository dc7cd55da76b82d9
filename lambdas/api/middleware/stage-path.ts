/**
 * Middleware: the paths in `Location` and `Link` as the caller has to ask for them. A REST API's own address has the stage in front of
 * every path, of which handlers know nothing; bodies hold paths relative to the service's address all the same.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

type Response = APIGatewayProxyResult | null | undefined;

/** What stands before the path in the address that was asked for: `/prod`, or nothing on one machine and under an own domain. */
const prefixOf = ({ path, requestContext }: APIGatewayProxyEvent): string => {
  // The types promise a path; the gateway's test console leaves it out.
  const asked = (requestContext.path as string | undefined) ?? path;
  return asked.endsWith(path) ? asked.slice(0, -path.length) : '';
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
    const prefix = prefixOf(event);
    if (response && prefix !== '') response.headers = prefixed(response.headers ?? {}, prefix);
  };
  return { after: add, onError: add };
};
