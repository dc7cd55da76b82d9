/** The network or the service is gone for a while, or a thing is deleted in another tab: pages say so, and go on. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFiles } from './harness/choose-files.ts';
import { expectAccessibleNow } from './harness/expect-accessible.ts';
import { drawDockets } from './harness/draw-dockets.ts';
import { untilFocused } from './harness/until-focused.ts';
import { GENERIC_WORKFLOW, SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');
const MINUTE_MS = 60_000;
/** What the API answers where it fails by a fault of its own. */
const FAULT = { status: 500, title: 'Internal error', detail: 'A fault.', code: 'internal_error', request_id: 'none' };
/** After these pages, counted from 1. */
const FIRST_BOUNDARIES = [1, 2, 3, 4];

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

const deleteWorkflow = async (id: string): Promise<void> => {
  expect((await web.request(`/workflows/${id}`, { method: 'DELETE' })).status).toBe(204);
};

const boundary = (page: Page, before: number) =>
  page.getByRole('switch', { name: new RegExp(`between page ${before} and page ${before + 1}\\b`) });

const verify = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Verify with changes' }).click();
  const ask = page.getByRole('button', { name: 'Verify all the same' });
  await ask.click();
};

/** Of the first boundaries, whether the page splits there. */
const splitsOf = async (page: Page): Promise<boolean[]> => {
  const shown = FIRST_BOUNDARIES.map((before) => boundary(page, before).getAttribute('aria-checked'));
  return (await Promise.all(shown)).map((checked) => checked === 'true');
};

/** Of the first boundaries, whether the service's verified result splits there; null where none is verified. */
const verifiedSplits = async (id: string): Promise<boolean[] | null> => {
  const path = `/processing/results/${id}/document-splitting`;
  // The schemas of the two 200s.
  const { verified } = (await (await web.request(`${path}/verification`)).json()) as { verified: boolean };
  if (!verified) return null;
  const { decisions } = (await (await web.request(path)).json()) as {
    decisions: { after_page: number; split: boolean }[];
  };
  return decisions.filter(({ after_page: page }) => FIRST_BOUNDARIES.includes(page)).map(({ split }) => split);
};

