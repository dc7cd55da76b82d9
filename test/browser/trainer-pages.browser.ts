/** Collections, a training that is cancelled, a model that is taken to another workflow, and markup in all texts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawPdf, withText } from '../unit/drawing/draw-upload.ts';
import { chooseFiles } from './harness/choose-files.ts';
import { drawDockets } from './harness/draw-dockets.ts';
import { byMenuItem, expectAccessible } from './harness/expect-accessible.ts';
import { untilFocused } from './harness/until-focused.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { GENERIC_WORKFLOW, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const MINUTE_MS = 60_000;
const PLANTED_NAME = PLANTED.replaceAll('/', '∕');
const PLANTED_FILE = `${PLANTED_NAME}.pdf`;

let web: WebService;
let workflowId: string;
beforeAll(async () => {
  web = await startWebService();
  workflowId = await web.makeWorkflow('Dockets');
  await addTrainingFiles(['docket-0', 'docket-1', 'docket-2', 'docket-3', 'docket-4']);
  await vi.waitFor(async () => {
    expect(await trainingDocuments('annotated')).toHaveLength(5);
  }, MINUTE_MS);
});
afterAll(() => web.close());

const addTrainingFiles = async (names: readonly string[]): Promise<void> => {
  const form = new FormData();
  for (const each of names) {
    const { buffer, name } = await drawDockets(each, 1);
    form.append('file', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name);
  }
  form.append('upload_mode', 'already_split');
  form.append('collection', 'first');
  const answer = await web.request(`/workflows/${workflowId}/training-documents`, { method: 'POST', body: form });
  expect(answer.status, await answer.text()).toBe(201);
};

/** The names of the workflow's training files. */
const trainingDocuments = async (status?: string): Promise<readonly string[]> => {
  const filter = status === undefined ? '' : `?status=${status}`;
  const answer = await web.request(`/workflows/${workflowId}/training-documents${filter}`);
  // The schema of the 200.
  const { items } = (await answer.json()) as { items: { file_name: string }[] };
  return items.map(({ file_name: name }) => name);
};

const startTraining = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Start training' }).click();
  await page.getByRole('heading', { name: 'A training is running' }).waitFor();
};

/** The page does not learn that the training goes on or ends until the returned function is called. */
const holdTrainings = async (page: Page): Promise<() => Promise<void>> => {
  const released = Promise.withResolvers<undefined>();
  await page.route('**/trainings*', async (route) => {
    await released.promise;
    await route.continue();
  });
  return async () => {
    released.resolve(undefined);
    await page.unrouteAll({ behavior: 'wait' });
  };
};

describe('The list of the training documents', () => {
  it('counts no fewer files than it lists where the counts are older', async () => {
    const page = await web.open('/', {});
    await page.route('**/training-data', async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const answer = await route.fetch();
      // The schema of the 200.
      const counts = (await answer.json()) as object;
      return route.fulfill({ response: answer, json: { ...counts, files: 1 } });
    });
    await page.goto(`${web.url()}/workflows/${workflowId}/training-data`);
    await page.getByText(/^5 of 5 files are listed/).waitFor();
  });
});

describe('Collections', () => {
  it('are made and deleted in dialogs, and are named as they are called', { timeout: 3 * MINUTE_MS }, async () => {
    await addTrainingFiles(['surplus']);
    const page = await web.open(`/workflows/${workflowId}/training-data`);
    const make = page.getByRole('button', { name: 'New collection' });
    await make.waitFor();
    const menu = page.getByRole('button', { name: /^(More about|Mehr zu) first/ });
    const collectionDeletion = byMenuItem(page, menu, page.getByRole('menuitem'));
    const documentDeletion = page.getByRole('button', { name: 'Delete docket-0.pdf' });
    await documentDeletion.waitFor();
    await expectAccessible(page, make, menu, collectionDeletion, documentDeletion);
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
    const ofPlanted = page.getByRole('button', { name: 'More about <img' });
    await ofPlanted.waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await ofPlanted.click();
    await page.getByRole('menuitem', { name: 'Delete the collection' }).click();
    const ask = page.getByRole('dialog', { name: `Delete “${PLANTED_NAME}”?` });
    await ask.getByRole('textbox').fill(PLANTED_NAME);
    await ask.getByRole('button', { name: 'Delete the collection' }).click();
    await ofPlanted.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Delete surplus.pdf' }).click();
    const askFile = page.getByRole('dialog', { name: 'Delete “surplus.pdf”?' });
    await askFile.getByRole('button', { name: 'Delete the file' }).click();
    await page.getByText('“surplus.pdf” is deleted.').waitFor();
    await expect.poll(async () => (await trainingDocuments()).includes('surplus.pdf')).toBe(false);
    expect(web.faults()).toEqual([]);
  });
});

