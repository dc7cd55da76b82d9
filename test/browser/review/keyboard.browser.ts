/** A reviewer with a keyboard or a screen reader stays where the work is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPdf, withText } from '../../unit/drawing/draw-upload.ts';
import { expectAccessibleNow } from '../harness/expect-accessible.ts';
import { untilFocused } from '../harness/until-focused.ts';
import { GENERIC_WORKFLOW, SAMPLES, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');
/** So many pages are more than a window shows. */
const MANY_PAGES = 200;

/** Longer than the page waits before it looks after a lost focus. */
const SETTLED_MS = 500;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

const boundary = (page: Page, before: number) =>
  page.getByRole('main').getByRole('switch', { name: new RegExp(`between page ${before} and page ${before + 1}\\b`) });

const openEditor = async (id: string): Promise<Page> => {
  // So high that the sample has places to look at.
  const page = await web.open(`/verify/${id}?threshold=0.999`);
  await boundary(page, 1).waitFor();
  return page;
};

const send = async (bytes: Uint8Array, parameters: object): Promise<string> => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'sent.pdf');
  body.append('parameters', JSON.stringify(parameters));
  const answer = await web.request(`/processing/${GENERIC_WORKFLOW}?wait_for=120`, { method: 'POST', body });
  expect(answer.status).toBe(201);
  // The schema of the 201.
  return ((await answer.json()) as { processing_id: string }).processing_id;
};

/** Of the documents of a result. */
const namesOf = async (id: string): Promise<string[]> => {
  const answer = await web.request(`/processing/results/${id}/document-splitting`);
  // The schema of the 200.
  const { sub_documents: documents } = (await answer.json()) as { sub_documents: { name: string }[] };
  return documents.map(({ name }) => name);
};

const blankPages = async (count: number): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < count; page += 1) pdf.addPage();
  return pdf.save();
};

const largeView = (page: Page) => page.getByRole('group', { name: 'Pages around' });

describe('The focus', () => {
  it.each(['n', 'Enter'])(
    'is on the decision when %s opens the large view, and back on it when that closes',
    async (key) => {
      const page = await openEditor(await web.process(SAMPLE));
      await untilFocused(boundary(page, 1));
      await page.keyboard.press(key);
      await largeView(page).waitFor();
      const decision = page.locator('[role="switch"][aria-describedby="editor-sureness"]');
      await untilFocused(decision);
      const name = (await decision.getAttribute('aria-label')) ?? '';
      const served = await decision.getAttribute('aria-checked');
      await page.keyboard.press(' ');
      await expect.poll(() => decision.getAttribute('aria-checked')).not.toBe(served);
      // Enter goes back, as in the overview it opens.
      await page.keyboard.press('Enter');
      await largeView(page).waitFor({ state: 'detached' });
      await untilFocused(page.getByRole('switch', { name }).first());
    },
  );

  it('goes back to the decision when the search closes', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    for (const key of ['ArrowRight', 'Control+f']) await page.keyboard.press(key);
    await untilFocused(page.getByRole('searchbox'));
    await page.keyboard.press('Escape');
    await untilFocused(boundary(page, 2));
    await page.keyboard.press('Enter');
    await largeView(page).waitFor();
    await page.keyboard.press('Control+f');
    await untilFocused(page.getByRole('searchbox'));
    await page.getByRole('button', { name: 'Close the search' }).press('Enter');
    await untilFocused(page.locator('[role="switch"][aria-describedby="editor-sureness"]'));
  });

  it('goes to the last decision of a long file and back to the first one', async () => {
    const page = await openEditor(await send(await blankPages(MANY_PAGES), {}));
    await untilFocused(boundary(page, 1));
    await page.keyboard.press('End');
    await untilFocused(boundary(page, MANY_PAGES - 1));
    await page.keyboard.press('Home');
    await untilFocused(boundary(page, 1));
  });

  it('stays on the decision when the pages of a long file get another size', async () => {
    const page = await openEditor(await send(await blankPages(MANY_PAGES), {}));
    await untilFocused(boundary(page, 1));
    await page.keyboard.press('End');
    await untilFocused(boundary(page, MANY_PAGES - 1));
    for (const key of ['-', '+', '+', '0']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(SETTLED_MS);
      await untilFocused(boundary(page, MANY_PAGES - 1));
    }
  });

  it('is on the content after the link to it, which leaves the address as it is', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    const address = page.url();
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await untilFocused(page.getByRole('main'));
    expect(page.url()).toBe(address);
    expect(web.faults()).toEqual([]);
  });
});

describe('A decision that the reviewer has scrolled away from', () => {
  it('is shown again when a key changes it, and when that is undone', async () => {
    const page = await openEditor(await send(await blankPages(MANY_PAGES), {}));
    await untilFocused(boundary(page, 1));
    for (const key of ['s', 'Control+z']) {
      await page.getByRole('region', { name: 'Pages' }).hover();
      await page.mouse.wheel(0, 10_000);
      await boundary(page, 1).waitFor({ state: 'detached' });
      await page.keyboard.press(key);
      await boundary(page, 1).waitFor();
    }
  });
});