describe('A browser without a network', () => {
  it('keeps a review and files for a minute, and sends them by itself when the network is back', async () => {
    const id = await web.process(SAMPLE);
    const review = await web.open(`/verify/${id}?threshold=0.999`);
    await boundary(review, 1).click();
    const files = await review.context().newPage();
    await files.goto(`${web.url()}/workflows/${GENERIC_WORKFLOW}/process`);
    await files.getByRole('button', { name: 'Choose files' }).waitFor();

    await review.context().setOffline(true);
    const gone = Date.now();
    await chooseFiles(files, [await drawDockets('offline', 1)]);
    await files.getByText('The file is sent by itself when the service is back.').waitFor();
    // Nobody asks for anything: the page itself finds out.
    await review.getByRole('status').getByText('The service does not answer').waitFor();
    await boundary(review, 2).click();
    await verify(review);
    await review.getByRole('alert').getByText('Not verified yet').waitFor();
    await expectAccessibleNow(review);
    await boundary(review, 3).click();
    const splits = await splitsOf(review);
    await review.waitForTimeout(gone + MINUTE_MS - Date.now());
    expect(await splitsOf(review)).toEqual(splits);
    await review.context().setOffline(false);

    await review.getByText('Corrected by First key').waitFor();
    expect(await splitsOf(review)).toEqual(splits);
    expect(await verifiedSplits(id)).toEqual(splits);
    await review.getByRole('status').getByText('The service does not answer').waitFor({ state: 'detached' });
    await files.getByRole('link', { name: 'Review offline.pdf' }).waitFor();
  });

  it('verifies nothing when the network is back where the reviewer does not wait', async () => {
    const id = await web.process(SAMPLE);
    const page = await web.open(`/verify/${id}?threshold=0.999`);
    await boundary(page, 1).click();
    await page.context().setOffline(true);
    await verify(page);
    await page.getByRole('button', { name: 'Do not wait' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await page.getByRole('status').getByText('The service does not answer').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Verify with changes' }).waitFor();
    expect(await verifiedSplits(id)).toBeNull();
  });

  it('opens another page when the network is back', async () => {
    const page = await web.open('/');
    await page.getByRole('heading', { name: 'Generic workflow' }).waitFor();
    // What the page needs is loaded; the answers of the API are not.
    await page.getByRole('heading', { name: 'Generic workflow' }).hover();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('heading', { name: 'Generic workflow' }).getByRole('link').click();
    await page.getByRole('status').getByText('The service does not answer').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Generic workflow', level: 1 }).waitFor();
  });
});

describe('A service that is killed and started again', () => {
  it('is waited for by a training and by a review, which go on by themselves', { timeout: 5 * MINUTE_MS }, async () => {
    const processingId = await web.process(SAMPLE);
    const review = await web.open(`/verify/${processingId}?threshold=0.999`);
    await boundary(review, 1).click();
    const id = await web.makeWorkflow('Interrupted');
    const form = new FormData();
    for (const at of [0, 1, 2, 3, 4]) {
      const { buffer, name } = await drawDockets(`docket-${at}`, 1);
      form.append('file', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name);
    }
    form.append('upload_mode', 'already_split');
    expect((await web.request(`/workflows/${id}/training-documents`, { method: 'POST', body: form })).status).toBe(201);
    const page = await web.open(`/workflows/${id}/training`);
    await page.getByText('5 annotated documents are used.').waitFor();
    await page.getByRole('button', { name: 'Start training' }).click();
    await page.getByRole('heading', { name: 'A training is running' }).waitFor();
    await web.kill();
    await page.getByRole('status').getByText('The service does not answer').waitFor();
    await boundary(review, 2).click();
    await verify(review);
    await review.getByRole('alert').getByText('Not verified yet').waitFor();
    await web.start();
    await page.getByRole('status').getByText('The service does not answer').waitFor({ state: 'detached' });
    await review.getByText('Corrected by First key').waitFor();
    expect(await verifiedSplits(processingId)).toEqual(await splitsOf(review));
    await page.getByRole('link', { name: /^Report: / }).waitFor({ timeout: 3 * MINUTE_MS });
  });
});

describe('A file that was looked at before', () => {
  /** Opens the newest file from the list, and goes back to the list. */
  const lookAt = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'mixed-mail.pdf' }).first().click();
    await boundary(page, 1).waitFor();
    await page.goBack();
    await page.getByRole('table').waitFor();
  };

  it('shows at once what somebody else has verified meanwhile', async () => {
    const id = await web.process(SAMPLE);
    const page = await web.open(`/workflows/${GENERIC_WORKFLOW}/documents`);
    await lookAt(page);
    const path = `/processing/results/${id}/document-splitting/verification`;
    const pages = Array.from({ length: 13 }, (_, index) => index + 1);
    const verified = await web.request(path, {
      method: 'POST',
      headers: { 'if-match': (await web.request(path)).headers.get('etag') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ sub_documents: [{ name: 'All', pages }] }),
    });
    expect(verified.status).toBe(200);
    await page.getByRole('link', { name: 'mixed-mail.pdf' }).first().click();
    // Well before the page asks again by itself, every 20 seconds.
    await page.getByText(/^Corrected by/).waitFor({ timeout: 10_000 });
    await page.getByRole('heading', { name: '1 document, 13 pages' }).waitFor();
  });

  it('is not shown any more where it was deleted meanwhile', async () => {
    const id = await web.process(SAMPLE);
    const page = await web.open(`/workflows/${GENERIC_WORKFLOW}/documents`);
    await lookAt(page);
    expect((await web.request(`/processing/results/${id}`, { method: 'DELETE' })).status).toBe(204);
    await page.getByRole('link', { name: 'mixed-mail.pdf' }).first().click();
    await page.getByRole('alert').getByText('You may not do this').waitFor({ timeout: 10_000 });
    expect(await page.getByRole('switch').count()).toBe(0);
  });
});

