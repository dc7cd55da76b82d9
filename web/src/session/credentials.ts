/** What a request carries to say who sends it. */

/** The token of a share link, `/verify/{processing_id}#<token>`: it is in the address and in memory only. */
const shareToken = /^\/verify\/[^/]+\/?$/.test(window.location.pathname)
  ? window.location.hash.slice(1) || undefined
  : undefined;

export const hasShareToken = (): boolean => shareToken !== undefined;

/**
 * Headers of a request. On one machine the browser sends the session's cookie by itself, and the host refuses a change
 * without X-Tearline, which no page of another origin can add.
 */
export const credentials = (): Promise<Readonly<Record<string, string>>> =>
  Promise.resolve(shareToken === undefined ? { 'x-tearline': '1' } : { authorization: `ShareToken ${shareToken}` });
