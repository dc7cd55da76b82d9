/** Notices what no page may have. */
import type { Page } from 'playwright-core';

/** A file's name, a title or a text with markup that would set the variable `planted` if a page took it for its own. */
export const PLANTED = '<img src=x onerror="window.planted=1"><b>bold</b>';

/** Answers of the API that a test expects, such as 404, are errors of the network to the browser's console. */
const OF_THE_NETWORK = /^Failed to load resource/;

/** Notes errors of the page's scripts and what its content security policy refused. */
export const watchPage = (page: Page, faults: string[]): void => {
  page.on('pageerror', (error) => {
    faults.push(`${page.url()}: ${error.message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !OF_THE_NETWORK.test(message.text()))
      faults.push(`${page.url()}: ${message.text()}`);
  });
};

/** Whether markup of `PLANTED` became part of the page. */
export const hasPlanted = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'planted' in window || document.querySelector('img[src="x"]') !== null);
