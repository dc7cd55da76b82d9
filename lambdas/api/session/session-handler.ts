/**
 * POST and DELETE /session: signs a browser in and out. Only the host on one machine has them; in the cloud, people sign
 * in at the user pool.
 */
import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { z } from 'zod';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { beginSessionByCode, beginSessionByKey, endSession } from '../../../core/accounts/sessions.ts';
import { MethodNotAllowedError, ValidationError } from '../../../core/errors.ts';
import type { Service } from '../../../core/service.ts';
import type { ApiResult } from '../answer.ts';
import type { IdentifiedEvent } from '../middleware/request/api-event.ts';
import { checkPart } from '../middleware/request/check-part.ts';
import type { LogError } from '../middleware/problem.ts';
import { problems } from '../middleware/problem.ts';
import { readBody } from '../middleware/request/read-body.ts';
import { requestId } from '../middleware/request-id.ts';
import { expiredCookie, requireOwnPage, sessionCookie, sessionTokenOf } from './session-cookie.ts';

export const SESSION_PATH = '/session';

const signInSchema = z
  .strictObject({ code: z.string().max(100).optional(), api_key: z.string().max(200).optional() })
  .refine(({ code, api_key: key }) => (code === undefined) !== (key === undefined), {
    error: 'needs either the code of a sign-in link or an API key',
  });

/** @throws ValidationError */
const readSignIn = async (event: IdentifiedEvent): Promise<z.output<typeof signInSchema>> => {
  const { value } = await readBody(event, ['application/json'], 0);
  const checked = checkPart('body', signInSchema, value);
  if ('issues' in checked) throw new ValidationError(checked.issues);
  return signInSchema.parse(checked.value);
};

const withCookie = (cookie: string): ApiResult => ({
  statusCode: 204,
  headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
  body: '',
});

export const sessionHandler = (
  service: Service,
  { logError }: { readonly logError: LogError },
): ((event: APIGatewayProxyEvent, context: Context) => Promise<ApiResult>) => {
  const signIn = async (event: IdentifiedEvent): Promise<ApiResult> => {
    const { code, api_key: key = '' } = await readSignIn(event);
    const token =
      code === undefined
        ? await beginSessionByKey(service, await authenticate(service, `ApiKey ${key}`))
        : await beginSessionByCode(service, code);
    return withCookie(sessionCookie(event, token));
  };
  const signOut = async (event: IdentifiedEvent): Promise<ApiResult> => {
    const token = sessionTokenOf(event);
    if (token !== undefined) await endSession(service, token);
    return withCookie(expiredCookie(event));
  };
  const handler = middy<APIGatewayProxyEvent, ApiResult>()
    .use(requestId(service.ids))
    .use(problems(logError))
    .handler((event: IdentifiedEvent) => {
      requireOwnPage(event);
      if (event.httpMethod === 'POST') return signIn(event);
      if (event.httpMethod === 'DELETE') return signOut(event);
      throw new MethodNotAllowedError(['POST', 'DELETE']);
    });
  // The middlewares add the members of IdentifiedEvent.
  return (event, context) => handler(event as IdentifiedEvent, context);
};
