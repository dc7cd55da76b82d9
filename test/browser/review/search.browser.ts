/** The search over all pages of a file goes on from the page that is shown. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPdf, withText } from '../../unit/drawing/draw-upload.ts';
import { GENERIC_WORKFLOW, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

let web: WebService;
let processingId: string;
beforeAll(async () => {
  web = await startWebService();
  processingId = await sendPages(['alpha', 'beta', 'alpha', 'beta', 'alpha']);
});
afterAll(() => web.close());

/** Processes a file with one word on each page. @returns its processing_id */
const sendPages = async (words: readonly string[]): Promise<string> => {
  const body = new FormData();
  const pdf = await drawPdf(...words.map((word) => withText({ lines: [word], size: 24 })));
  body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'words.pdf');
  const answer = await web.request(`/processing/${GENERIC_WORKFLOW}?wait_for=120`, { method: 'POST', body });
  expect(answer.status).toBe(201);
  // The schema of the 201.
  return ((await answer.json()) as { processing_id: string }).processing_id;
};

const search = async (page: Page, word: string): Promise<void> => {
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox').fill(word);
  await page.getByText(/^On \d pages$/).waitFor();
};

/** The hit that is marked as the one that is shown. */
const markedHit = (page: Page) => page.locator('li button[aria-current="page"] b');

const expectOpened = async (page: Page, number: number): Promise<void> => {
  await expect.poll(() => markedHit(page).allTextContents()).toEqual([expect.stringMatching(`^Page ${number}\\b`)]);
  await page.getByRole('region', { name: `Page ${number}`, exact: true }).waitFor();
};

describe('Enter in the search', () => {
  it('opens the next hit from the page that is shown, the last page too, and then the first one', async () => {
    const page = await web.open(`/verify/${processingId}`);
    await page.getByRole('switch').first().waitFor();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await search(page, 'alpha');
    for (const number of [3, 5, 1, 3]) {
      await page.getByRole('searchbox').press('Enter');
      await expectOpened(page, number);
    }
  });

  it('goes on from where the reader has gone meanwhile', async () => {
    const page = await web.open(`/verify/${processingId}`);
    await page.getByRole('switch').first().waitFor();
    await search(page, 'alpha');
    await page.getByRole('searchbox').press('Enter');
    await expectOpened(page, 1);
    await page.getByRole('button', { name: 'All pages', exact: true }).click();
    await page.getByRole('button', { name: 'Page 4, show large' }).click();
    await expect.poll(() => markedHit(page).count()).toBe(0);
    await page.getByRole('searchbox').press('Enter');
    await expectOpened(page, 5);
  });
});
