import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './harness/expect-accessible.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');
/** So high that the sample has places to look at. */
const THRESHOLD = 0.999;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

interface Verification {
  readonly verified: boolean;
  readonly corrected?: boolean;
  readonly comment?: string;
}

const verificationOf = async (id: string): Promise<Verification> =>
  // The API's own answer.
  (await (await web.request(`/processing/results/${id}/document-splitting/verification`)).json()) as Verification;

const openEditor = async (id: string): Promise<Page> => {
  const page = await web.open(`/verify/${id}?threshold=${THRESHOLD}`);
  await page.getByRole('switch').first().waitFor();
  return page;
};

/** How many places the threshold marks, as the page says. */
const placesOf = async (page: Page): Promise<number> => {
  const text = (await page.getByText(/of \d+ places to look at/).textContent()) ?? '';
  return Number(/^\d+/.exec(text)?.[0]);
};

const boundary = (page: Page, before: number) =>
  page.getByRole('switch', { name: new RegExp(`between page ${before} and page ${before + 1}\\b`) });

describe('The editor', () => {
  it('lets a reviewer look at all places and verify with one key a place and one more', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    const places = await placesOf(page);
    expect(places).toBeGreaterThan(0);
    for (let place = 0; place < places; place += 1) await page.keyboard.press('n');
    await page.getByText(`${places} of ${places} seen`).waitFor();
    await page.keyboard.press('v');
    await page.getByText('Verified by First key').waitFor();
    expect(await verificationOf(id)).toMatchObject({ verified: true, corrected: false });
  });

  it('names the file, is accessible in both views, and leads back to the documents', { timeout: 180_000 }, async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await page.getByRole('heading', { name: 'mixed-mail.pdf', level: 1 }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('n');
    await page.getByRole('group', { name: 'Pages around' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Documents of the workflow' }).click();
    await page.waitForURL(/\/workflows\/[^/]+\/documents/);
  });

  it('keeps a changed boundary when the page is closed, and verifies it as a correction', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    const gap = boundary(page, 1);
    const before = await gap.getAttribute('aria-checked');
    await gap.click();
    await expect.poll(() => gap.getAttribute('aria-checked')).not.toBe(before);
    await page.getByText('Your changes are kept in this browser').waitFor();
    await page.reload();
    await page.getByText(/Your changes of .* are here again/).waitFor();
    await expect.poll(() => boundary(page, 1).getAttribute('aria-checked')).not.toBe(before);
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
    expect(await verificationOf(id)).toMatchObject({ verified: true, corrected: true });
  });

  it('shows both states where somebody else verified meanwhile, and overwrites nothing', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await boundary(page, 1).click();
    const path = `/processing/results/${id}/document-splitting/verification`;
    const current = await web.request(path);
    const verified = await web.request(path, {
      method: 'POST',
      headers: { 'if-match': current.headers.get('etag') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ comment: 'mine' }),
    });
    expect(verified.status).toBe(200);
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Yours differs in').waitFor();
    expect(await verificationOf(id)).toMatchObject({ corrected: false, comment: 'mine' });
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
  });

  it('loses nothing where the session ends in the middle of a review', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await boundary(page, 1).click();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByRole('dialog').getByText('Nothing on this page is lost').waitFor();
    await page.getByLabel('API key', { exact: true }).fill(web.apiKey());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
  });

  it('shows a name of a sub-document as text, whatever is in it', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Name' }).fill(PLANTED);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByText('<img src=x onerror=').first().waitFor();
    expect(await hasPlanted(page)).toBe(false);
  });

  it('is printed as the list of the documents alone', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    const documents = await page.getByRole('navigation', { name: 'Documents' }).getByRole('button').count();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.getByRole('heading', { name: 'mixed-mail.pdf' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(documents + 1);
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(await page.getByRole('switch').count()).toBe(0);
  });
});

describe('A share link', () => {
  it('opens the one result without an account, and nothing else', async () => {
    const [shared, other] = [await web.process(SAMPLE), await web.process(SAMPLE)];
    const created = await web.request('/share-tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ processing_id: shared, expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
    });
    // The API's own answer.
    const { url } = (await created.json()) as { url: string };
    const page = await web.open(url, { signedOut: true });
    await page.getByRole('switch').first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0);
    const token = url.split('#')[1] ?? '';
    await page.goto(`${web.url()}/verify/${other}#${token}`);
    await page.reload();
    await page.getByText('You may not do this').waitFor();
    expect(web.faults()).toEqual([]);
  });
});
