/**
 * Middleware: adds a strong ETag, the SHA-256 of the body, to every 200 of a GET or HEAD, and answers 304 where
 * `If-None-Match` matches it. The response to a HEAD is that of the GET without the body.
 */
import { createHash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { IdentifiedEvent } from './api-event.ts';
import { headerOf } from './api-event.ts';

export const entityTags = (): MiddlewareObj<IdentifiedEvent, APIGatewayProxyResult> => ({
  after: (request) => {
    const { event, response } = request;
    if (response?.statusCode !== 200 || !['GET', 'HEAD'].includes(event.httpMethod)) return;
    const etag = `"${sha256(response)}"`;
    const headers = { ...response.headers, ETag: etag, 'Cache-Control': 'private, no-cache' };
    request.response = matches(headerOf(event, 'if-none-match'), etag)
      ? { statusCode: 304, headers: withoutContentType(headers), body: '', isBase64Encoded: false }
      : { ...response, headers };
  },
});

/** Removes the body of every response to a HEAD. */
export const headAnswers = (): MiddlewareObj<IdentifiedEvent, APIGatewayProxyResult> => {
  const strip = (request: { event: IdentifiedEvent; response: APIGatewayProxyResult | null | undefined }): void => {
    if (request.event.httpMethod === 'HEAD' && request.response)
      request.response = { ...request.response, body: '', isBase64Encoded: false };
  };
  return { after: strip, onError: strip };
};

const sha256 = ({ body, isBase64Encoded }: APIGatewayProxyResult): string =>
  createHash('sha256')
    .update(body, isBase64Encoded === true ? 'base64' : 'utf8')
    .digest('base64url');

/** Weak comparison, as RFC 9110, section 13.1.2, requires for If-None-Match. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

function withoutContentType(
  headers: NonNullable<APIGatewayProxyResult['headers']>,
): NonNullable<APIGatewayProxyResult['headers']> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'));
}
