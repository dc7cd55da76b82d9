/** What a reviewer has changed and not verified yet is lost by nothing that happens in the browser. */
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleNow } from '../harness/expect-accessible.ts';
import { GENERIC_WORKFLOW, SAMPLES, startWebService, WAIT_MS } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');
const PAGES = 13;
/** Longer than the page waits before it writes a draft. */
const WRITTEN_MS = 1000;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

const boundary = (page: Page, before: number) =>
  page.getByRole('switch', { name: new RegExp(`between page ${before} and page ${before + 1}\\b`) });

const splitAfter = (page: Page, before: number): Promise<string | null> =>
  boundary(page, before).getAttribute('aria-checked');

/** Opens the file in a tab. @returns the tab and whether the service splits after the first page */
const openTab = async (context: BrowserContext, id: string): Promise<{ page: Page; served: string | null }> => {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(`${web.url()}/verify/${id}`);
  return { page, served: await splitAfter(page, 1) };
};

const verify = async (page: Page): Promise<void> => {
  await page.keyboard.press('v');
  const ask = page.getByRole('button', { name: 'Verify all the same' });
  const saved = page.getByText(/^(Verified|Corrected) by/);
  await ask.or(saved).first().waitFor();
  if (await ask.isVisible()) await ask.click();
};

describe('A draft', () => {
  it('keeps the last change of a reviewer who leaves the file at once', async () => {
    const id = await web.process(SAMPLE);
    const page = await web.open(`/workflows/${GENERIC_WORKFLOW}/documents`);
    await page.getByRole('link', { name: 'mixed-mail.pdf' }).first().click();
    const served = await splitAfter(page, 1);
    await page.keyboard.press('s');
    await page.evaluate(() => {
      window.history.back();
    });
    await page.getByRole('table').waitFor();
    await page.waitForTimeout(WRITTEN_MS);
    await page.goto(`${web.url()}/verify/${id}`);
    await page.getByText(/Your changes of .* are here again/).waitFor();
    await expect.poll(() => splitAfter(page, 1)).not.toBe(served);
  });

  it('goes on at the place that was looked at last', async () => {
    const page = await web.open(`/verify/${await web.process(SAMPLE)}?threshold=0.999`);
    const second = page.getByText(/^2 \/ \d+$/);
    await page.getByRole('switch').first().waitFor();
    for (let place = 0; place < 2; place += 1) await page.keyboard.press('n');
    await second.waitFor();
    await page.waitForTimeout(WRITTEN_MS);
    await page.reload();
    await second.waitFor();
    await page.keyboard.press('n');
    await page.getByText(/^3 \/ \d+$/).waitFor();
  });

  it('is no other decision where the reviewer has looked at places and changed nothing', async () => {
    const id = await web.process(SAMPLE);
    const page = await web.open(`/verify/${id}?threshold=0.999`);
    await page.getByRole('switch').first().waitFor();
    await page.keyboard.press('n');
    await page.waitForTimeout(WRITTEN_MS);
    const path = `/processing/results/${id}/document-splitting/verification`;
    const whole = [{ name: 'Mail', pages: Array.from({ length: PAGES }, (_, index) => index + 1) }];
    const corrected = await web.request(path, {
      method: 'POST',
      headers: { 'if-match': (await web.request(path)).headers.get('etag') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ sub_documents: whole }),
    });
    expect(corrected.status).toBe(200);
    await page.reload();
    await page.getByText(/^Corrected by/).waitFor();
    expect(await page.getByText('Yours differs in').count()).toBe(0);
  });

  it('is not in the PDFs that the menu downloads, which says so', async () => {
    const page = await web.open(`/verify/${await web.process(SAMPLE)}`);
    const menu = page.getByRole('button', { name: 'More', exact: true });
    const download = page.getByRole('menuitem', { name: 'Download all PDFs as ZIP' });
    const reason = page.getByText('The PDFs have the saved splitting: verify your changes first');
    await menu.click();
    await download.waitFor();
    expect([await download.isEnabled(), await reason.count()]).toEqual([true, 0]);
    await page.keyboard.press('Escape');
    await download.waitFor({ state: 'detached' });
    await boundary(page, 1).click();
    await menu.click();
    await reason.waitFor();
    expect(await download.isEnabled()).toBe(false);
    await expectAccessibleNow(page);
  });

  it('outlives another tab that shows the file and changes nothing', async () => {
    const id = await web.process(SAMPLE);
    const context = (await web.open('/')).context();
    const [{ page: one, served }, { page: two }] = [await openTab(context, id), await openTab(context, id)];
    await two.waitForTimeout(WRITTEN_MS);
    await boundary(one, 1).click();
    await one.waitForTimeout(WRITTEN_MS);
    await one.close();
    await two.goto(`${web.url()}/`);
    await two.goto(`${web.url()}/verify/${id}`);
    await two.getByText(/Your changes of .* are here again/).waitFor();
    await expect.poll(() => splitAfter(two, 1)).not.toBe(served);
  });

  it('outlives the verification of another tab, which says that it does not keep its own changes', async () => {
    const id = await web.process(SAMPLE);
    const context = (await web.open('/')).context();
    const [{ page: one }, { page: two }] = [await openTab(context, id), await openTab(context, id)];
    await boundary(one, 1).click();
    await one.getByText('Your changes are kept in this browser').waitFor();
    await one.waitForTimeout(WRITTEN_MS);
    await one.close();
    await boundary(two, 2).click();
    await two.getByText('Your changes are not kept: this browser keeps those of another tab.').waitFor();
    await verify(two);
    await two.getByText('Yours differs in').waitFor();
    await two.getByText(/page 1 and page 2: you/).waitFor();
  });

  it('keeps what is changed before the reviewer has chosen between two decisions', async () => {
    const id = await web.process(SAMPLE);
    const context = (await web.open('/')).context();
    const [{ page: one, served }, { page: two }] = [await openTab(context, id), await openTab(context, id)];
    await boundary(one, 1).click();
    await one.waitForTimeout(WRITTEN_MS);
    await two.evaluate(() => {
      localStorage.clear();
    });
    await boundary(two, 3).click();
    await verify(two);
    await two.getByText(/^Corrected by/).waitFor();
    await one.getByText('Yours differs in').waitFor();
    const present = await splitAfter(one, 2);
    await boundary(one, 2).click();
    await one.waitForTimeout(WRITTEN_MS);
    await one.reload();
    await one.getByText(/Your changes of .* are here again/).waitFor();
    expect([await splitAfter(one, 1), await splitAfter(one, 2)]).toEqual([served, String(present !== 'true')]);
    // What the reviewer had decided on the earlier version comes back by undo.
    await one.keyboard.press('Control+z');
    await one.keyboard.press('Control+z');
    await expect.poll(() => splitAfter(one, 1)).not.toBe(served);
  });

  it('keeps what is changed while the verification is under way', async () => {
    const page = await web.open(`/verify/${await web.process(SAMPLE)}?threshold=0.999`);
    const served = await splitAfter(page, 1);
    const released = Promise.withResolvers<undefined>();
    await page.route('**/document-splitting/verification', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      await released.promise;
      return route.fulfill({ response });
    });
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/verification'),
    );
    await verify(page);
    await sent;
    await boundary(page, 1).click();
    released.resolve(undefined);
    await page.getByText('Yours differs in').waitFor();
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await expect.poll(() => splitAfter(page, 1)).not.toBe(served);
    await page.getByRole('button', { name: 'Verify with changes' }).waitFor();
  });
});

