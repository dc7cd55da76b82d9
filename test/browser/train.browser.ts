/** From a new workflow to a trained model, as a trainer does it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFiles } from './harness/choose-files.ts';
import { drawDockets } from './harness/draw-dockets.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { keyboard } from './harness/hands.ts';
import { changeByKeyboard, setBoundaries } from './harness/set-boundaries.ts';
import { usesBaseModel } from './harness/model-in-use.ts';
import { startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';
import { saveAnyway } from './story/story.ts';

const MINUTE_MS = 60_000;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

/** The model's proposal is there, with the text of all pages; the annotation is what the trainer saves. */
const annotateByKeyboard = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'pile.pdf' }).waitFor();
  await page.getByText('Proposed by the model, not annotated').waitFor();
  await page.getByText(/\d of 3 places to look at/).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('/');
  await page.keyboard.type('annex');
  await page.getByText('On 2 pages').waitFor();
  await page.keyboard.press('Escape');
  await setBoundaries(page, 4, [2], changeByKeyboard(page));
  await saveAnyway(keyboard(page), 'Save annotation', 'Save all the same', /^All files are annotated$/);
  await page.waitForURL(/\/training-data$/);
};

/** Searches the training documents for a file, whose row alone stays, and shows all again. */
const findByName = async (page: Page): Promise<void> => {
  const table = page.getByRole('table', { name: 'Documents' });
  const rows = table.getByRole('row');
  await page.getByRole('searchbox', { name: 'Search in names' }).fill('DOCKET-7');
  await page.waitForURL(/name=DOCKET-7/);
  await rows.filter({ hasText: 'docket-6' }).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'docket-7' }).waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  // Of the rows only those in the window are drawn; the table says how many there are, with that of the headings.
  await page.locator('[role=table][aria-rowcount="11"]').and(table).waitFor();
};

describe('A trainer', () => {
  it(
    'makes a workflow, adds files in both modes, annotates by keyboard, trains, reads the report, and goes back',
    async () => {
      const page = await web.open('/workflows/new');
      await page.getByLabel('Name').fill('Forest dockets');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create workflow' }).click();
      await page.waitForURL(/\/training-data$/);

      const alone = Array.from({ length: 9 }, (_, index) => drawDockets(`docket-${index}`, 1));
      await chooseFiles(page, await Promise.all(alone));
      await page.getByText('9 of 9 files are done.').waitFor();
      await page.getByRole('radio', { name: /A file holds several documents/ }).click();
      await chooseFiles(page, [await drawDockets('pile', 2)]);
      await page.getByText('10 of 10 files are done.').waitFor();
      const annotate = page.getByRole('link', { name: 'Annotate 1 file' });
      await annotate.waitFor();
      await expectAccessible(page);
      await findByName(page);
      await annotate.click();
      await annotateByKeyboard(page);

      await page.getByRole('link', { name: 'Train', exact: true }).click();
      await page.getByText('11 annotated documents are used.').waitFor();
      await page.getByRole('button', { name: 'Start training' }).click();
      await page.getByRole('heading', { name: 'A training is running' }).waitFor();
      const report = page.getByRole('link', { name: /^Report: / });
      await report.waitFor({ timeout: 3 * MINUTE_MS });
      await expectAccessible(page);

      await report.click();
      await page.getByRole('table', { name: 'Learning curve: table' }).waitFor();
      await page.locator('.recharts-surface').first().waitFor();
      // The names of a chart stand in the order of its bars.
      const names = await page.locator('.recharts-legend-wrapper').first().innerText();
      expect(names.split(/\n+/u)).toEqual(['Before', 'After']);
      // Of so few documents the page does not say that more change little, and no part of a document stands at an axis.
      await page.getByText('too few to say how many more would help').waitFor();
      const curve = page.locator('.recharts-wrapper', { hasText: 'Training documents' });
      const marks = await curve.locator('.recharts-xAxis-tick-labels text').allTextContents();
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.filter((mark) => !/^\d+$/u.test(mark))).toEqual([]);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Training', exact: true }).last().click();
      await goBackAndForth(page);
      expect(web.faults()).toEqual([]);
    },
    6 * MINUTE_MS,
  );
});

/** Uses the model that is not in use: the base model, and the trained one again, or the reverse. */
const goBackAndForth = async (page: Page): Promise<void> => {
  const models = page.getByRole('table', { name: 'Models' });
  const rowOf = (name: RegExp) => models.getByRole('row', { name });
  const [base, trained] = [rowOf(/^Base model/), rowOf(/^Training of/)];
  const workflowId = /\/workflows\/([^/]+)/.exec(page.url())?.[1] ?? '';
  const isBase = await usesBaseModel(web, workflowId, base, trained);
  for (const row of isBase ? [trained, base] : [base, trained]) {
    await row.getByRole('button', { name: /^(Use this model|Back to the base model)/ }).click();
    await row.getByText('In use').waitFor();
  }
};
