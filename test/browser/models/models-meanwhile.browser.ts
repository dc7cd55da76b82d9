/** Pages of models and of use where there are many models, little room, or a read in the background fails. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleNow } from '../harness/expect-accessible.ts';
import { readAgain } from '../harness/read-again.ts';
import { scrolledSideways } from '../harness/scrolled-sideways.ts';
import { GENERIC_WORKFLOW, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

/** Longer than a page takes to draw an answer. */
const DRAWN_MS = 1000;
/** Of a page of the API. */
const LISTED = 100;

let web: WebService;
let workflowId: string;
beforeAll(async () => {
  web = await startWebService();
  workflowId = await web.makeWorkflow('Post');
});
afterAll(() => web.close());

const versionOf = (index: number): string => `workflow-${index.toString(16).padStart(12, '0')}`;

const DAY_MS = 24 * 3_600_000;

/**
 * Gives the page models before the base model, which is the only one of the workflow: page by page, as the API does.
 * @param apartMs  time between the making of two of them
 */
const giveModels = async (page: Page, count: number, apartMs = DAY_MS): Promise<void> => {
  await page.route(/\/models\?/, async (route) => {
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/&cursor=\d+/, ''),
    });
    // The schema of the 200.
    const { items } = (await answer.json()) as { items: object[] };
    const trained = Array.from({ length: count }, (_, index) => ({
      ...items[0],
      model_version: versionOf(index + 1),
      created_at: new Date(Date.UTC(2026, 0, 1) + (count - index) * apartMs).toISOString(),
      source: 'training',
      in_use: false,
    }));
    const all = [...trained, ...items];
    const begin = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const end = begin + LISTED;
    const next = end < all.length ? String(end) : null;
    await route.fulfill({ response: answer, json: { items: all.slice(begin, end), next } });
  });
};

const FIGURES = {
  error_rate: 0.01,
  error_rate_interval: { low: 0, high: 0.02 },
  page_f1: 0.98,
  document_f1: 0.95,
  panoptic_quality: 0.96,
  exact_match_rate: 0.8,
  calibration_error: 0.01,
};
const COMPARISON = {
  base: FIGURES,
  candidate: FIGURES,
  error_change: 0,
  error_change_interval: { low: 0, high: 0 },
  held_out: { documents: 12, evaluated_gaps: 34 },
  evaluated_with: 'workflow',
};

/** Lets the next read of the address fail as that of a thing that is gone, which is not repeated. */
const refuse = async (page: Page, path: RegExp): Promise<void> => {
  await page.route(path, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue();
    return route.fulfill({ status: 404, json: { status: 404, code: 'not_found', title: '', detail: '' } });
  });
  const answered = page.waitForResponse((response) => path.test(response.url()) && response.status() === 404);
  await readAgain(page);
  await answered;
  await page.waitForTimeout(DRAWN_MS);
};

describe('The page that compares models', () => {
  it('offers every model, also where the service lists them page by page', async () => {
    const page = await web.open('/');
    await giveModels(page, LISTED + 20);
    await page.route(/\/models\/compare\?/, (route) => route.fulfill({ json: COMPARISON }));
    await page.goto(`${web.url()}/workflows/${workflowId}/training/compare`);
    const base = page.getByRole('combobox', { name: 'Model to compare with' });
    await base.click();
    const options = page.getByRole('listbox', { name: 'Model to compare with' }).getByRole('option');
    await expect.poll(() => options.count()).toBe(LISTED + 21);
    await options.filter({ hasText: 'Base model' }).click();
    await page.waitForURL(/base=base/);
    await page.getByText('Both on the same documents').first().waitFor();
  });

  it('keeps the comparison where it is read again in vain', async () => {
    const page = await web.open('/');
    await giveModels(page, 1);
    const path = /\/models\/compare\?/;
    await page.route(path, (route) => route.fulfill({ json: COMPARISON }));
    await page.goto(`${web.url()}/workflows/${workflowId}/training/compare`);
    const table = page.getByRole('table');
    await table.getByText('Places decided wrongly').waitFor();
    await page.unroute(path);
    await refuse(page, path);
    expect([await table.count(), await page.getByRole('alert').count()]).toEqual([1, 0]);
  });
});

describe('The figures of two models', () => {
  it('have a column for each, also where both were made in the same minute', async () => {
    const page = await web.open('/');
    await giveModels(page, 2, 1000);
    await page.route(/\/models\/compare\?/, (route) => route.fulfill({ json: COMPARISON }));
    await page.goto(`${web.url()}/workflows/${workflowId}/training/compare`);
    const columns = page.getByRole('table').getByRole('columnheader');
    await columns.first().waitFor();
    for (const base of ['Base model', 'Training of', 'Base model']) {
      await page.getByRole('combobox', { name: 'Model to compare with' }).click();
      await page.getByRole('option', { name: base }).last().click();
      await columns.filter({ hasText: base }).first().waitFor();
    }
    expect(await columns.allTextContents()).toEqual([
      expect.stringMatching(/^Base model/),
      expect.stringMatching(/^Training of/),
    ]);
  });
});

describe('The dashboard', () => {
  it('keeps the use where the workflow is read again in vain', async () => {
    const page = await web.open(`/workflows/${GENERIC_WORKFLOW}`);
    await page.getByRole('heading', { name: 'Generic workflow', level: 1 }).waitFor();
    const hours = page.getByText('Hours', { exact: true });
    await hours.waitFor();
    await refuse(page, new RegExp(`/workflows/${GENERIC_WORKFLOW}$`));
    expect([await hours.count(), await page.getByRole('alert').count()]).toEqual([1, 0]);
  });
});

describe('The history of trainings', () => {
  it('has room on a telephone, with the way to the report of each', async () => {
    const training = {
      training_id: '00000000-0000-4000-8000-00000000abcd',
      workflow_id: workflowId,
      state: 'trained',
      progress: 1,
      step: null,
      remaining_seconds: null,
      metrics: {},
      collections: null,
      documents: { annotated: 40, used: 40 },
      created_at: '2026-11-30T12:00:00.000Z',
      started_at: '2026-11-30T12:00:00.000Z',
      finished_at: '2026-11-30T12:10:00.000Z',
      model_version: versionOf(1),
      error_rate_before: 0.08,
      error_rate_after: 0.02,
      decision: 'go_live',
      decision_reason: null,
      failure: null,
    };
    const page = await web.open('/', { width: 390 });
    await page.route(/\/trainings\?/, (route) => route.fulfill({ json: { items: [training], next: null } }));
    await page.goto(`${web.url()}/workflows/${workflowId}/training`);
    const history = page.getByRole('table', { name: 'History' });
    await history.getByText('40', { exact: true }).waitFor();
    for (const fact of ['State', 'Documents', 'Result']) await history.getByText(fact, { exact: true }).waitFor();
    await history.getByRole('link', { name: /^Report/ }).waitFor();
    expect(await scrolledSideways(page.getByRole('main'))).toEqual([]);
    await expectAccessibleNow(page);
  });
});
