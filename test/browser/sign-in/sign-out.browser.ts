/** What a reviewer has changed and not verified yet, when they sign out and when their session ends by itself. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleNow } from '../harness/expect-accessible.ts';
import { readAgain } from '../harness/read-again.ts';
import { SAMPLES, startWebService, WAIT_MS } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

/** Longer than the page waits before it writes a draft. */
const WRITTEN_MS = 1000;

let web: WebService;
let path: string;
beforeAll(async () => {
  web = await startWebService();
  path = `/verify/${await web.process(join(SAMPLES, 'mixed-mail.pdf'))}`;
});
afterAll(() => web.close());

const change = async (page: Page, before: number): Promise<void> => {
  await page.getByRole('switch', { name: new RegExp(`between page ${before} and page ${before + 1}\\b`) }).click();
  await page
    .getByText(/^Your changes are (not )?kept/)
    .first()
    .waitFor();
  await page.waitForTimeout(WRITTEN_MS);
};

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Signed in/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

/** The files of which the browser keeps changes. */
const drafts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tearline.draft.')));

describe('Signing out with changes that are not verified', () => {
  it('asks first, and then leaves nothing of them in the browser, whatever its other tabs show', async () => {
    const page = await web.open(path);
    await change(page, 1);
    const other = await page.context().newPage();
    other.setDefaultTimeout(WAIT_MS);
    await other.goto(web.url() + path);
    await change(other, 2);
    await signOut(page);
    const ask = page.getByRole('dialog', { name: 'Sign out?' });
    await ask.getByText('1 file has changes that are not verified').waitFor();
    await expectAccessibleNow(page);
    await ask.getByRole('button', { name: 'Stay signed in' }).click();
    await ask.waitFor({ state: 'detached' });
    expect(await drafts(page)).toHaveLength(1);
    await signOut(page);
    await ask.getByRole('button', { name: 'Delete them and sign out' }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.close();
    await page.waitForTimeout(WRITTEN_MS);
    expect(await drafts(page)).toEqual([]);
    expect(web.faults()).toEqual([]);
  });
});

describe('A session that ends by itself', () => {
  it('leaves the changes that are not verified where they are', async () => {
    const page = await web.open(path);
    await change(page, 1);
    await page.context().clearCookies();
    await readAgain(page);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.goto(`${web.url()}/sign-in`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await drafts(page)).toHaveLength(1);
  });
});
