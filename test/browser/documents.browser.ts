import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMenuItem, expectAccessible } from './harness/expect-accessible.ts';
import { untilFocused } from './harness/until-focused.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { GENERIC_WORKFLOW, SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const DOCUMENTS = `/workflows/${GENERIC_WORKFLOW}/documents`;

const REFUSAL = {
  status: 403,
  title: 'Forbidden',
  detail: 'A refusal.',
  code: 'role_not_sufficient',
  request_id: 'none',
};

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
  await web.process(join(SAMPLES, 'mixed-mail.pdf'));
});
afterAll(() => web.close());

/** Sends a file that is none: it fails at once, and is listed with its name. */
const sendBroken = async (name: string): Promise<void> => {
  const body = new FormData();
  body.append('file', new Blob(['no PDF']), name);
  await web.request(`/processing/${GENERIC_WORKFLOW}?wait_for=60`, { method: 'POST', body });
};

const sendOnePage = async (name: string): Promise<void> => {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.create();
  pdf.addPage();
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(await pdf.save())]), name);
  const answer = await web.request(`/processing/${GENERIC_WORKFLOW}?wait_for=120`, { method: 'POST', body });
  expect(answer.status, await answer.text()).toBe(201);
};

const rows = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Begins an archive that cannot be done, and cancels it: nothing is saved, and nothing is asked for any more. */
const cancelArchive = async (page: Page): Promise<void> => {
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  const isAsked = Promise.withResolvers<undefined>();
  await page.route('**/archive', () => {
    isAsked.resolve(undefined);
  });
  const stopped = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Download as ZIP' }).click();
  await isAsked.promise;
  await page.getByText('0 of 2 files collected').waitFor();
  await page.getByRole('button', { name: 'Cancel the archive' }).press('Enter');
  await stopped;
  await untilFocused(page.getByRole('group', { name: 'Selected documents' }));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(await page.getByText(/files collected/).count()).toBe(0);
  expect(files).toEqual([]);
};

