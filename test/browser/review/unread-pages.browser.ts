/** Who reviews a file, or sends it, sees which of its pages could not be read. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPdf, withOversizedImage, withText } from '../../unit/drawing/draw-upload.ts';
import { chooseFiles } from '../harness/choose-files.ts';
import { expectAccessible, expectAccessibleNow } from '../harness/expect-accessible.ts';
import { GENERIC_WORKFLOW, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

/** The second of its three pages has an image of more pixels than are read. */
const NAME = 'with a damaged page.pdf';
const NOTICE = '1 page could not be read: it is damaged or took too long.';

let web: WebService;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-unread-'));
  file = join(folder, NAME);
  await writeFile(file, await drawPdf(withText(), withOversizedImage(25_000), withText()));
  web = await startWebService();
});
afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

describe('A page that could not be read', () => {
  it('is named above all pages, has a mark among them, and opens large with the same words', async () => {
    const page = await web.open(`/verify/${await web.process(file)}`);
    await page.getByText(NOTICE).waitFor();
    await page.getByText('2 of 2 places to look at').waitFor();
    const pages = page.getByRole('region', { name: 'Pages', exact: true });
    await pages.getByRole('button', { name: 'Page 2, show large, not read' }).waitFor();
    expect(await pages.getByRole('button', { name: /not read/ }).count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole('alert').getByRole('button', { name: 'Page 2, show large' }).click();
    await page.getByRole('group', { name: 'Pages around' }).waitFor();
    await page.getByText('not read', { exact: true }).waitFor();
    await expectAccessibleNow(page);
  });

  it('is counted where the file is sent, and in the list of documents', async () => {
    const page = await web.open(`/workflows/${GENERIC_WORKFLOW}/process`);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await chooseFiles(page, [file]);
    await page.getByText('1 page could not be read.').first().waitFor();
    const list = await web.open(`/workflows/${GENERIC_WORKFLOW}/documents`);
    const row = list.getByRole('row', { name: new RegExp(NAME) });
    await row.getByText('1 page not read').first().waitFor();
  });

  it('is no matter of files of which all pages were read', async () => {
    const whole = join(folder, 'whole.pdf');
    await writeFile(whole, await drawPdf(withText(), withText()));
    const page = await web.open(`/verify/${await web.process(whole)}`);
    await page.getByRole('button', { name: 'Page 2, show large', exact: true }).waitFor();
    expect(await page.getByText(/not read|could not be read/).count()).toBe(0);
  });

  it('leaves no fault on the pages', () => {
    expect(web.faults()).toEqual([]);
  });
});
