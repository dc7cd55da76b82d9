/** Signing in on one machine, by the host's own addresses, which are not of the API; signing out in both hosts. */
import { send } from '../api/client/client.ts';
import { problemOf } from '../api/client/problem.ts';
import { config } from '../app/config.ts';
import { PATHS } from '../app/paths.ts';
import { signInCodeIn } from './credentials.ts';
import { signOutOfPool } from './pool/pool-session.ts';

/** The code of a link that the service printed, or an API key. */
export type SignIn = { readonly code: string } | { readonly api_key: string };

const request = async (method: string, body?: SignIn): Promise<void> => {
  const response = await send(
    new Request('/session', {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  );
  if (response.ok) return;
  throw problemOf(await response.json().catch(() => undefined), response);
};

/** @throws ApiProblem 401 for a code that was used or has expired, or a key that is not valid */
export const signIn = (credentials: SignIn): Promise<void> => request('POST', credentials);

/** @returns the address to go to (leave-account.ts) */
export const signOut = async (): Promise<string> => {
  if (config.sign_in === 'oidc') return signOutOfPool();
  await request('DELETE');
  return PATHS.signIn;
};

/** The code in the fragment of a sign-in link, which it leaves at once: it must not stay in the browser's history. */
export const takeCode = (): string | undefined => {
  const code = signInCodeIn(window.location);
  if (code === undefined) return undefined;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return code;
};
