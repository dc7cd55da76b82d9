/**
 * The only policy that the content security policy allows (`trusted-types default`): a text that becomes part of the page
 * as HTML may hold no markup, and a worker is a file of the build. Mantine writes the variables of its theme into style
 * elements; nothing else writes HTML.
 */

interface TrustedTypes {
  readonly createPolicy: (
    name: 'default',
    rules: { readonly createHTML: (text: string) => string; readonly createScriptURL: (url: string) => string },
  ) => unknown;
}

/** @throws TypeError for a text that could hold an element */
export const withoutMarkup = (text: string): string => {
  if (text.includes('<')) throw new TypeError('A text with markup was about to become part of the page.');
  return text;
};

/** @param origin  of the page. @throws TypeError for a script that is no file of the build */
export const ofTheBuild = (url: string, origin: string): string => {
  const { origin: other, pathname } = new URL(url, origin);
  if (other !== origin || !pathname.startsWith('/assets/'))
    throw new TypeError('A script was about to be loaded that is no file of the build.');
  return url;
};

/** Browsers without trusted types ignore that part of the policy. */
export const restrictScripts = (): void => {
  // TypeScript's types of the DOM do not have it yet.
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: withoutMarkup,
    createScriptURL: (url) => ofTheBuild(url, window.location.origin),
  });
};
