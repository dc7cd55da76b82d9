/** What a request carries to say who sends it. */
import { config } from '../app/config.ts';
import { PATHS } from '../app/paths.ts';
import { idToken } from './pool/pool-session.ts';

/** What every share token begins with. Other fragments, such as those of an anchor, are none. */
const TOKEN = /^#(tls_.+)$/;

/** The token of a share link, `/verify/{processing_id}#<token>`; undefined for another address. */
export const shareTokenIn = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string | undefined =>
  /^\/verify\/[^/]+\/?$/.test(pathname) ? TOKEN.exec(hash)?.[1] : undefined;

/** The code of a link that signs in, `/sign-in#<code>`; undefined for another address. */
export const signInCodeIn = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string | undefined =>
  pathname === PATHS.signIn && hash.length > 1 ? hash.slice(1) : undefined;

/** It is in the address and in memory only. */
const shareToken = shareTokenIn(window.location);

export const hasShareToken = (): boolean => shareToken !== undefined;

/**
 * Headers of a request. On one machine the browser sends the session's cookie by itself, and the host refuses a change
 * without X-Tearline, which no page of another origin can add. In the cloud there is no cookie.
 * @throws NoAnswerError where a token must be renewed and the user pool does not answer
 */
export const credentials = async (): Promise<Readonly<Record<string, string>>> => {
  if (shareToken !== undefined) return { authorization: `ShareToken ${shareToken}` };
  if (config.sign_in === 'session') return { 'x-tearline': '1' };
  const token = await idToken();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
};
