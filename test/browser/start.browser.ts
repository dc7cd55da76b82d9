import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMenuItem, expectAccessible } from './harness/expect-accessible.ts';
import { untilFocused } from './harness/until-focused.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { GENERIC_WORKFLOW, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

describe('The first page', () => {
  it('splits the sample with one click, and shows its documents', async () => {
    const page = await web.open('/');
    await page.getByRole('button', { name: 'Try a sample' }).click();
    const split = page.getByRole('region', { name: 'Documents in mixed-mail.pdf' });
    await split.waitFor();
    await split.getByRole('listitem').nth(5).waitFor();
    await expectAccessible(page);
    await split.getByRole('link', { name: 'Review the split' }).click();
    await page.waitForURL(/\/verify\//);
    expect(web.faults()).toEqual([]);
  });

  it('shows the documents as they were corrected to whoever comes back from the review', async () => {
    const page = await web.open('/');
    await page.getByRole('button', { name: 'Try a sample' }).click();
    const split = page.getByRole('region', { name: 'Documents in mixed-mail.pdf' });
    const documents = split.getByRole('listitem');
    await documents.nth(5).waitFor();
    const before = await documents.count();
    await split.getByRole('link', { name: 'Review the split' }).click();
    const boundary = page.getByRole('switch', { name: /between page 1 and page 2\b/ });
    const isSplit = (await boundary.getAttribute('aria-checked')) === 'true';
    await boundary.click();
    await page.keyboard.press('v');
    const [ask, saved] = [page.getByRole('button', { name: 'Verify all the same' }), page.getByText(/^Corrected by/)];
    await ask.or(saved).first().waitFor();
    if (await ask.isVisible()) await ask.click();
    await saved.waitFor();
    await page.getByRole('link', { name: 'Tearline' }).click();
    await expect.poll(() => documents.count()).toBe(before + (isSplit ? -1 : 1));
  });

  it('shows its header while its scripts and style sheets are on their way, and then only its own', async () => {
    const page = await web.open('/', { scheme: 'dark' });
    let send = (): void => undefined;
    const onTheirWay = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/assets/**', async (route) => {
      await onTheirWay;
      await route.continue();
    });
    await page.goto(web.url(), { waitUntil: 'commit' });
    const header = page.getByText('Tearline', { exact: true });
    await header.waitFor();
    expect(await page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor)).toBe(
      'rgb(36, 36, 36)',
    );
    send();
    await page.getByRole('button', { name: 'Try a sample' }).waitFor();
    await expect.poll(() => header.count()).toBe(1);
    expect(web.faults()).toEqual([]);
  });

  it('deletes a draft that nobody came back to for 30 days, and keeps a younger one', async () => {
    const page = await web.open('/');
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tearline.draft.')));
    await page.evaluate((now) => {
      const draft = { format: 1, version: 'v', splits: '1', names: [], done: [], undone: [], looked: [] };
      for (const days of [29, 31]) {
        const savedAt = now - days * 24 * 3_600_000;
        localStorage.setItem(`tearline.draft.${days}-days`, JSON.stringify({ ...draft, savedAt }));
      }
    }, Date.now());
    await page.reload();
    await expect.poll(drafts).toEqual(['tearline.draft.29-days']);
  });

  it('refuses to become HTML that a script writes', async () => {
    const page = await web.open('/');
    await page.getByRole('button', { name: 'Try a sample' }).waitFor();
    const outcome = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>written</b>';
        return document.body.textContent;
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    });
    expect(outcome).toBe('refused');
  });

  it('shows the workflows, with their names and descriptions as text and menus and dialogs for everybody', async () => {
    await web.makeWorkflow(`Post ${PLANTED}`, `Letters ${PLANTED}`);
    const page = await web.open('/');
    await page.getByRole('heading', { name: 'Generic workflow' }).waitFor();
    await page.getByText('Post <img').waitFor();
    await page.getByText('Letters <img').waitFor();
    expect(await hasPlanted(page)).toBe(false);
    const menu = page.getByRole('button', { name: /^(More about|Mehr zu) Post/ });
    const deletion = byMenuItem(page, menu, page.getByRole('menuitem'));
    await expectAccessible(page, menu, deletion, () => page.keyboard.press('Shift+?'));
    await page.getByRole('heading', { name: 'Post <img' }).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/workflows\/[0-9a-f-]+$/);
  });

  it('is not where a sign-in on another page leads: that page opens', async () => {
    const path = `/workflows/${GENERIC_WORKFLOW}/documents?sort=file_name`;
    const page = await web.open(path, { signedOut: true });
    await page.getByLabel('API key', { exact: true }).fill(web.apiKey());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    expect(page.url()).toBe(web.url() + path);
  });

  it('deletes a workflow by keyboard, once its name is typed', async () => {
    await web.makeWorkflow('Contracts');
    const page = await web.open('/');
    await page.getByRole('button', { name: 'More about Contracts' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete the workflow' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete “Contracts”?' });
    await dialog.waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete the workflow' });
    expect(await confirm.isDisabled()).toBe(true);
    await untilFocused(dialog.getByRole('textbox'));
    await page.keyboard.type('Contracts');
    await page.keyboard.press('Enter');
    await page.getByText('Contracts is deleted.').waitFor();
    await page.getByRole('heading', { name: 'Contracts', exact: true }).waitFor({ state: 'detached' });
    await untilFocused(page.getByRole('list').filter({ has: page.getByRole('heading', { name: 'Generic workflow' }) }));
    expect(web.faults()).toEqual([]);
  });

  it('shows a reviewer the workflows, and nothing that sends files', async () => {
    const page = await web.open('/', { apiKey: await web.makeKey('reviewer') });
    await page.getByRole('heading', { name: 'Generic workflow' }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose files' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'New workflow' }).count()).toBe(0);
  });
});