describe('The place to add training files', () => {
  it('opens with the focus and without the list of before, and gives the focus back', async () => {
    const own = await web.makeWorkflow('Letters');
    const page = await web.open(`/workflows/${own}/training-data`, { width: 360 });
    await chooseFiles(page, [await drawDockets('letter', 1)]);
    await page.getByText('1 of 1 file is done.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const add = page.getByRole('button', { name: 'Add files' });
    await untilFocused(add);
    await add.click();
    const section = page.getByRole('region', { name: 'Add files' });
    await untilFocused(section);
    await section.getByRole('button', { name: 'Choose files' }).waitFor();
    expect(await page.getByText('1 of 1 file is done.').count()).toBe(0);
    expect(web.faults()).toEqual([]);
  });
});

describe("The model's proposal for a training document", () => {
  it('is accepted as a whole by one key, whatever was changed before', { timeout: 3 * MINUTE_MS }, async () => {
    const own = await web.makeWorkflow('Letters');
    const { buffer, name } = await drawDockets('pile', 2);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name);
    form.append('upload_mode', 'merged');
    await web.request(`/workflows/${own}/training-documents`, { method: 'POST', body: form });
    const page = await web.open(`/workflows/${own}/training-data`, { language: 'de' });
    await page.getByRole('link', { name: '1 Datei aufteilen' }).click();
    await page.getByRole('heading', { name: 'pile.pdf' }).waitFor();
    expect(await page.getByText('unknown').count()).toBe(0);
    const accept = page.getByRole('button', { name: 'Vorschlag annehmen' });
    await accept.waitFor();
    const documentPath = new URL(page.url()).pathname.replace('training-data', 'training-documents');
    await page.getByRole('switch').first().click();
    await page.getByText('Ihre Änderungen bleiben in diesem Browser, bis Sie speichern.').waitFor();
    await page.getByRole('button', { name: 'Den ganzen Vorschlag des Modells übernehmen', disabled: false }).waitFor();
    await page.keyboard.press('Shift+M');
    await accept.waitFor({ state: 'detached' });
    const read = async (path: string): Promise<unknown> => {
      const answer = await web.request(path);
      // The schema of a training document, and of its splitting.
      const { sub_documents: documents } = (await answer.json()) as { sub_documents: { pages: number[] }[] | null };
      return documents?.map(({ pages }) => pages);
    };
    await expect.poll(() => read(documentPath)).toEqual(await read(`${documentPath}/document-splitting`));
    expect(web.faults()).toEqual([]);
  });
});

describe('A reviewer', () => {
  it('is told who sees the training data, and the page asks for nothing of it', async () => {
    const page = await web.open('/', { apiKey: await web.makeKey('reviewer') });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`${web.url()}/workflows/${workflowId}/training-data`);
    await page.getByText('It needs the role “Member”.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toContain('/account');
    expect(asked.filter((path) => path.startsWith(`/workflows/${workflowId}/`))).toEqual([]);
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
    const answer = await holdTrainings(page);
    await expectAccessible(page, page.getByRole('button', { name: 'Cancel the training' }));
    await answer();
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
    // Its report says what was measured, and nothing of the workflow that trained it.
    await row.getByRole('link', { name: /^Imported on/ }).click();
    await page.getByRole('heading', { name: 'Before and after, on the same documents' }).waitFor();
    expect(await page.getByText(/the model in use/).count()).toBe(0);
    expect(web.faults()).toEqual([]);
  });
});

/** Processes a file with markup as its name, its titles and its text. @returns its processing_id */
const processHostileFile = async (workflow: string): Promise<string> => {
  const lines = [`Invoice ${PLANTED}`, PLANTED, 'Total: 12 euros', `Date: 2026-01-02 ${PLANTED}`];
  const body = new FormData();
  const pdf = await drawPdf(withText({ lines, size: 9 }), withText({ lines, size: 9 }));
  body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), PLANTED_FILE);
  const answer = await web.request(`/processing/${workflow}?wait_for=120`, { method: 'POST', body });
  // The schema of the 201.
  return ((await answer.json()) as { processing_id: string }).processing_id;
};

describe('Markup that somebody gave as a name or a description', () => {
  it('is text on the pages of the training data, of the training and of a training document', async () => {
    const hostile = await web.makeWorkflow(`Post ${PLANTED}`, PLANTED);
    for (const tag of [PLANTED_NAME, 'other']) {
      const sent = await web.request(`/processing/feedback/${await processHostileFile(hostile)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tag, description: PLANTED, expected_sub_documents: [{ pages: [1] }, { pages: [2] }] }),
      });
      expect(sent.ok, await sent.text()).toBe(true);
    }
    const page = await web.open(`/workflows/${hostile}/training-data`);
    await page.getByRole('button', { name: `More about ${PLANTED_NAME}` }).waitFor();
    const row = page.getByRole('row').filter({ hasText: PLANTED_FILE });
    await row.getByText(PLANTED, { exact: true }).first().waitFor();
    await page.getByRole('combobox', { name: 'Collection' }).click();
    await page.getByRole('option', { name: PLANTED_NAME }).click();
    await page.getByRole('table', { name: 'Documents' }).and(page.locator('[aria-rowcount="2"]')).waitFor();
    await row.getByRole('link', { name: PLANTED_FILE }).waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await row.getByRole('link', { name: PLANTED_FILE }).click();
    await page.getByRole('heading', { name: PLANTED_FILE }).waitFor();
    await page.getByRole('alert').getByText(PLANTED).waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await page.goto(`${web.url()}/workflows/${hostile}/training`);
    await page.getByRole('radio', { name: 'Some collections' }).click();
    await page.getByRole('checkbox', { name: PLANTED_NAME }).waitFor();
    expect(await hasPlanted(page)).toBe(false);
    expect(web.faults()).toEqual([]);
  });
});

describe('Markup that was read on a page', () => {
  it('is text in the editor: as a title, as a name, as a text layer and when it is found', async () => {
    const page = await web.open(`/verify/${await processHostileFile(GENERIC_WORKFLOW)}`);
    await page.getByRole('switch').first().waitFor();
    await page.getByText('<img').first().waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Pages around' }).waitFor();
    await page.keyboard.press('/');
    await untilFocused(page.getByRole('searchbox', { name: 'Find in all pages' }));
    await page.keyboard.type('onerror');
    await page.getByText('On 2 pages').waitFor();
    expect(await hasPlanted(page)).toBe(false);
    expect(web.faults()).toEqual([]);
  });
});
