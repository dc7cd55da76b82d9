/** Signing in to a deployment: the real pages with a user pool's endpoints, on three origins. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './harness/chromium.ts';
import { startCloudSite } from './harness/cloud/cloud-site.ts';
import type { CloudSite } from './harness/cloud/cloud-site.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { watchPage } from './harness/watch-page.ts';
import { startWebService, WAIT_MS } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

let service: WebService;
let cloud: CloudSite;
let browser: Browser;
const faults: string[] = [];

beforeAll(async () => {
  service = await startWebService();
  cloud = await startCloudSite(service);
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  await cloud.close();
  await service.close();
});

const open = async (path: string): Promise<Page> => {
  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  page.setDefaultTimeout(WAIT_MS);
  watchPage(page, faults);
  await page.goto(cloud.url + path);
  return page;
};
const signedIn = (page: Page) => page.getByRole('button', { name: /^Signed in/ });
/** Everything that the browser keeps of the page. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));

describe('A person who opens a page of a deployment', () => {
  it('signs in by the user pool and returns to the page; no token is kept outside of memory', async () => {
    const page = await open('/account?tab=keys');
    await signedIn(page).waitFor();
    expect(page.url()).toBe(`${cloud.url}/account?tab=keys`);
    expect(await kept(page)).not.toMatch(/eyJ|refresh_token|id_token/);
    expect(cloud.provider.grants).toEqual(['authorization_code']);
    expect(faults).toEqual([]);
  });

  it('stays signed in when tokens expire', async () => {
    cloud.provider.lifetime = 2;
    const page = await open('/account');
    await signedIn(page).waitFor();
    cloud.provider.grants.length = 0;
    cloud.provider.lifetime = 3600;
    await page.waitForTimeout(2500);
    await page.getByRole('link', { name: 'Tearline' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The heading is there before the page has asked for what it shows.
    await expect.poll(() => new Set(cloud.provider.grants)).toEqual(new Set(['refresh_token']));
    expect(faults).toEqual([]);
  });

  it('signs in again in a new tab where the session has ended, and the page stays as it is', async () => {
    cloud.provider.lifetime = 2;
    const page = await open('/workflows/new');
    await signedIn(page).waitFor();
    const name = page.getByRole('textbox', { name: 'Name', exact: false }).first();
    await name.fill('Letters');
    cloud.provider.revokeAll();
    cloud.provider.lifetime = 3600;
    await page.waitForTimeout(2500);
    await page.getByRole('button', { name: 'Create', exact: false }).last().click();
    const again = page.getByRole('button', { name: 'Sign in, in a new tab' });
    const tab = page.context().waitForEvent('page');
    await again.click();
    await (await tab).getByText('You are signed in again').waitFor();
    await again.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Letters');
  });

  it('signs out, and is asked to sign in', async () => {
    const page = await open('/');
    await signedIn(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(page.url()).toBe(`${cloud.url}/sign-in`);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
});
