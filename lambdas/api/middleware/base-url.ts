/** The URL at which a client reaches the service, for texts that a client runs elsewhere. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from './request/api-event.ts';
import { stageOf } from './stage-path.ts';

/** A name or an address, with or without a port: nothing that could be more than a host in a program. */
const HOST = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\])(:\d{1,5})?$/;

/**
 * Whether a proxy before the local host ends TLS: it says so in `X-Forwarded-Proto`. Where several proxies have added
 * theirs, the first is that of the client.
 */
export const isBehindTls = (event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>): boolean =>
  /^\s*https\s*(,|$)/i.test(headerOf(event, 'x-forwarded-proto') ?? '');

/** Returns the URL without a slash at its end. API Gateway names its own domain; on one machine, the request does. */
export const baseUrlOf = (event: APIGatewayProxyEvent): string => {
  const domain = event.requestContext.domainName; // The local host has none.
  if (domain !== undefined) return `https://${domain}${stageOf(event)}`;
  const host = headerOf(event, 'host') ?? '';
  const scheme = isBehindTls(event) ? 'https' : 'http';
  return HOST.test(host) ? `${scheme}://${host}` : 'http://127.0.0.1:8321';
};