describe('A browser that may store nothing', () => {
  const openWithoutStore = async (id: string): Promise<Page> => {
    const context = (await web.open('/')).context();
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    return (await openTab(context, id)).page;
  };

  it('shows a result, says that it keeps no changes, and verifies', async () => {
    const page = await openWithoutStore(await web.process(SAMPLE));
    await boundary(page, 1).click();
    await page.getByText('This browser does not keep your changes').waitFor();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Mit Änderungen bestätigen' }).waitFor();
    await page.getByRole('button', { name: 'Sprache' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await verify(page);
    await page.getByText(/^Corrected by/).waitFor();
    expect(web.faults()).toEqual([]);
  });

  it('shows the own changes too where somebody else verifies meanwhile', async () => {
    const id = await web.process(SAMPLE);
    const page = await openWithoutStore(id);
    const served = await splitAfter(page, 1);
    await boundary(page, 1).click();
    await page.getByText('This browser does not keep your changes').waitFor();
    const path = `/processing/results/${id}/document-splitting/verification`;
    const verified = await web.request(path, {
      method: 'POST',
      headers: { 'if-match': (await web.request(path)).headers.get('etag') ?? '', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(verified.status).toBe(200);
    // The page asks every 20 seconds.
    await page.getByText('Yours differs in').waitFor();
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await expect.poll(() => splitAfter(page, 1)).not.toBe(served);
  });
});
