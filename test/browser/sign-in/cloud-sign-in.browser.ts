/** Signing in to a deployment: the real pages with a user pool's endpoints, on three origins. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../harness/chromium.ts';
import { startCloudSite } from '../harness/cloud/cloud-site.ts';
import type { CloudSite } from '../harness/cloud/cloud-site.ts';
import { codeAt } from '../harness/cloud/totp.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { watchPage } from '../harness/watch-page.ts';
import { startWebService, WAIT_MS } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

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

/** @param prepare  is called before the page is asked for */
const open = async (path: string, prepare?: (page: Page) => Promise<void>): Promise<Page> => {
  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  page.setDefaultTimeout(WAIT_MS);
  watchPage(page, faults);
  await prepare?.(page);
  await page.goto(cloud.url + path);
  return page;
};
const signedIn = (page: Page) => page.getByRole('button', { name: /^Signed in/ });
/** Everything that the browser keeps of the page. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));

describe('A person who opens a page of a deployment', () => {
  it('signs in by the user pool and returns to the page; no token is kept outside of memory', async () => {
    const page = await open('/account?section=keys');
    await signedIn(page).waitFor();
    expect(page.url()).toBe(`${cloud.url}/account?section=keys`);
    expect(await kept(page)).not.toMatch(/eyJ|refresh_token|id_token/);
    expect(cloud.provider.grants).toEqual(['authorization_code']);
    expect(faults).toEqual([]);
  });

  it('signs in where the configuration and the library for it do not come at first', async () => {
    const failed: string[] = [];
    const page = await open('/account', async (opened) => {
      await opened.route(/\/config\.json$|\/oidc-client-ts-[^/]+\.js$/, async (route) => {
        const path = new URL(route.request().url()).pathname;
        const isFirst = !failed.includes(path);
        if (isFirst) failed.push(path);
        await (isFirst ? route.fulfill({ status: 503, body: 'busy' }) : route.continue());
      });
    });
    await signedIn(page).waitFor();
    expect(failed).toHaveLength(2);
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

  it('sets up an authenticator app as a second factor, and removes it', { timeout: 300_000 }, async () => {
    const { provider } = cloud;
    provider.signIns.length = 0;
    const page = await open('/account?section=sign-in');
    const again = page.getByRole('button', { name: 'Sign in once more' });
    await again.waitFor();
    await expectAccessible(page);
    await again.click();
    const setUp = page.getByRole('button', { name: 'Set up an app' });
    await setUp.waitFor();
    expect(page.url()).toBe(`${cloud.url}/account?section=sign-in`);
    // Only the second sign-in asked for the wider token, and for the password.
    expect(provider.signIns).toEqual(['openid email', 'openid email aws.cognito.signin.user.admin login']);
    await expectAccessible(page);
    await setUp.click();
    const code = page.getByLabel('Code', { exact: true });
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await expectAccessible(page);
    const secret = await page.getByLabel('Secret, where nothing can be scanned').inputValue();
    const right = codeAt(secret);
    await code.fill(right === '123456' ? '654321' : '123456');
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('This code does not fit.').waitFor();
    expect(provider.secondFactors.isOn).toBe(false);
    await code.fill(codeAt(secret));
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('An authenticator app is set up', { exact: true }).waitFor();
    expect(provider.secondFactors.isOn).toBe(true);
    expect(await kept(page)).not.toMatch(new RegExp(`eyJ|${secret}`));

    const remove = page.getByRole('button', { name: /^(Remove the app|App entfernen)$/ });
    await expectAccessible(page, remove);
    await remove.click();
    const ask = page.getByRole('dialog', { name: 'Remove the authenticator app of ' });
    await ask.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByText('No authenticator app is set up').waitFor();
    expect(provider.secondFactors.isOn).toBe(false);
    // The API never gets the wider token, which is forgotten when the page is loaded again.
    expect(provider.secondFactors.tokens.size).toBe(1);
    await page.reload();
    await again.waitFor();
    expect(faults).toEqual([]);
  });

  it('signs out of the user pool too, and is asked to sign in', async () => {
    const page = await open('/');
    await signedIn(page).click();
    const ended = page.waitForResponse((response) => response.url().startsWith(`${cloud.provider.url}/logout`));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await ended;
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(page.url()).toBe(`${cloud.url}/sign-in`);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
});
