/** The dashboard, the API page, the migration page and the list of models of a workflow. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFiles } from './harness/choose-files.ts';
import { startAlbum } from './harness/album.ts';
import { expectAccessible, expectAccessibleNow } from './harness/expect-accessible.ts';
import { GENERIC_WORKFLOW, SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const WORKFLOW = `/workflows/${GENERIC_WORKFLOW}`;
const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');
const WIDTHS = [360, 1280, 2560];

/** The operations that the use of the workflow names. */
const operationsOfUsage = async (web: WebService): Promise<ReadonlySet<string>> => {
  const answer = await web.request(`/processing/${GENERIC_WORKFLOW}/usage/daily`);
  // The schema of the 200.
  const { total } = (await answer.json()) as { total: { api_calls: { operation: string }[] } };
  return new Set(total.api_calls.map(({ operation }) => operation));
};

let web: WebService;
let processingId: string;
beforeAll(async () => {
  web = await startWebService();
  processingId = await web.process(SAMPLE);
});
afterAll(() => web.close());

describe('The dashboard', () => {
  it('shows the use as charts, as tables and as a file', { timeout: 300_000 }, async () => {
    const page = await web.open(WORKFLOW);
    const album = startAlbum('dashboard', WIDTHS);
    await page.locator('.recharts-surface').first().waitFor();
    const pages = page.getByRole('region', { name: 'Pages and sub-documents' });
    await page.getByRole('button', { name: 'Table: Pages and sub-documents' }).click();
    await pages.getByRole('table').waitFor();
    // The sample has 13 pages, all of today.
    await expect.poll(() => pages.getByRole('row').last().textContent()).toContain('13');
    await page.getByRole('button', { name: 'Table: Calls of the API' }).click();
    await album.take(page, 'days');
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('usage-daily.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines[0]).toContain('pages');
    expect(lines.at(-1)).toContain('13');

    await page.getByText('Hours', { exact: true }).click();
    await page.waitForURL(/interval=hourly/);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByText('Not used in this time').waitFor();
    expect(web.faults()).toEqual([]);
  });

  it('is printed light from the dark scheme too, without what the page tells meanwhile', async () => {
    const page = await web.open(WORKFLOW, { scheme: 'dark' });
    await page.locator('.recharts-surface').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const card = page.getByRole('region', { name: 'Pages and sub-documents' });
    // In one step: the browser prints what is there when the event has been handled, without another frame.
    const backgroundAfter = (event: string) =>
      card.evaluate((element, type) => {
        window.dispatchEvent(new Event(type));
        return getComputedStyle(element).backgroundColor;
      }, event);
    expect(await backgroundAfter('beforeprint')).toBe('rgb(255, 255, 255)');
    expect(await page.getByRole('region', { name: 'Notifications' }).locator('> *').first().isVisible()).toBe(false);
    expect(await backgroundAfter('afterprint')).not.toBe('rgb(255, 255, 255)');
  });

  it('shows every setting with which the workflow was made', async () => {
    const body = new FormData();
    body.append('workflow_name', 'Receipts');
    body.append('document_specification', JSON.stringify({ cropping: true, text_type: 'printed' }));
    body.append('learns_from_corrections', 'true');
    const made = await web.request('/workflows', { method: 'POST', body });
    expect(made.status, await made.clone().text()).toBe(201);
    // The schema of the 201.
    const { workflow_id: id } = (await made.json()) as { workflow_id: string };
    const page = await web.open(`/workflows/${id}`);
    await page.getByText('Latin script, printed text, background cut off, learns from corrections').waitFor();
  });

  it('names each of the operations that were called', async () => {
    const called = ['progress', 'ocr', 'hocr', 'extractions', 'page-images', 'document-splitting', 'split-pdfs', 'pdf'];
    for (const name of called) await web.request(`/processing/results/${processingId}/${name}`);
    // Calls are counted in batches.
    await expect.poll(async () => (await operationsOfUsage(web)).size).toBeGreaterThan(called.length);
    const page = await web.open(WORKFLOW);
    const calls = page.getByRole('region', { name: 'Calls of the API' });
    const names = calls.locator('.recharts-yAxis .recharts-cartesian-axis-tick');
    await names.first().waitFor({ state: 'attached' });
    await expect.poll(() => names.count()).toBeGreaterThan(called.length);
  });

  it("describes the generic workflow in the reader's language", async () => {
    const page = await web.open(WORKFLOW, { language: 'de' });
    await page.getByText('Teilt Dokumente aller Art auf.').waitFor();
  });

  it('says of a workflow that is not there that it is gone', async () => {
    const page = await web.open('/workflows/00000000-0000-4000-8000-00000000dead');
    await page.getByText('It is not there any more').waitFor();
  });
});

/** Asks for the usage in the reference, with this key. @returns the operation with the answer */
const askForUsage = async (key: string): Promise<Locator> => {
  const page = await web.open(`${WORKFLOW}/api`);
  await page.getByRole('tab', { name: 'Reference' }).click();
  await page.getByLabel('API key for trying requests').fill(key);
  const usage = page.getByRole('region', { name: 'Usage', exact: true }).locator('details').first();
  await usage.getByText(/usage/).first().click();
  await usage.getByLabel('interval (path)').selectOption('daily');
  await usage.getByRole('button', { name: 'Send the request' }).click();
  return usage;
};

describe('The API page', () => {
  it('has programs in nine languages, each to be copied and saved', { timeout: 300_000 }, async () => {
    const page = await web.open(`${WORKFLOW}/api`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const album = startAlbum('api', WIDTHS);
    const first = page.getByRole('region', { name: 'Split a document', exact: true });
    await first.waitFor();
    await album.take(page, 'programs');
    await expectAccessible(page);
    const languages = ['curl', 'Python', 'JavaScript', 'TypeScript', 'Java', 'C#', 'PHP', 'Go', 'Ruby'];
    const codes = new Set<string>();
    for (const language of languages) {
      await page.getByText(language, { exact: true }).click();
      await expect.poll(async () => codes.has((await first.locator('pre').textContent()) ?? '')).toBe(false);
      const code = (await first.locator('pre').textContent()) ?? '';
      expect(code).toContain(GENERIC_WORKFLOW);
      codes.add(code);
    }
    expect(codes.size).toBe(languages.length);
    await page.getByRole('button', { name: 'Copy the program: Split a document' }).click();
    await expect.poll(async () => codes.has(await page.evaluate(() => navigator.clipboard.readText()))).toBe(true);
    const download = page.waitForEvent('download');
    await first.getByRole('button', { name: /^Save / }).click();
    expect(codes).toContain(await readFile(await (await download).path(), 'utf8'));
    expect(web.faults()).toEqual([]);
  });

  it('has a reference in which requests are tried with a chosen key', { timeout: 300_000 }, async () => {
    const page = await web.open(`${WORKFLOW}/api`);
    await page.getByRole('tab', { name: 'Reference' }).click();
    await page.getByLabel('API key for trying requests').fill(web.apiKey());
    const processing = page.getByRole('region', { name: 'Processing', exact: true }).locator('details').first();
    await processing.getByText('Process one document with a workflow').click();
    await chooseFiles(page, SAMPLE, processing.getByRole('button', { name: 'file', exact: true }));
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await processing.getByRole('button', { name: 'Send the request' }).click();
    // Processed, or accepted where that takes longer than the request waits.
    expect([201, 202]).toContain((await answered).status());
    await processing.getByText(/^20[12] after /).waitFor();
    await startAlbum('api-reference', WIDTHS).take(page, 'reference');
    await expectAccessible(page);
  });

  it('does not say that the service is away where the key is one that no browser can send', async () => {
    const usage = await askForUsage('tl_…');
    await usage.getByRole('alert').waitFor();
    expect(await usage.getByText('The service does not answer').count()).toBe(0);
  });

  it('sends no request of the reference with the session of the browser', { timeout: 300_000 }, async () => {
    const usage = await askForUsage('tl_wrong');
    await usage.getByText(/^401 after /).waitFor();
    expect(web.faults()).toEqual([]);
  });
});

describe('The migration page', () => {
  it('says of a workflow without a newer model that nothing is to do', async () => {
    const page = await web.open(`/workflows/${await web.makeWorkflow('Post')}/migration`);
    await page.getByText('No newer model').waitFor();
    await expectAccessible(page);
  });

  it('names the documents without a collection, and writes large numbers as the reader does', async () => {
    const id = await web.makeWorkflow('Post');
    const page = await web.open('/');
    const announced = { state: 'announced', preview_workflow_id: id, model_version: 'new', due_at: null };
    await page.route('**/migration', async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const answer = await route.fetch();
      // The schema of the 200.
      const migration = (await answer.json()) as object;
      return route.fulfill({ response: answer, json: { ...migration, ...announced } });
    });
    const figures = {
      error_rate: 0.01,
      error_rate_interval: { low: 0, high: 0.02 },
      document_f1: 1,
      exact_match_rate: 1,
    };
    const collections = ['unknown', 'first'].map((collection) => ({
      collection,
      gaps: 600,
      before: figures,
      after: figures,
    }));
    const evaluation = {
      trained_on: { documents: 1234, evaluated_gaps: 5678 },
      metrics_before: figures,
      metrics: figures,
      collections,
    };
    await page.route('**/models/new', (route) => route.fulfill({ json: { evaluation } }));
    await page.goto(`${web.url()}/workflows/${id}/migration`);
    await page.getByText('the same 1,234 documents').waitFor();
    await page.getByText('(5,678 decisions)').waitFor();
    await page.getByRole('rowheader', { name: 'Without a collection' }).waitFor();
  });
});

describe('The list of the models', () => {
  it('has room on a telephone, with what can be done with each', async () => {
    const page = await web.open('/', { width: 390 });
    await page.route('**/models?*', async (route) => {
      const answer = await route.fetch();
      // The schema of the 200.
      const { items, ...rest } = (await answer.json()) as { items: object[] };
      const trained = {
        model_version: 'workflow-0123456789ab',
        created_at: '2026-11-30T12:00:00Z',
        source: 'training',
      };
      const model = { ...items[0], ...trained, in_use: false, documents: 1234, error_rate_after: 0.0123 };
      return route.fulfill({ response: answer, json: { ...rest, items: [model, ...items] } });
    });
    await page.goto(`${web.url()}/workflows/${await web.makeWorkflow('Post')}/training`);
    const models = page.getByRole('table', { name: 'Models' });
    await models.getByText('1,234 documents').waitFor();
    await models.getByRole('button', { name: /^Use/ }).first().waitFor();
    await expectAccessibleNow(page);
    const isWhole = ({ scrollWidth, clientWidth }: Element) => scrollWidth <= clientWidth;
    const around = models.locator('xpath=ancestor::*');
    for (const element of await around.all()) expect(await element.evaluate(isWhole)).toBe(true);
  });
});
