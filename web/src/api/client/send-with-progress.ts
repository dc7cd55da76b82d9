/** Sends bytes and reports how many have left; fetch cannot do that. */
import { credentials } from '../../session/credentials.ts';
import { FileUnreadableError, NoAnswerError, problemOf } from './problem.ts';

export interface SendOptions {
  readonly method: string;
  readonly url: string;
  readonly body: Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** False: the address itself gives the right, and no credentials may go there. */
  readonly withCredentials: boolean;
  readonly signal?: AbortSignal | undefined;
  /** @param bytes  of the body that have been sent */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * @returns the body of the answer as JSON; undefined where it has none
 * @throws ApiProblem, NoAnswerError, FileUnreadableError, and the signal's reason where it was aborted
 */
export const sendWithProgress = async (options: SendOptions): Promise<unknown> => {
  const { method, url, body, headers = {}, withCredentials, signal, onProgress } = options;
  const sent = { ...(withCredentials ? await credentials() : {}), ...headers };
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  const abort = (): void => {
    request.abort();
  };
  signal?.addEventListener('abort', abort);
  try {
    return await new Promise((resolve, reject) => {
      request.open(method, url);
      for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
      request.onload = () => {
        const answer = parsed(request.responseText);
        if (request.status >= 200 && request.status < 300) resolve(answer);
        else reject(problemOf(answer, responseOf(request)));
      };
      request.onerror = () => {
        void whyUnanswered(body).then(reject);
      };
      request.onabort = () => {
        // The reason of an abort without one is an AbortError.
        reject(signal?.reason as Error);
      };
      request.send(body);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
};

/** A browser says the same of a network that is down and of a file of the body that it cannot read any more. */
const whyUnanswered = async (body: Blob | FormData): Promise<Error> => {
  const parts = body instanceof Blob ? [body] : [...body.values()].filter((part) => part instanceof Blob);
  try {
    for (const part of parts) await part.slice(0, 1).arrayBuffer();
    return new NoAnswerError();
  } catch (cause) {
    return new FileUnreadableError({ cause });
  }
};

/** Status and Retry-After of an XMLHttpRequest, as problemOf reads them. */
const responseOf = (request: XMLHttpRequest): Response => {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(null, {
    // A Response takes no other status.
    status: request.status >= 200 && request.status <= 599 ? request.status : 599,
    statusText: request.statusText,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
};
