/** What people do while a page is at work: nothing that they type is lost, and nobody is led away from where they go. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawDockets } from './harness/draw-dockets.ts';
import { holdAnswers } from './harness/hold-answers.ts';
import { GENERIC_WORKFLOW, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const MINUTE_MS = 60_000;
/** Longer than the way to another page takes. */
const SETTLED_MS = 1500;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

const goToWorkflows = (page: Page): Promise<void> => page.getByRole('link', { name: 'Workflows', exact: true }).click();

describe('The answer to a page that was left', () => {
  it('makes the workflow, and opens nothing', async () => {
    const page = await web.open('/workflows/new');
    const release = await holdAnswers(page, 'POST', /\/workflows$/);
    await page.getByLabel('Name').fill('Made late');
    await page.getByRole('button', { name: 'Create workflow' }).click();
    await goToWorkflows(page);
    await page.getByRole('heading', { name: 'Generic workflow' }).waitFor();
    release();
    await page.getByRole('heading', { name: 'Made late' }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    expect(page.url()).toBe(`${web.url()}/`);
  });

  it('keeps the annotation, and opens no other file', { timeout: 5 * MINUTE_MS }, async () => {
    const id = await web.makeWorkflow('Piles');
    const form = new FormData();
    for (const each of ['one', 'two']) {
      const { buffer, name } = await drawDockets(each, 2);
      form.append('file', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name);
    }
    form.append('upload_mode', 'merged');
    await web.request(`/workflows/${id}/training-documents`, { method: 'POST', body: form });
    const page = await web.open(`/workflows/${id}/training-data`);
    await page.getByRole('link', { name: 'Annotate 2 files' }).click({ timeout: 3 * MINUTE_MS });
    const release = await holdAnswers(page, 'PUT', /\/annotation$/);
    await page.getByRole('button', { name: 'Accept the proposal' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Training data' }).click();
    await page.getByRole('heading', { name: 'Training data', level: 1 }).waitFor();
    release();
    await page.getByRole('link', { name: 'Annotate 1 file' }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    expect(new URL(page.url()).pathname).toBe(`/workflows/${id}/training-data`);
  });
});

describe('What is typed meanwhile', () => {
  it('stays in the settings that are being saved', async () => {
    const page = await web.open('/account?section=settings');
    const release = await holdAnswers(page, 'PATCH', /\/account$/);
    await page.getByLabel('Name').fill('The first account');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel(/mail/).fill('first@example.com');
    release();
    await page.getByText('The settings are saved.').waitFor();
    expect(await page.getByLabel(/mail/).inputValue()).toBe('first@example.com');
    expect(await page.getByLabel('Name').inputValue()).toBe('The first account');
  });

  it('stays in the search when the address takes over what was typed before', async () => {
    const page = await web.open('/');
    await page.addInitScript(() => {
      const replace = window.history.replaceState.bind(window.history);
      const values: string[] = [];
      Object.assign(window, { values });
      window.history.replaceState = (state, title, url) => {
        replace(state, title, url);
        const field = document.querySelector<HTMLInputElement>('input[type="search"]');
        if (field === null || values.length > 0 || !String(url).includes('name=')) return;
        // The next letter, before the page has drawn the list anew.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'abc');
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const note = (): void => {
          values.push(field.value);
          if (values.length < 60) requestAnimationFrame(note);
        };
        note();
      };
    });
    await page.goto(`${web.url()}/workflows/${GENERIC_WORKFLOW}/documents`);
    await page.getByRole('searchbox').fill('ab');
    await page.waitForURL(/name=abc/);
    // What the script above has made.
    const values = await page.evaluate(() => (window as unknown as { values: string[] }).values);
    expect(new Set(values)).toEqual(new Set(['abc']));
  });
});

describe('Another workflow that is opened by the way back', () => {
  it('has nothing of the one that was shown', async () => {
    const [first, second] = [await web.makeWorkflow('First'), await web.makeWorkflow('Second')];
    const page = await web.open(`/workflows/${first}/training`);
    await page.getByRole('heading', { name: 'Models' }).waitFor();
    await goToWorkflows(page);
    await page.getByRole('link', { name: 'Second', exact: true }).click();
    await page.getByRole('link', { name: 'Training', exact: true }).click();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.model', mimeType: '', buffer: Buffer.from('no') });
    await page.getByRole('alert').filter({ hasText: 'model' }).waitFor();
    await page.evaluate(() => {
      window.history.go(-3);
    });
    await page.waitForURL(`**/workflows/${first}/training`);
    await page.getByRole('navigation', { name: 'Main navigation' }).getByText('First').waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'model' }).count()).toBe(0);
    expect(second).not.toBe(first);
  });
});