/** Contrast of a field's placeholder to its background, as WCAG 2.2 defines it: 1 to 21. */
const placeholderContrast = (field: Locator): Promise<number> =>
  field.evaluate((element) => {
    const luminanceOf = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((digits) => {
        const share = Number(digits) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [text, ground] = [
      luminanceOf(getComputedStyle(element, '::placeholder').color),
      luminanceOf(getComputedStyle(element).backgroundColor),
    ];
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
  });

describe('The list of documents', () => {
  it.each(['light', 'dark'] as const)('has placeholders that can be read in the %s scheme', async (scheme) => {
    const page = await web.open(DOCUMENTS, { scheme });
    const search = page.getByRole('searchbox', { name: 'Search in names' });
    await search.waitFor();
    await expect.poll(() => placeholderContrast(search)).toBeGreaterThan(4.5);
  });

  it('writes when a document was sent smaller than its name, so that it has room on one line', async () => {
    const page = await web.open(DOCUMENTS);
    const row = rows(page, 'mixed-mail.pdf');
    await row.waitFor();
    const sizeOf = (element: Locator): Promise<number> =>
      element.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    expect(await sizeOf(row.locator('time'))).toBeLessThan(await sizeOf(row.getByRole('link')));
  });

  it('shows the focus of the choice of documents once, around the field', async () => {
    const page = await web.open(DOCUMENTS);
    const field = page.getByRole('combobox', { name: 'Which documents' });
    await field.focus();
    const outlineOf = (element: Locator): Promise<string> =>
      element.evaluate((one) => getComputedStyle(one).outlineStyle);
    await expect.poll(() => outlineOf(page.locator('.mantine-MultiSelect-input'))).toBe('solid');
    await expect.poll(() => outlineOf(field)).toBe('none');
  });

  it('shows each with what is known of it, and leads to its review', async () => {
    const page = await web.open(DOCUMENTS);
    const row = rows(page, 'mixed-mail.pdf');
    await row.waitFor();
    await expect.poll(() => row.textContent()).toContain('13');
    await expectAccessible(page);
    const menu = row.getByRole('button', { name: /^(More about|Mehr zu) / });
    const item = (name: RegExp) => byMenuItem(page, menu, page.getByRole('menuitem', { name }));
    await expectAccessible(page, menu, item(/^(Download|Herunterladen)/), item(/^(Delete|Löschen)/));
    await row.getByRole('link', { name: 'mixed-mail.pdf' }).click();
    await page.waitForURL(/\/verify\//);
    expect(web.faults()).toEqual([]);
  });

  it('is searched by the service, from the address and by keyboard', async () => {
    const page = await web.open(`${DOCUMENTS}?name=nothing-of-this-name`);
    await page.getByRole('button', { name: 'Show all documents' }).click();
    await rows(page, 'mixed-mail.pdf').waitFor();
    await page.keyboard.press('/');
    await untilFocused(page.getByRole('searchbox'));
    await page.keyboard.type('absent');
    // A part of the word may be searched for before.
    await page.waitForURL(/name=absent/);
    await page.getByText('No document fits these filters').waitFor();
  });

  it('asks for further documents once where that is refused, and again when the person says so', async () => {
    const page = await web.open('/nowhere');
    let asked = 0;
    await page.route('**/workflows/*/documents?*', async (route) => {
      if (!route.request().url().includes('cursor=')) {
        const response = await route.fetch();
        // The schema of the 200.
        const first = (await response.json()) as { items: unknown[] };
        await route.fulfill({ response, json: { ...first, next: 'more' } });
        return;
      }
      asked += 1;
      await route.fulfill(asked === 1 ? { status: 403, json: REFUSAL } : { json: { items: [], next: null } });
    });
    await page.goto(web.url() + DOCUMENTS);
    const alert = page.getByRole('alert').filter({ hasText: 'You may not do this' });
    await alert.waitFor();
    await page.waitForTimeout(1000);
    expect(asked).toBe(1);
    // How many rows there are is not known.
    const countOf = () => page.getByRole('table').getAttribute('aria-rowcount');
    expect(await countOf()).toBe('-1');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(asked).toBe(2);
    await expect.poll(countOf).not.toBe('-1');
  });

  it('shows names of files as text, whatever is in them', async () => {
    await sendOnePage(`${PLANTED.replaceAll('/', '∕')}.pdf`);
    await sendBroken('broken.pdf');
    const page = await web.open(DOCUMENTS);
    await rows(page, '<img src=x onerror=').waitFor();
    expect(await hasPlanted(page)).toBe(false);
  });

  it('gives all documents of a file as ZIP', async () => {
    const page = await web.open(DOCUMENTS);
    await page.getByRole('button', { name: 'More about mixed-mail.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'All as ZIP' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  });

  it('shows how many pages each document of a file has, however long its name is', async () => {
    const page = await web.open('/nowhere');
    await page.route('**/processing/results/*?*', async (route) => {
      const response = await route.fetch();
      // The schema of the 200.
      const result = (await response.json()) as { document_splitting: { sub_documents: { name: string }[] } };
      const [first] = result.document_splitting.sub_documents;
      if (first !== undefined)
        first.name = 'Minutes of the meeting of the members about the accounts of the year before';
      await route.fulfill({ response, json: result });
    });
    await page.goto(web.url() + DOCUMENTS);
    await page.getByRole('button', { name: 'More about mixed-mail.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    const dialog = page.getByRole('dialog');
    const pages = dialog.getByRole('button', { name: /^Minutes of/ }).getByText(/^\d+ pages?$/);
    await pages.waitFor();
    const [inner, outer] = [await pages.boundingBox(), await dialog.boundingBox()];
    if (inner === null || outer === null) throw new Error('The dialog is open.');
    expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width);
  });

  it('tells documents of one name apart by their pages', async () => {
    const page = await web.open('/nowhere');
    await page.route('**/processing/results/*?*', async (route) => {
      const response = await route.fetch();
      // The schema of the 200.
      const result = (await response.json()) as { document_splitting: { sub_documents: object[] } };
      result.document_splitting.sub_documents = [
        { name: 'Invoice', pages: [1] },
        { name: 'Invoice', pages: [2, 3, 4] },
      ];
      await route.fulfill({ response, json: result });
    });
    await page.goto(web.url() + DOCUMENTS);
    await page.getByRole('button', { name: 'More about mixed-mail.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    for (const range of ['Page 1', 'Pages 2–4'])
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Invoice' })
        .getByText(range, { exact: true })
        .waitFor();
  });

  it('is printed whole: not only the rows in the window', async () => {
    const page = await web.open('/nowhere');
    await page.route(`**${DOCUMENTS}?*`, async (route) => {
      if (route.request().resourceType() === 'document') {
        await route.continue();
        return;
      }
      const response = await route.fetch();
      // The schema of the 200.
      const { items } = (await response.json()) as { items: { file_name: string; processing_id: string }[] };
      const [first] = items;
      const many = Array.from({ length: 120 }, (_, at) => ({
        ...first,
        file_name: `file-${at + 1}.pdf`,
        processing_id: `${first?.processing_id.slice(0, -3) ?? ''}${String(at).padStart(3, '0')}`,
      }));
      await route.fulfill({ response, json: { items: many, next: null } });
    });
    await page.goto(web.url() + DOCUMENTS);
    const listed = page.getByRole('row').filter({ hasText: /file-\d+\.pdf/ });
    await rows(page, 'file-1.pdf').waitFor();
    const drawn = await listed.count();
    expect(drawn).toBeLessThan(100);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await listed.count()).toBe(120);
    // One below the other: none covers another.
    const tops = await listed.evaluateAll((all) => all.map((row) => row.getBoundingClientRect()));
    for (const [at, { top }] of tops.entries()) expect(top).toBeGreaterThanOrEqual((tops[at - 1]?.bottom ?? 0) - 1);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => listed.count()).toBe(drawn);
  });

  it('shows documents in several states, and gives one archive of those that are chosen', async () => {
    await sendOnePage('one-page.pdf');
    const page = await web.open(DOCUMENTS);
    await rows(page, 'one-page.pdf').waitFor();
    await page.getByRole('combobox', { name: 'Which documents' }).click();
    for (const state of ['Done', 'Waiting']) await page.getByRole('option', { name: state, exact: true }).click();
    await rows(page, 'broken.pdf').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    for (const name of ['one-page.pdf', 'mixed-mail.pdf'])
      await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    await cancelArchive(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as ZIP' }).click();
    const archive = unzipSync(await readFile(await (await download).path()));
    expect(Object.keys(archive)).toContain('contents.csv');
    expect(new Set(Object.keys(archive).map((name) => name.split('/')[0]))).toEqual(
      new Set(['1 one-page', '2 mixed-mail', 'contents.csv']),
    );
    expect(web.faults()).toEqual([]);
  });

  it('deletes several until it is stopped, and cannot be closed while it deletes', async () => {
    const names = ['stop 1.pdf', 'stop 2.pdf', 'stop 3.pdf'];
    for (const name of names) await sendOnePage(name);
    const page = await web.open(`${DOCUMENTS}?name=stop&sort=file_name`);
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await page.getByRole('group', { name: 'Selected documents' }).getByRole('button', { name: 'Delete' }).click();
    const ask = page.getByRole('dialog', { name: 'Delete 3 documents?' });
    // The second deletion is not answered before the test has stopped the others.
    const released = Promise.withResolvers<undefined>();
    let deletions = 0;
    await page.route('**/processing/results/*', async (route) => {
      if (route.request().method() === 'DELETE' && (deletions += 1) === 2) await released.promise;
      await route.continue();
    });
    await ask.getByRole('textbox').fill('3 documents');
    await ask.getByRole('button', { name: 'Delete' }).click();
    await ask.getByText('1 of 3 deleted').waitFor();
    await page.keyboard.press('Escape');
    expect(await ask.getByRole('button', { name: /Cancel|Close/ }).count()).toBe(0);
    await ask.getByRole('button', { name: 'Stop' }).click();
    released.resolve(undefined);
    await page.getByText('2 documents are deleted').waitFor();
    await ask.waitFor({ state: 'detached' });
    await rows(page, 'stop 3.pdf').waitFor();
    expect([await rows(page, 'stop 2.pdf').count(), deletions]).toEqual([0, 2]);
  });

  it('deletes by keyboard, once it is asked with the name, and says that the document is gone', async () => {
    await sendOnePage('secret.pdf');
    const page = await web.open(DOCUMENTS);
    await rows(page, 'secret.pdf').waitFor();
    await page.getByRole('button', { name: 'More about secret.pdf' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    const ask = page.getByRole('dialog', { name: 'Delete “secret.pdf”?' });
    // What changes nothing has the focus first.
    await untilFocused(ask.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('1 document is deleted').waitFor();
    await rows(page, 'secret.pdf').waitFor({ state: 'detached' });
    await untilFocused(page.getByRole('table'));
    expect(web.faults()).toEqual([]);
  });

  it('takes no key while a dialog is open, and no single letters and signs where the reader wants none', async () => {
    await sendOnePage('keys.pdf');
    const page = await web.open(DOCUMENTS);
    const search = page.getByRole('searchbox', { name: 'Search in names' });
    await page.getByRole('button', { name: 'More about keys.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const ask = page.getByRole('dialog', { name: 'Delete “keys.pdf”?' });
    const cancel = ask.getByRole('button', { name: 'Cancel' });
    await untilFocused(cancel);
    for (const key of ['/', 'n', '?']) await page.keyboard.press(key);
    await untilFocused(cancel);
    expect([page.url(), await page.getByRole('dialog').count()]).toEqual([web.url() + DOCUMENTS, 1]);
    await page.keyboard.press('Escape');
    await ask.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await untilFocused(search);
    // A German keyboard writes it with the shift key. A box that is ticked takes no signs.
    const box = page.getByRole('checkbox', { name: 'Select keys.pdf' });
    await box.press(' ');
    await box.dispatchEvent('keydown', { key: '/', code: 'Digit7', shiftKey: true });
    await untilFocused(search);
    await box.press(' ');

    await page.getByRole('button', { name: /^Signed in/ }).click();
    await page.getByRole('menuitem', { name: 'Keys' }).click();
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByRole('switch', { name: 'Single letters and signs are keys' }).press(' ');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await untilFocused(page.getByRole('button', { name: /^Signed in/ }));
    for (const key of ['/', 'n', '?']) await page.keyboard.press(key);
    expect([page.url(), await page.getByRole('dialog').count()]).toEqual([web.url() + DOCUMENTS, 0]);
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(false);
  });
});
