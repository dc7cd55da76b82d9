import type { QueryClient } from '@tanstack/react-query';

/**
 * Leaves the page of somebody who is not signed in any more. Nothing of the account stays in memory, and the browser's way
 * back does not show the page as it was: it is loaded anew.
 */
export const leaveAccount = (queries: QueryClient, address: string): void => {
  queries.clear();
  window.addEventListener('pageshow', () => {
    window.location.reload();
  });
  window.location.assign(address);
};
