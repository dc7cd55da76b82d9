/** The API's client, typed by its OpenAPI document (`npm run build:web-types`). */
import createClient from 'openapi-fetch';
import { config } from '../../app/config.ts';
import { credentials, hasShareToken } from '../../session/credentials.ts';
import { hasStatus, NoAnswerError, problemOf, ShareLinkRefusedError } from './problem.ts';
import type { components, paths } from '../schema.d.ts';

/** A named part of the OpenAPI document, such as `Schema<'Workflow'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * Sends with the share link of the page, else with the credentials of whoever is signed in.
 * @throws NoAnswerError, ShareLinkRefusedError
 */
export const send = async (request: Request): Promise<Response> => {
  for (const [name, value] of Object.entries(await credentials())) request.headers.set(name, value);
  const response = await fetchAnswer(request);
  if (response.status === 401 && hasShareToken()) throw new ShareLinkRefusedError();
  return response;
};

const fetchAnswer = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new NoAnswerError({ cause });
  }
};

/** Without a slash at its end. In the cloud its path is the gateway's stage. */
export const API_URL = config.api_url === '' ? window.location.origin : config.api_url.replace(/\/$/, '');

export const api = createClient<paths>({
  baseUrl: API_URL,
  fetch: send,
});

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful answer: `await answerOf(api.GET('/workflows', …))`.
 * @throws ApiProblem where the API refuses, NoAnswerError
 */
export const answerOf = async <Data>(sent: Promise<Outcome<Data>>): Promise<Data> => {
  const { data, error, response } = await sent;
  if (!response.ok) throw problemOf(error, response);
  // A successful answer without a body has no data, and its type is undefined.
  return data as Data;
};

/**
 * Ends a deletion. Where the answer to an earlier attempt was lost, or somebody else was faster, the thing is not there
 * any more, as it should be.
 * @throws ApiProblem, NoAnswerError
 */
export const untilGone = async (deletion: Promise<Outcome<unknown>>): Promise<void> => {
  try {
    await answerOf(deletion);
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
};

/** The absolute address of a path of the API. @param path  with a slash at its begin */
export const apiUrl = (path: string): string => API_URL + path;
