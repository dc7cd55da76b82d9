/**
 * The cookie of a browser's session on one machine. SameSite=Strict keeps other sites from sending it; pages of another
 * port of the same machine are of the same site, and are refused by their origin.
 */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { CrossSiteRequestError } from '../../../core/errors.ts';
import { isBehindTls } from '../middleware/base-url.ts';
import { headerOf } from '../middleware/request/api-event.ts';

type Headers = Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>;

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** What Sec-Fetch-Site says of a page of this service, and of an address that a person typed. */
const OWN = ['same-origin', 'none'];
/** Also what a program sends that is no browser. */
const hostOf = (event: Headers): string => headerOf(event, 'host') ?? '';

/** Browsers share cookies between the ports of a host: the port in its name keeps two services apart. */
const cookieName = (event: Headers): string => `tearline-session-${/:(\d+)$/.exec(hostOf(event))?.[1] ?? 'default'}`;

/** The longest that browsers keep a cookie: the session's row decides when it ends, some time after its last use. */
const COOKIE_LIFETIME_SECONDS = 400 * 24 * 3600;
/** Browsers send a cookie that is `Secure` over TLS alone; without TLS they would not even take it. */
const attributes = (event: Headers): string =>
  `Path=/; HttpOnly; SameSite=Strict${isBehindTls(event) ? '; Secure' : ''}`;

export const sessionCookie = (event: Headers, token: string): string =>
  `${cookieName(event)}=${token}; Max-Age=${COOKIE_LIFETIME_SECONDS}; ${attributes(event)}`;

export const expiredCookie = (event: Headers): string => `${cookieName(event)}=; Max-Age=0; ${attributes(event)}`;

/** The token in the request's cookie, for a page of the service itself; for any other page there is none. */
export const sessionTokenOf = (event: Headers): string | undefined => {
  if (!OWN.includes(headerOf(event, 'sec-fetch-site') ?? 'none')) return undefined;
  const start = `${cookieName(event)}=`;
  const pairs = (headerOf(event, 'cookie') ?? '').split(/[;,]/).map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
};

/**
 * Checks a change that the browser's cookie alone would allow.
 * @throws CrossSiteRequestError without the header that only pages of the service itself can add, or from another origin
 */
export const requireOwnPage = (event: Headers & Pick<APIGatewayProxyEvent, 'httpMethod'>): void => {
  if (SAFE_METHODS.includes(event.httpMethod)) return;
  const origin = headerOf(event, 'origin');
  const fromOwnOrigin = origin === undefined || URL.parse(origin)?.host === hostOf(event).toLowerCase();
  const fetchedHere = OWN.includes(headerOf(event, 'sec-fetch-site') ?? 'none');
  if (headerOf(event, 'x-tearline') !== '1' || !fromOwnOrigin || !fetchedHere) throw new CrossSiteRequestError();
};
