/** What a request carries to say who sends it. */

/** A share link's token, in memory only: the editor sets it from the fragment of its address. */
let shareToken: string | undefined;

export const setShareToken = (token: string | undefined): void => {
  shareToken = token;
};

export const hasShareToken = (): boolean => shareToken !== undefined;

/**
 * Headers of a request. On one machine the browser sends the session's cookie by itself, and the host refuses a change
 * without X-Tearline, which no page of another origin can add.
 */
export const credentials = (): Promise<Readonly<Record<string, string>>> =>
  Promise.resolve(shareToken === undefined ? { 'x-tearline': '1' } : { authorization: `ShareToken ${shareToken}` });
