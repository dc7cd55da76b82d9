/** The URL at which a client reaches the service, for texts that a client runs elsewhere. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from './request/api-event.ts';
import { stageOf } from './stage-path.ts';

/** A name or an address, with or without a port: nothing that could be more than a host in a program. */
const HOST = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:\d{1,5})?$/;

/**
 * Returns the URL without a slash at its end. API Gateway names its own domain; on one machine, the request does, and a
 * proxy that ends TLS says so in `X-Forwarded-Proto`.
 */
export const baseUrlOf = (event: APIGatewayProxyEvent): string => {
  const domain = event.requestContext.domainName; // The local host has none.
  if (domain !== undefined) return `https://${domain}${stageOf(event)}`;
  const host = headerOf(event, 'host') ?? '';
  const scheme = headerOf(event, 'x-forwarded-proto') === 'https' ? 'https' : 'http';
  return HOST.test(host) ? `${scheme}://${host}` : 'http://127.0.0.1:8321';
};
