/** Middleware: the response to a HEAD is that of the GET without the body, with the body's Content-Length. */
import type { MiddlewareObj } from '@middy/core';
import type { ApiResult } from '../answer.ts';
import type { IdentifiedEvent } from './request/api-event.ts';

const lengthOf = ({ stored, body, isBase64Encoded }: ApiResult): number =>
  stored?.length ?? Buffer.byteLength(body, isBase64Encoded === true ? 'base64' : 'utf8');

const withoutBody = (response: ApiResult): ApiResult => ({
  ...response,
  // A 304 describes no body.
  headers: { ...response.headers, ...(response.statusCode === 304 ? {} : { 'Content-Length': lengthOf(response) }) },
  stored: undefined,
  body: '',
  isBase64Encoded: false,
});

export const headAnswers = (): MiddlewareObj<IdentifiedEvent, ApiResult> => {
  const strip = (request: { event: IdentifiedEvent; response: ApiResult | null | undefined }): void => {
    if (request.event.httpMethod === 'HEAD' && request.response) request.response = withoutBody(request.response);
  };
  return { after: strip, onError: strip };
};
