/** The service is too busy for images, and says when to ask again: they are there then. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GENERIC_WORKFLOW, SAMPLES, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

const RETRY_SECONDS = 2;
const PAGES = 13;

let web: WebService;
let processingId: string;
beforeAll(async () => {
  web = await startWebService();
  processingId = await web.process(join(SAMPLES, 'mixed-mail.pdf'));
});
afterAll(() => web.close());

/** Refuses the first requests. @returns milliseconds between the first two requests for each address that was refused */
const beBusy = async (page: Page, path: RegExp, status: number, refusals: number): Promise<() => number[]> => {
  const asked = new Map<string, number[]>();
  let refused = 0;
  await page.route(path, async (route) => {
    const times = asked.get(route.request().url()) ?? [];
    asked.set(route.request().url(), [...times, Date.now()]);
    if (refused === refusals) return route.continue();
    refused += 1;
    const headers = { 'retry-after': String(RETRY_SECONDS), 'cache-control': 'no-store' };
    return route.fulfill({ status, headers, json: { status, code: 'busy', title: '', detail: '' } });
  });
  return () => [...asked.values()].flatMap(([first = 0, second]) => (second === undefined ? [] : [second - first]));
};

const drawn = (page: Page, images: string): Promise<number> =>
  page
    .locator(images)
    .evaluateAll((found) => found.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length);

it('Pages of the editor are asked for again after the time that the service asks for', async () => {
  const page = await web.open('/');
  const waits = await beBusy(page, /\/page-images\//, 429, 5);
  await page.goto(`${web.url()}/verify/${processingId}`);
  await page.getByRole('switch').first().waitFor();
  await expect.poll(() => drawn(page, 'main img')).toBeGreaterThanOrEqual(PAGES);
  expect(waits()).toHaveLength(5);
  // A timer may end some milliseconds early.
  for (const wait of waits()) expect(wait).toBeGreaterThan(RETRY_SECONDS * 1000 - 50);
});

it('Pictures in the list of documents are asked for again too', async () => {
  const page = await web.open('/');
  // By the browser itself, and by the page that wants to know why.
  await beBusy(page, /\/thumbnail/, 503, 2);
  await page.goto(`${web.url()}/workflows/${GENERIC_WORKFLOW}/documents`);
  await page.getByRole('link', { name: 'mixed-mail.pdf' }).waitFor();
  await expect.poll(() => drawn(page, 'main img')).toBe(1);
});