describe('A file whose processing fails', () => {
  /** What the verification answers while the file is processed, and after that has failed. */
  const working = (id: string) => ({ status: 202, json: { processing_id: id, url: `/processing/results/${id}` } });
  const failed = (id: string) => ({
    status: 500,
    json: { ...FAULT, code: 'document_encrypted', processing_id: id },
  });

  it('says so at once, also to who has waited for it, and is not asked for again', async () => {
    const id = await web.process(SAMPLE);
    const page = await web.open('/account');
    let asked = 0;
    let answer: ReturnType<typeof working | typeof failed> = working(id);
    await page.route('**/document-splitting/verification', (route) => {
      asked += 1;
      return route.fulfill({ ...answer, contentType: 'application/json' });
    });
    await page.goto(`${web.url()}/verify/${id}`);
    await page.getByRole('heading', { name: 'The document is being processed' }).waitFor();
    answer = failed(id);
    asked = 0;
    await page.getByRole('alert').getByText('The file needs a password.').waitFor({ timeout: 10_000 });
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.waitForTimeout(3000);
    expect(asked).toBe(1);
  });
});

describe('A session that ends', () => {
  it('is noticed by whatever the page reads, which goes on when somebody has signed in again', async () => {
    const page = await web.open(`/workflows/${GENERIC_WORKFLOW}/documents`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('searchbox').fill('mixed-mail');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await untilFocused(again.getByLabel('API key'));
    await again.getByLabel('API key').fill(web.apiKey());
    await again.getByRole('button', { name: 'Sign in with the key' }).click();
    await again.waitFor({ state: 'detached' });
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('mixed-mail');
  });
});

describe('A session that ends during a review', () => {
  it('leaves the changes, and what was not verified can be verified by who signs in again', async () => {
    const id = await web.process(SAMPLE);
    const page = await web.open(`/verify/${id}?threshold=0.999`);
    await boundary(page, 1).click();
    const splits = await splitsOf(page);
    await page.context().clearCookies();
    await verify(page);
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('API key').fill(web.apiKey());
    await again.getByRole('button', { name: 'Sign in with the key' }).click();
    await again.waitFor({ state: 'detached' });
    // It is true of somebody who is signed in again too.
    const alert = page.getByRole('alert').filter({ hasText: 'You were not signed in' });
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
    expect(await verifiedSplits(id)).toEqual(splits);
  });
});

describe('A workflow that is deleted in another tab', () => {
  it.each(['', '/documents', '/training-data', '/training', '/api'])('is gone on its page "%s"', async (path) => {
    const id = await web.makeWorkflow('Gone');
    const page = await web.open(`/workflows/${id}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await deleteWorkflow(id);
    await page.reload();
    await page.getByRole('alert').getByText('It is not there any more').first().waitFor();
  });

  it('refuses files, and says why', async () => {
    const id = await web.makeWorkflow('Gone');
    const page = await web.open(`/workflows/${id}/process`);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await deleteWorkflow(id);
    await chooseFiles(page, [await drawDockets('late', 1)]);
    await page.getByText('This workflow has been deleted. Choose another one.').waitFor();
  });

  it('leaves the list of workflows when somebody comes back to it', async () => {
    const id = await web.makeWorkflow('Short-lived');
    const page = await web.open('/');
    await page.getByRole('heading', { name: 'Short-lived' }).waitFor();
    await deleteWorkflow(id);
    // The list is asked for again when its tab is looked at again and it is older than some seconds.
    await page.waitForTimeout(11_000);
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await page.getByRole('heading', { name: 'Short-lived' }).waitFor({ state: 'detached' });
  });
});

describe('A service that has a fault', () => {
  it.each(['', '/documents', '/training-data', '/training'])(
    'is named on the page "%s" of a workflow, which shows nothing as empty and tries again',
    async (path) => {
      const page = await web.open('/nowhere', { language: 'de' });
      const isApi = (url: URL): boolean => /^\/(account|workflows|usage|processing)\b/.test(url.pathname);
      await page.route(isApi, async (route) => {
        if (route.request().resourceType() === 'document') await route.continue();
        else await route.fulfill({ status: 500, contentType: 'application/problem+json', json: FAULT });
      });
      await page.goto(`${web.url()}/workflows/${GENERIC_WORKFLOW}${path}`);
      const alert = page.getByRole('alert').filter({ hasText: 'Der Dienst hat einen Fehler.' }).first();
      await alert.waitFor();
      expect(await page.getByText(/^Noch keine? /).count()).toBe(0);
      await page.unroute(isApi);
      await alert.getByRole('button', { name: 'Noch einmal versuchen' }).click();
      await alert.waitFor({ state: 'detached' });
    },
  );
});
