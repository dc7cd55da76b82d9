import type { Page } from 'playwright-core';

/** Longer than what a page has read counts as fresh. */
const STALE_MS = 11_000;

/** Lets the page read again what it shows, as it does when its tab is looked at after a while. */
export const readAgain = async (page: Page): Promise<void> => {
  await page.waitForTimeout(STALE_MS);
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
};
