import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFiles, chooseFilesAfter } from './harness/choose-files.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { untilFocused } from './harness/until-focused.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { GENERIC_WORKFLOW, SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const PROCESS = `/workflows/${GENERIC_WORKFLOW}/process`;
const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

/** How often the sample was split. */
const countSucceeded = async (): Promise<number> => {
  const answer = await web.request(`/workflows/${GENERIC_WORKFLOW}/documents?name=mixed-mail&state=succeeded`);
  // The schema of the 200.
  return ((await answer.json()) as { items: unknown[] }).items.length;
};

describe('The page that processes files', () => {
  it('splits a file that is chosen, and leads to its review', async () => {
    const page = await web.open(PROCESS);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await chooseFiles(page, SAMPLE);
    const review = page.getByRole('link', { name: 'Review mixed-mail.pdf' });
    await review.waitFor();
    // The result, and not “100 %”, which a file that failed would have too.
    const bar = page.getByRole('progressbar', { name: 'mixed-mail.pdf' });
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toMatch(/documents on 13 pages/);
    await expectAccessible(page);
    await review.click();
    await page.waitForURL(/\/verify\//);
    expect(web.faults()).toEqual([]);
  });

  it('stays as it is, with the focus where it is, while a part of it is still loaded', async () => {
    const page = await web.open(PROCESS);
    const choose = page.getByRole('button', { name: 'Choose files' });
    await choose.waitFor();
    const released = Promise.withResolvers<undefined>();
    let held = 0;
    // The texts of the button that leads to the next document to review, and what it asks the API with.
    await page.route('**/assets/documents-*.js', async (route) => {
      held += 1;
      await released.promise;
      await route.continue();
    });
    await chooseFilesAfter(page, () => choose.press('Enter'), SAMPLE);
    await page.getByText('1 file is split.').waitFor();
    await page.getByRole('link', { name: 'Review mixed-mail.pdf' }).first().waitFor();
    await untilFocused(choose);
    await expect.poll(() => held).toBeGreaterThan(0);
    released.resolve(undefined);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('shows names of files as text, whatever is in them', async () => {
    const page = await web.open(PROCESS);
    await chooseFiles(page, {
      name: `${PLANTED.replaceAll('/', '∕')}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from('no PDF'),
    });
    await page.getByText('<img src=x onerror=').first().waitFor();
    await page.getByText('whatever its name says').waitFor();
    expect(await hasPlanted(page)).toBe(false);
  });
});

describe('The service, stopped in the middle of an upload', () => {
  it('gets the file by itself when it is back', async () => {
    const before = await countSucceeded();
    const page = await web.open(PROCESS);
    const network = await page.context().newCDPSession(page);
    const limit = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network.send('Network.enable');
    // So slowly that the file of 110 kB is on its way for some seconds.
    await limit(10_000);
    await chooseFiles(page, SAMPLE);
    await page.getByText(/^Sending: /).waitFor();
    await web.stop();
    await page.getByText('The file is sent by itself when the service is back.').waitFor();
    await limit(-1);
    await web.start();
    await page.getByRole('link', { name: 'Review mixed-mail.pdf' }).waitFor();
    // Once, although it was sent twice.
    await expect.poll(countSucceeded).toBe(before + 1);
  });
});
