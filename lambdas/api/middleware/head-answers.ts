/** Middleware: the response to a HEAD is that of the GET without the body, with the body's Content-Length. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { IdentifiedEvent } from './api-event.ts';

const lengthOf = ({ body, isBase64Encoded }: APIGatewayProxyResult): number =>
  Buffer.byteLength(body, isBase64Encoded === true ? 'base64' : 'utf8');

const withoutBody = (response: APIGatewayProxyResult): APIGatewayProxyResult => ({
  ...response,
  headers:
    // A 304 describes no body.
    response.statusCode === 304
      ? { ...response.headers }
      : { 'Content-Length': lengthOf(response), ...response.headers },
  body: '',
  isBase64Encoded: false,
});

export const headAnswers = (): MiddlewareObj<IdentifiedEvent, APIGatewayProxyResult> => {
  const strip = (request: { event: IdentifiedEvent; response: APIGatewayProxyResult | null | undefined }): void => {
    if (request.event.httpMethod === 'HEAD' && request.response) request.response = withoutBody(request.response);
  };
  return { after: strip, onError: strip };
};
