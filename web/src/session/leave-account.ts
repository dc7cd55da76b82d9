/** The way out of an account that a person takes: by signing out, or by deleting it. */
import type { QueryClient } from '@tanstack/react-query';
import { browserStore } from '../app/browser-store.ts';
import { PATHS } from '../app/paths.ts';
import { forgetDrafts } from '../editor/draft/draft.ts';

/**
 * The tabs of a browser hear by it that somebody has left the account in one of them. One object speaks and hears: a second
 * one of the same page would hear the first.
 */
let tabs: BroadcastChannel | undefined;

/**
 * Leaves the page of somebody who is not signed in any more. Nothing of the account stays in memory or in the browser's
 * storage, and the browser's way back does not show the page as it was: it is loaded anew.
 */
const leavePage = (queries: QueryClient, address: string): void => {
  forgetDrafts(browserStore);
  queries.clear();
  window.addEventListener('pageshow', () => {
    window.location.reload();
  });
  window.location.assign(address);
};

/** Leaves the page, and with it those of the other tabs: the next person at this computer finds nothing of them. */
export const leaveAccount = (queries: QueryClient, address: string): void => {
  tabs?.postMessage(null);
  leavePage(queries, address);
};

/** Leaves this page too when somebody leaves the account in another tab. Is called once. */
export const leaveWithOtherTabs = (queries: QueryClient): void => {
  try {
    tabs = new BroadcastChannel('tearline.account-left');
  } catch {
    // Some browsers that may store nothing forbid it too.
    return;
  }
  tabs.addEventListener('message', () => {
    leavePage(queries, PATHS.signIn);
  });
};
