/** What a customer does from the first visit to feedback: the same steps with the mouse and with the keyboard. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Album } from '../harness/album.ts';
import { drawDockets } from '../harness/draw-dockets.ts';
import { usesBaseModel } from '../harness/model-in-use.ts';
import type { Hands } from '../harness/hands.ts';
import type { WebService } from '../harness/web-service.ts';

const MINUTE_MS = 60_000;
/** The fewest documents with which a training can start are five; the merged file holds three of them. */
const ALONE = 3;
const MERGED = 3;

export interface Story {
  readonly web: WebService;
  readonly hands: Hands;
  readonly album: Album;
  /** Splits the file that is open in the editor after every second page, and saves it. */
  readonly annotate: (hands: Hands) => Promise<void>;
  /** Changes the first boundary of the file that is open in the editor, and verifies it. */
  readonly correct: (hands: Hands) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });
const navigation = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });

/** Verifies or saves, where some places were not looked at too. */
export const saveAnyway = async ({ page, press }: Hands, save: string, anyway: string, done: RegExp): Promise<void> => {
  await press(button(page, save));
  const [ask, saved] = [button(page, anyway), page.getByText(done).first()];
  await ask.or(saved).first().waitFor();
  if (await ask.isVisible()) await press(ask);
  await saved.waitFor();
};

const signIn = async ({ web, hands: { page }, album }: Story): Promise<void> => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await album.take(page, 'sign-in');
  await page.goto(await web.signInLink());
  await page.getByRole('heading', { name: 'Generic workflow' }).waitFor();
  await album.take(page, 'start');
};

const makeWorkflow = async ({ hands: { page, press, type }, album }: Story, name: string): Promise<void> => {
  await press(link(page, 'New workflow').first());
  await type(page.getByLabel('Name'), name);
  await album.take(page, 'new-workflow');
  await press(button(page, 'Create workflow'));
  await page.waitForURL(/\/training-data$/);
};

const addTrainingDocuments = async (story: Story): Promise<void> => {
  const { page, chooseFiles, choose, type, press } = story.hands;
  const alone = Array.from({ length: ALONE }, (_, at) => drawDockets(`docket-${at}`, 1));
  await type(page.getByLabel('Collection').first(), 'single');
  await chooseFiles(button(page, 'Choose files'), await Promise.all(alone));
  await page.getByText(`${ALONE} of ${ALONE} files are done.`).waitFor();
  await choose(page.getByRole('radio', { name: /A file holds several documents/ }));
  await type(page.getByLabel('Collection').first(), 'piles');
  await chooseFiles(button(page, 'Choose files'), [await drawDockets('pile', MERGED)]);
  await page.getByText(`${ALONE + 1} of ${ALONE + 1} files are done.`).waitFor();
  await link(page, 'Annotate 1 file').waitFor();
  await story.album.take(page, 'training-data');
  await press(link(page, 'Annotate 1 file'));
  await page.getByText(`of ${2 * MERGED - 1} places to look at`).waitFor();
  await story.album.take(page, 'annotation');
  await story.annotate(story.hands);
  await page.waitForURL(/\/training-data$/);
};

const train = async ({ hands: { page, press }, album }: Story): Promise<void> => {
  await press(link(page, 'Train'));
  await page.getByText(`${ALONE + MERGED} annotated documents are used.`).waitFor();
  await press(button(page, 'Start training'));
  await page.getByRole('heading', { name: 'A training is running' }).waitFor();
  await album.take(page, 'training-runs');
  const report = page.getByRole('link', { name: /^Report: / });
  await report.waitFor({ timeout: 3 * MINUTE_MS });
  await album.take(page, 'training-ended');
  await press(report);
  await page.getByRole('table', { name: 'Learning curve: table' }).waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await album.take(page, 'report');
};

const compareAndActivate = async ({ web, hands: { page, press }, album }: Story): Promise<void> => {
  await press(link(page, 'Compare'));
  await page.getByText(/on \d+ places in \d+ documents that neither had learnt from/).waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await album.take(page, 'compare');
  await press(navigation(page, 'Training'));
  const models = page.getByRole('table', { name: 'Models' });
  const [base, trained] = [/^Base model/, /^Training of/].map((name) => models.getByRole('row', { name }));
  if (base === undefined || trained === undefined) throw new Error('There are two models.');
  const workflowId = /\/workflows\/([^/]+)/.exec(page.url())?.[1] ?? '';
  // The service puts a model that is surely better into use by itself.
  if (!(await usesBaseModel(web, workflowId, base, trained))) {
    await press(base.getByRole('button', { name: /^Back to the base model/ }));
    await base.getByText('In use').waitFor();
  }
  await press(trained.getByRole('button', { name: /^Use this model/ }));
  await trained.getByText('In use').waitFor();
  await album.take(page, 'activated');
};

const processAndCorrect = async (story: Story): Promise<void> => {
  const { page, press, chooseFiles } = story.hands;
  await press(navigation(page, 'Process files'));
  await chooseFiles(button(page, 'Choose files'), [await drawDockets('packet', MERGED)]);
  const review = link(page, 'Review packet.pdf');
  await review.waitFor();
  await story.album.take(page, 'processed');
  await press(review);
  await page.getByRole('switch').first().waitFor();
  await story.album.take(page, 'editor');
  await story.correct(story.hands);
  await page
    .getByText(/^Corrected by /)
    .first()
    .waitFor();
  await story.album.take(page, 'corrected');
};

const sendFeedback = async ({ hands: { page, press, type, chooseItem }, album }: Story): Promise<void> => {
  await chooseItem(button(page, 'More'), page.getByRole('menuitem', { name: 'Send to the training data' }));
  const dialog = page.getByRole('dialog', { name: 'Send to the training data' });
  await type(dialog.getByLabel('Collection'), 'feedback');
  await type(dialog.getByLabel('Description, shown to annotators'), 'The annex is a document of its own.');
  await album.take(page, 'feedback');
  await press(dialog.getByRole('button', { name: 'Send', exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await press(link(page, 'Documents of the workflow'));
  await page.getByRole('row').filter({ hasText: 'packet.pdf' }).getByText('Corrected').waitFor();
  await album.take(page, 'documents');
  await press(navigation(page, 'Training data'));
  await page.getByText('The annex is a document of its own.').waitFor();
  // The counts are those of now: three single files, the merged one, and the packet.
  await page.getByRole('link', { name: /^Annotated\s*5$/ }).waitFor();
  await album.take(page, 'feedback-in-the-training-data');
};

export const tellStory = async (story: Story, workflowName: string): Promise<void> => {
  await signIn(story);
  await makeWorkflow(story, workflowName);
  await addTrainingDocuments(story);
  await train(story);
  await compareAndActivate(story);
  await processAndCorrect(story);
  await sendFeedback(story);
  expect(story.web.faults()).toEqual([]);
};
