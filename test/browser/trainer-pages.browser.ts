/** Collections, a training that is cancelled, a model that is taken to another workflow, and markup in all texts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPdf, withText } from '../unit/drawing/draw-upload.ts';
import { chooseFiles } from './harness/choose-files.ts';
import { drawDockets } from './harness/draw-dockets.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { GENERIC_WORKFLOW, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const MINUTE_MS = 60_000;
const PLANTED_NAME = PLANTED.replaceAll('/', '∕');

let web: WebService;
let workflowId: string;
beforeAll(async () => {
  web = await startWebService();
  workflowId = await web.makeWorkflow('Dockets');
  const form = new FormData();
  for (const at of [0, 1, 2, 3, 4]) {
    const { buffer, name } = await drawDockets(`docket-${at}`, 1);
    form.append('file', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name);
  }
  form.append('upload_mode', 'already_split');
  form.append('collection', 'first');
  await web.request(`/workflows/${workflowId}/training-documents`, { method: 'POST', body: form });
});
afterAll(() => web.close());

const startTraining = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Start training' }).click();
  await page.getByRole('heading', { name: 'A training is running' }).waitFor();
};

describe('Collections', () => {
  it('are made and deleted in dialogs, and are named as they are called', { timeout: 3 * MINUTE_MS }, async () => {
    const page = await web.open(`/workflows/${workflowId}/training-data`);
    const make = page.getByRole('button', { name: 'New collection' });
    await make.waitFor();
    await expectAccessible(page, make);
    await make.click();
    const dialog = page.getByRole('dialog', { name: 'New collection' });
    await dialog.getByLabel('Name').fill('a/b');
    await dialog.getByText('A name has no “/”').waitFor();
    await dialog.getByLabel('Name').fill('first');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('There is a collection of this name.').waitFor();
    await dialog.getByLabel('Name').fill(PLANTED_NAME);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    const menu = page.getByRole('button', { name: 'More about <img' });
    await menu.waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete the collection' }).click();
    const ask = page.getByRole('dialog', { name: 'Delete the collection' });
    await ask.getByRole('textbox').fill(PLANTED_NAME);
    await ask.getByRole('button', { name: 'Delete the collection' }).click();
    await menu.waitFor({ state: 'detached' });
    expect(web.faults()).toEqual([]);
  });
});

describe('A training', () => {
  it('is cancelled in a dialog, and another one is started', { timeout: 5 * MINUTE_MS }, async () => {
    const page = await web.open(`/workflows/${workflowId}/training`);
    await page.getByText('5 annotated documents are used.').waitFor();
    await startTraining(page);
    await page.getByRole('button', { name: 'Cancel the training' }).click();
    const ask = page.getByRole('dialog', { name: 'Cancel the training' });
    await ask.getByRole('button', { name: 'Cancel the training' }).click();
    await page.getByRole('table', { name: 'History' }).getByText('Cancelled').waitFor();
    await startTraining(page);
    await page.getByRole('link', { name: /^Report: / }).waitFor({ timeout: 3 * MINUTE_MS });
  });

  it('makes a model that is saved, and used in another workflow', { timeout: 2 * MINUTE_MS }, async () => {
    const page = await web.open(`/workflows/${workflowId}/training`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Export: / }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/\.tearline-model$/);
    const other = await web.makeWorkflow('Other dockets');
    await page.goto(`${web.url()}/workflows/${other}/training`);
    const open = page.getByRole('button', { name: 'Import a model' });
    const noModel = { name: 'no.model', mimeType: 'application/octet-stream', buffer: Buffer.from('no model') };
    await chooseFiles(page, noModel, open);
    await page.getByRole('alert').getByText('This file is no model of this service').waitFor();
    await chooseFiles(page, await file.path(), open);
    const row = page.getByRole('table', { name: 'Models' }).getByRole('row', { name: /^Imported on/ });
    await row.getByRole('button', { name: /^Use this model/ }).click();
    await row.getByText('In use').waitFor();
    expect(web.faults()).toEqual([]);
  });
});

describe('Markup that was read on a page', () => {
  it('is text in the editor: as a title, as a name, as a text layer and when it is found', async () => {
    const page = await web.open('/');
    const lines = [`Invoice ${PLANTED}`, PLANTED, 'Total: 12 euros', `Date: 2026-01-02 ${PLANTED}`];
    const body = new FormData();
    const pdf = await drawPdf(withText({ lines, size: 9 }), withText({ lines, size: 9 }));
    body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'hostile.pdf');
    const answer = await web.request(`/processing/${GENERIC_WORKFLOW}?wait_for=120`, { method: 'POST', body });
    // The schema of the 201.
    const { processing_id: id } = (await answer.json()) as { processing_id: string };
    await page.goto(`${web.url()}/verify/${id}`);
    await page.getByRole('switch').first().waitFor();
    await page.getByText('<img').first().waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Pages around' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('onerror');
    await page.getByText('On 2 pages').waitFor();
    expect(await hasPlanted(page)).toBe(false);
    expect(web.faults()).toEqual([]);
  });
});
