/** Who is signed in on one machine: links that sign in, another account, and what is left after signing out. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFilesAfter } from '../harness/choose-files.ts';
import { startChromium } from '../harness/chromium.ts';
import { drawDockets } from '../harness/draw-dockets.ts';
import { readAgain } from '../harness/read-again.ts';
import { GENERIC_WORKFLOW, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

/** Longer than files wait before they are sent again. */
const SENT_AGAIN_MS = 12_000;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

const personMenu = (page: Page) => page.getByRole('button', { name: /^Signed in/ });

/** Signs in in the dialog above a page whose session has ended. */
const signInAgain = async (page: Page, apiKey: string): Promise<void> => {
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('API key').fill(apiKey);
  await again.getByRole('button', { name: 'Sign in with the key' }).click();
};

describe('A sign-in link', () => {
  it('signs in where the page to sign in is open already, and leaves the address', async () => {
    const page = await web.open('/sign-in', { signedOut: true });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(await web.signInLink());
    await personMenu(page).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  it('is not taken for used where the fragment of an address is none', async () => {
    const page = await web.open('/account#plan', { signedOut: true });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('API key').waitFor();
    expect(await page.getByText('This link was used before').count()).toBe(0);
  });
});

describe('Somebody of another account who signs in again', () => {
  it('gets neither the page nor its files', async () => {
    await web.makeWorkflow('Letters of the first account');
    const other = await web.makeAccount('Other');
    const page = await web.open('/');
    await page.getByRole('heading', { name: 'Letters of the first account' }).waitFor();
    // The browser would ask whether the files may be lost. An answer that comes while the page is being left never arrives.
    await page.evaluate(() => {
      window.addEventListener(
        'beforeunload',
        (event) => {
          event.stopImmediatePropagation();
        },
        { capture: true },
      );
    });
    const files = [await drawDockets('private', 1)];
    // The session ends while the system's dialog is open: the page, which reads in the background, may say so at once.
    const open = async () => {
      await page.getByRole('button', { name: 'Choose files' }).click();
      await page.context().clearCookies();
    };
    await chooseFilesAfter(page, open, files);
    await signInAgain(page, other);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Generic workflow' }).waitFor();
    await page.getByRole('heading', { name: 'Letters of the first account' }).waitFor({ state: 'detached' });
    await page.waitForTimeout(SENT_AGAIN_MS);
    const sent = await fetch(`${web.url()}/workflows/${GENERIC_WORKFLOW}/documents`, {
      headers: { authorization: `ApiKey ${other}` },
    });
    expect(await sent.json()).toMatchObject({ items: [] });
    expect(await page.getByText('private.pdf').count()).toBe(0);
  });
});

describe('Signing out', () => {
  it('leaves nothing that the way back shows in a browser that keeps pages as they were', async () => {
    await web.makeWorkflow('Letters of the owner');
    const browser = await startChromium(['--disable-back-forward-cache']);
    try {
      const page = await browser.newPage();
      await page.goto(await web.signInLink());
      await page.getByRole('heading', { name: 'Letters of the owner' }).waitFor();
      await personMenu(page).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.evaluate(() => {
        window.history.back();
      });
      await page.waitForURL(`${web.url()}/`, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.getByText('Letters of the owner').count()).toBe(0);
    } finally {
      await browser.close();
    }
  });
});

describe('A session that ends while an API request is filled in', () => {
  it('leaves what was typed', async () => {
    const page = await web.open(`/workflows/${GENERIC_WORKFLOW}/api`);
    await page.getByRole('tab', { name: 'Reference' }).click();
    await page.getByLabel('API key for trying requests').fill('tl_typed');
    const usage = page.getByRole('region', { name: 'Usage', exact: true }).locator('details').first();
    await usage.getByText(/usage/).first().click();
    const field = usage.getByLabel('time_zone (query)');
    await field.fill('Europe/Madrid');
    await page.context().clearCookies();
    await readAgain(page);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await signInAgain(page, web.apiKey());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Europe/Madrid');
  });
});