describe('The slider of the threshold', () => {
  it('leaves the other keys to the editor, and undo too', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    const slider = page.getByRole('slider');
    await slider.press('ArrowLeft');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('99.5%');
    const served = await boundary(page, 1).getAttribute('aria-checked');
    await page.keyboard.press('s');
    await expect.poll(() => boundary(page, 1).getAttribute('aria-checked')).not.toBe(served);
    await page.keyboard.press('Control+z');
    await expect.poll(() => boundary(page, 1).getAttribute('aria-checked')).toBe(served);
    await page.keyboard.press('n');
    await largeView(page).waitFor();
  });
});

describe('The tab of a file', () => {
  it('has the name of the file in its title', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await expect.poll(() => page.title()).toBe('mixed-mail.pdf · Review a splitting · Tearline');
  });
});

describe('Controls of the editor', () => {
  it('are at least 24 pixels wide between the pages around a place', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.keyboard.press('Enter');
    const decisions = largeView(page).getByRole('switch');
    await decisions.first().waitFor();
    for (const decision of await decisions.all())
      expect((await decision.boundingBox())?.width).toBeGreaterThanOrEqual(24);
  });

  it('are listed whole in a window of 320 pixels, as wide ones are at 400 %', async () => {
    const page = await web.open(`/verify/${await web.process(SAMPLE)}`, { width: 320, language: 'de' });
    await page.getByRole('switch').first().waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Tasten' });
    await keys.getByText('Pos1').waitFor();
    const hasRoom = keys.getByRole('table').evaluate(({ scrollWidth, parentElement }) => {
      return scrollWidth <= (parentElement?.clientWidth ?? 0);
    });
    expect(await hasRoom).toBe(true);
  });
});

describe('A screen reader', () => {
  it('says of which page each fact was read', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.keyboard.press('Enter');
    const facts = page.getByLabel('What was read on both pages').locator('dd');
    await facts.first().waitFor({ state: 'attached' });
    for (const fact of await facts.allTextContents()) expect(fact).toMatch(/^Page 1: .+Page 2: .+$/);
  });

  it('says which document is chosen, and its name when that changes and is taken back', async () => {
    const id = await send(await readFile(SAMPLE), { split_before: [2] });
    const [first = '', second = ''] = await namesOf(id);
    const page = await openEditor(id);
    const said = page.locator('[aria-live="polite"]', { hasText: /, \d+ pages?$/ });
    await expect.poll(() => said.textContent()).toMatch(new RegExp(`^Boundary between page 1 .*, ${second}, `));
    await page.keyboard.press('Home');
    await expect.poll(() => said.textContent()).toBe(`${first}, 1 page`);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Name' }).fill('The first');
    await page.keyboard.press('Enter');
    await expect.poll(() => said.textContent()).toBe('The first, 1 page');
    await page.keyboard.press('Control+z');
    await expect.poll(() => said.textContent()).toBe(`${first}, 1 page`);
  });
});

describe('An address with a fragment that is no share token', () => {
  it('opens the file for whoever is signed in', async () => {
    const page = await web.open(`/verify/${await web.process(SAMPLE)}#content`);
    await boundary(page, 1).waitFor();
    await page.getByRole('button', { name: /^Signed in/ }).waitFor();
  });
});

describe('The first document of one page', () => {
  it('is chosen in the list, downloaded and renamed', async () => {
    const id = await send(await readFile(SAMPLE), { split_before: [2] });
    const [first = ''] = await namesOf(id);
    const page = await openEditor(id);
    const documents = page.getByRole('navigation', { name: 'Documents' });
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Name' }).fill('The second');
    await page.keyboard.press('Enter');
    await documents.getByRole('button').first().click();
    await documents.getByRole('button').first().and(page.locator('[aria-current="true"]')).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Name' }).fill('The first');
    await page.keyboard.press('Enter');
    await documents.getByRole('button', { name: '1 The first' }).waitFor();
    await documents.getByRole('button', { name: '2 The second' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: `Download “${first}” as PDF` }).waitFor();
  });
});

describe('A file of one page', () => {
  it('is shown large by a key and by a click, with its text to copy, and says that there is nothing to decide', async () => {
    const line = 'Invoice 20417 of 3 May';
    const id = await send(await drawPdf(withText({ lines: [line, 'Total: 12 euros'], size: 14 })), {});
    const page = await web.open(`/verify/${id}`);
    await page.getByText('One page: there is nothing to decide.').waitFor();
    const large = page.getByRole('region', { name: 'Page 1', exact: true });
    const small = page.getByRole('button', { name: 'Page 1, show large' });
    await small.waitFor();
    await page.keyboard.press('Enter');
    await large.getByText('20417').waitFor();
    await expectAccessibleNow(page);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    await small.click();
    await expect.poll(async () => (await large.locator('img').boundingBox())?.height ?? 0).toBeGreaterThan(400);
    await page.getByRole('button', { name: 'All pages', exact: true }).click();
    await page.getByRole('button', { name: 'The page, large' }).click();
    await large.waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
  });
});

describe('A file that could not be processed', () => {
  it('is named, with the reason', async () => {
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.4 and nothing more'], { type: 'application/pdf' }), 'broken.pdf');
    const answer = await web.request(`/processing/${GENERIC_WORKFLOW}?wait_for=120`, { method: 'POST', body });
    // The schema of the error.
    const { processing_id: id } = (await answer.json()) as { processing_id: string };
    const page = await web.open(`/verify/${id}`);
    await page.getByRole('heading', { name: 'broken.pdf', level: 1 }).waitFor();
    await page.getByRole('alert').getByText('The file could not be processed').waitFor();
    await expectAccessibleNow(page);
  });
});
