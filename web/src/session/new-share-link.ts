/** A share token in a fragment. */
const TOKEN = /^#tls_/;

/**
 * Opens a share link that is followed where the editor of the same result is open: the browser then changes nothing but
 * the fragment, and the token is read when the page is loaded.
 */
export const openNewShareLinks = (): void => {
  window.addEventListener('hashchange', () => {
    const { pathname, hash } = window.location;
    if (pathname.startsWith('/verify/') && TOKEN.test(hash)) window.location.reload();
  });
};
