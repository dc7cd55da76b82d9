/** A workflow that crops: two receipts on one scan are two pages in the editor. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawReceipts } from '../unit/drawing/draw-receipts.ts';
import { drawPdf, withPageImage } from '../unit/drawing/draw-upload.ts';
import { startAlbum } from './harness/album.ts';
import { chooseFiles } from './harness/choose-files.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { keyboard } from './harness/hands.ts';
import { startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';
import { saveAnyway } from './story/story.ts';

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

interface Splitting {
  readonly sub_documents: readonly { readonly pages: readonly number[]; readonly crops?: readonly number[] }[];
}

it('A workflow that crops is made in the interface, and its editor shows the crops of a page as pages', async () => {
  const album = startAlbum('cropping', [1280]);
  const page = await web.open('/workflows/new');
  await page.getByLabel('Name').fill('Receipts');
  await page.getByRole('radio', { name: /Cut off the background/ }).click();
  await page.getByRole('button', { name: 'Create workflow' }).click();
  await page.waitForURL(/\/training-data$/);
  const workflow = /\/workflows\/([^/]+)\//.exec(page.url())?.[1] ?? '';

  const file = join(await mkdtemp(join(tmpdir(), 'tearline-receipts-')), 'receipts.pdf');
  await writeFile(file, await drawPdf(withPageImage(await drawReceipts())));
  const id = await web.process(file, workflow);
  const editor = await web.open(`/verify/${id}`);
  const boundary = editor.getByRole('switch', { name: 'Boundary between page 1, crop 1 and page 1, crop 2' }).first();
  await boundary.waitFor();
  await editor.getByRole('button', { name: '1.2: page 1, crop 2, show large' }).first().click();
  await editor.getByRole('region', { name: 'Page 1, crop 1' }).waitFor();
  await editor.getByText('Petrol').first().waitFor();
  await expectAccessible(editor);
  await album.take(editor, 'two-receipts');

  const wasSplit = (await boundary.getAttribute('aria-checked')) === 'true';
  await boundary.click();
  await editor.getByRole('button', { name: 'Verify with changes' }).click();
  await editor.getByText(/Corrected by/).waitFor();
  // The API's own answer.
  const answer = await web.request(`/processing/results/${id}/document-splitting`);
  const { sub_documents: documents } = (await answer.json()) as Splitting;
  expect(documents.map(({ pages, crops }) => [pages, crops])).toEqual(
    wasSplit
      ? [
          [
            [1, 1],
            [1, 2],
          ],
        ]
      : [
          [[1], [1]],
          [[1], [2]],
        ],
  );

  const download = editor.waitForEvent('download');
  await editor.getByRole('button', { name: 'More', exact: true }).click();
  await editor.getByRole('menuitem', { name: /ZIP/ }).click();
  expect((await download).url()).toMatch(/\/archive\?return_pages_with_ocr_data=true$/);

  const german = await web.open(`/verify/${id}`, { language: 'de' });
  await german
    .getByRole('switch', { name: /Seite 1, Ausschnitt 1 und Seite 1, Ausschnitt 2/ })
    .first()
    .waitFor();
  expect(web.faults()).toEqual([]);
});

it('A training file with two receipts on a page is annotated by its crops', async () => {
  const workflow = await makeCropping();
  const page = await web.open(`/workflows/${workflow}/training-data`);
  await page.getByRole('radio', { name: /A file holds several documents/ }).click();
  const buffer = Buffer.from(await drawPdf(withPageImage(await drawReceipts())));
  await chooseFiles(page, [{ name: 'receipts.pdf', mimeType: 'application/pdf', buffer }]);
  await page.getByText('1 of 1 file is done.').waitFor();
  await page.getByRole('link', { name: 'Annotate 1 file' }).click();
  await page.getByRole('switch', { name: 'Boundary between page 1, crop 1 and page 1, crop 2' }).first().waitFor();
  await saveAnyway(keyboard(page), 'Save annotation', 'Save all the same', /^All files are annotated$/);
  const list = await web.request(`/workflows/${workflow}/training-documents`);
  expect(await list.text()).toContain('"crops":[');
  expect(web.faults()).toEqual([]);
});

const makeCropping = async (): Promise<string> => {
  const answer = await web.request('/workflows', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workflow_name: 'Receipts of a month', document_specification: { cropping: true } }),
  });
  // The API's own answer.
  return ((await answer.json()) as { workflow_id: string }).workflow_id;
};
