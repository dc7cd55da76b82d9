/**
 * Signing in to the user pool of a deployment: the authorization code flow with PKCE, by oidc-client-ts, which is loaded
 * when it is needed. Tokens are in the memory of this tab only: a new page of the application asks the pool again, which
 * knows the browser for an hour.
 */
import type { User, UserManager } from 'oidc-client-ts';
import { NoAnswerError } from '../../api/client/problem.ts';
import { config } from '../../app/config.ts';
import { loadPart } from '../../app/load-part.ts';
import { PATHS } from '../../app/paths.ts';

/** What a sign-in is for: the address to return to, or the tab that waits for it. */
export type Purpose =
  | {
      readonly returnTo: string;
      /** Afterwards the person may change how it signs in; the pool asks for the password again. */
      readonly changesSignIn?: true;
    }
  | { readonly waitingTab: string };

const SCOPE = 'openid email';
/** Of a token with which a person changes its own sign-in. Cognito has no narrower one. */
const CHANGING_SCOPE = `${SCOPE} aws.cognito.signin.user.admin`;

const channelOf = (waitingTab: string): string => `tearline-sign-in-${waitingTab}`;

const openManager = async (): Promise<UserManager> => {
  if (config.oidc === undefined) throw new Error('config.json lacks `oidc`.');
  const { InMemoryWebStorage, UserManager, WebStorageStateStore } = await loadPart(() => import('oidc-client-ts'));
  return new UserManager({
    authority: config.oidc.authority,
    client_id: config.oidc.client_id,
    redirect_uri: window.location.origin + PATHS.signIn,
    response_type: 'code',
    scope: SCOPE,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // The verifier of PKCE, which must outlive the way to the pool and back. It is good for one sign-in.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    automaticSilentRenew: true,
  });
};

let opened: Promise<UserManager> | undefined;
/** What failed once is tried again. */
const manager = (): Promise<UserManager> =>
  (opened ??= openManager().catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));

let renewal: Promise<User | null> | undefined;
/** One renewal for all requests that wait for it. */
const renew = async (users: UserManager, { refresh_token: refreshToken }: User): Promise<User | null> => {
  if (refreshToken === undefined) {
    await users.removeUser();
    return null;
  }
  renewal ??= users.signinSilent().finally(() => {
    renewal = undefined;
  });
  try {
    return await renewal;
  } catch (error) {
    const { ErrorResponse } = await import('oidc-client-ts');
    if (!(error instanceof ErrorResponse)) throw new NoAnswerError({ cause: error });
    // The pool refuses the refresh token: the session has ended.
    await users.removeUser();
    return null;
  }
};

const currentUser = async (): Promise<User | null> => {
  // Nobody has signed in on this page yet.
  if (opened === undefined) return null;
  const users = await opened;
  const user = await users.getUser();
  return user?.expired === true ? renew(users, user) : user;
};

/**
 * The ID token, renewed where it has expired; undefined where nobody is signed in.
 * @throws NoAnswerError where the pool does not answer
 */
export const idToken = async (): Promise<string | undefined> => (await currentUser())?.id_token;

/** Leaves the page for the pool's own. */
export const beginSignIn = async (purpose: Purpose): Promise<void> => {
  const changes = 'changesSignIn' in purpose ? { scope: CHANGING_SCOPE, prompt: 'login' } : {};
  await (await manager()).signinRedirect({ state: purpose, ...changes });
};

/** Whether the address is the one with which the pool sends a person back. */
export const isReturn = (): boolean => {
  const search = new URLSearchParams(window.location.search);
  return (
    window.location.pathname === PATHS.signIn && search.has('state') && (search.has('code') || search.has('error'))
  );
};

/**
 * Exchanges the code in the address for tokens. Tokens for another tab go there, and nobody is signed in here.
 * @throws ErrorResponse where the pool refuses, Error for an address that belongs to no sign-in of this tab
 */
export const finishSignIn = async (): Promise<Purpose> => {
  const users = await manager();
  const user = await users.signinCallback();
  if (user === undefined) throw new Error('The pool has returned no user.');
  // The state that beginSignIn has given.
  const purpose = user.state as Purpose;
  if ('waitingTab' in purpose) {
    const channel = new BroadcastChannel(channelOf(purpose.waitingTab));
    channel.postMessage(user.toStorageString());
    channel.close();
    await users.removeUser();
  }
  if ('changesSignIn' in purpose) await keepPermission(users, user);
  return purpose;
};

let permission: string | undefined;

/**
 * The access token with which the person may change how it signs in; undefined where it was not asked for. The pool
 * refuses it after an hour.
 */
export const permissionToChange = (): string | undefined => permission;

export const forgetPermission = (): void => {
  permission = undefined;
};

/** The session goes on without the wider tokens: it ends after an hour, and a new one is narrow again. */
const keepPermission = async (users: UserManager, user: User): Promise<void> => {
  permission = user.access_token;
  users.stopSilentRenew();
  const { User } = await import('oidc-client-ts');
  const { id_token: idToken, token_type: type, profile, expires_at: expiresAt } = user;
  await users.storeUser(
    new User({
      access_token: '',
      token_type: type,
      profile,
      ...(idToken === undefined ? {} : { id_token: idToken }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    }),
  );
};

/**
 * Opens a tab to sign in, and takes the tokens from it: this page stays as it is.
 * @param onSignedIn  called when the same person is signed in again
 * @returns stops waiting
 */
export const signInInNewTab = (onSignedIn: () => void): (() => void) => {
  const waitingTab = crypto.randomUUID();
  const channel = new BroadcastChannel(channelOf(waitingTab));
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    channel.close();
    void takeUser(data).then(onSignedIn);
  };
  window.open(`${PATHS.signIn}?waiting_tab=${waitingTab}`, '_blank', 'noopener');
  return () => {
    channel.close();
  };
};

/** Who was signed in on this page. */
let person: string | undefined;

const takeUser = async (stored: string): Promise<void> => {
  const users = await manager();
  const { User } = await import('oidc-client-ts');
  const user = User.fromStorageString(stored);
  if (person !== undefined && person !== user.profile.sub) {
    // What is on the page belongs to somebody else.
    window.location.assign(PATHS.start);
    return;
  }
  await users.storeUser(user);
  await users.events.load(user);
  users.startSilentRenew();
};

/** Notes who works on this page, so that nobody else goes on with it. */
export const notePerson = async (): Promise<void> => {
  person ??= (await currentUser())?.profile.sub;
};

/** Whether the pool knows the person, so that another sign-in would change nothing. */
export const isSignedIn = async (): Promise<boolean> => (await currentUser()) !== null;

/** @returns the pool's address that ends its own session and leads back to /sign-in */
export const signOutOfPool = async (): Promise<string> => {
  if (config.oidc === undefined) throw new Error('config.json lacks `oidc`.');
  const users = await manager();
  try {
    await users.revokeTokens(['refresh_token']);
  } catch {
    // Signing out must not depend on it: the token is in this tab's memory only, which is given up now.
  }
  await users.removeUser();
  const url = new URL(config.oidc.sign_out_url);
  url.searchParams.set('client_id', config.oidc.client_id);
  url.searchParams.set('logout_uri', window.location.origin + PATHS.signIn);
  return url.href;
};
