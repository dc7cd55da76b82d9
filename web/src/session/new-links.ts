import { shareTokenIn, signInCodeIn } from './credentials.ts';

/**
 * Opens a link that is followed where its page is open already: a share link, or one that signs in. The browser then
 * changes nothing but the fragment, which is read when the page is loaded.
 */
export const openNewLinks = (): void => {
  window.addEventListener('hashchange', () => {
    const { location } = window;
    if (shareTokenIn(location) !== undefined || signInCodeIn(location) !== undefined) location.reload();
  });
};
