import { shareTokenIn } from './credentials.ts';

/**
 * Opens a share link that is followed where the editor of the same result is open: the browser then changes nothing but
 * the fragment, and the token is read when the page is loaded.
 */
export const openNewShareLinks = (): void => {
  window.addEventListener('hashchange', () => {
    if (shareTokenIn(window.location) !== undefined) window.location.reload();
  });
};
