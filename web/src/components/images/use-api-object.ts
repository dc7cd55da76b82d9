import { useQuery } from '@tanstack/react-query';
import { config } from '../../app/config.ts';
import { apiUrl, send } from '../../api/client/client.ts';
import { problemOf } from '../../api/client/problem.ts';
import { hasShareToken } from '../../session/credentials.ts';

/** First part of the key of queries whose data is an object URL; query-client.ts revokes it when the query goes. */
export const OBJECT_URL = 'object-url';

/** Milliseconds for which the bytes of an image that no page shows stay in memory. */
const KEPT_MS = 60_000;

/** Where a cookie says who asks, the browser fetches an image or a file itself, and keeps it in its cache. */
export const browserHasCredentials = (): boolean => config.sign_in === 'session' && !hasShareToken();

/** A successful answer. @throws ApiProblem, NoAnswerError */
export const fetchFile = async (path: string, signal?: AbortSignal): Promise<Response> => {
  const response = await send(new Request(apiUrl(path), signal === undefined ? {} : { signal }));
  if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response);
  return response;
};

/** @throws ApiProblem, NoAnswerError */
export const fetchBlob = async (path: string, signal?: AbortSignal): Promise<Blob> =>
  (await fetchFile(path, signal)).blob();

interface ApiObject {
  /** Address for an image; undefined until it is there. */
  readonly src: string | undefined;
  readonly error: Error | null;
}

/**
 * An address at which the browser finds a file of the API.
 * @param path  undefined: none yet
 * @param isRefused  the browser has not got it itself, and does not say why: the page asks, which waits where the service is
 *   busy or away
 */
export const useApiObject = (path: string | undefined, isRefused = false): ApiObject => {
  const direct = browserHasCredentials() && !isRefused;
  const { data: objectUrl, error } = useQuery({
    queryKey: [OBJECT_URL, path],
    queryFn: async ({ signal }) => URL.createObjectURL(await fetchBlob(path ?? '', signal)),
    enabled: !direct && path !== undefined,
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });
  return { src: direct ? (path === undefined ? undefined : apiUrl(path)) : objectUrl, error };
};
