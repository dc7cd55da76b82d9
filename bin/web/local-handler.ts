/** The handler of the local host: the API, and the sessions of browsers on one machine. */
import { apiHandler } from '../../lambdas/api/api-handler.ts';
import type { ApiHandler, ApiOptions } from '../../lambdas/api/api-handler.ts';
import { SESSION_PATH, sessionHandler } from '../../lambdas/api/session/session-handler.ts';
import type { Service } from '../../core/service.ts';

export const localHandler = (
  service: Service,
  options: Omit<ApiOptions, 'sendsBlobs' | 'takesSessions'>,
): ApiHandler => {
  const api = apiHandler(service, { ...options, sendsBlobs: true, takesSessions: true });
  const sessions = sessionHandler(service, options);
  return (event, context) => (event.path === SESSION_PATH ? sessions(event, context) : api(event, context));
};
