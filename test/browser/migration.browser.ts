/** The move of a workflow to a newer base model, and back, as its owner sees it. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureFirstAccount } from '../../core/accounts/first-account.ts';
import { recalibrate, startWholeService } from '../service/harness/whole-service.ts';
import { startAlbum } from './harness/album.ts';
import { chooseFiles } from './harness/choose-files.ts';
import { drawDockets } from './harness/draw-dockets.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const MINUTE_MS = 60_000;
const BASE_MODEL = join(import.meta.dirname, '../../model-container/weights');

let web: WebService;
let earlierRelease: string;
let workflowId: string;

beforeAll(async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tearline-browser-'));
  earlierRelease = await makeEarlierRelease();
  workflowId = await trainWithEarlierRelease(dataFolder);
  web = await startWebService({ dataFolder });
}, 5 * MINUTE_MS);
afterAll(async () => {
  await web.close();
  await rm(earlierRelease, { recursive: true, force: true });
});

const makeEarlierRelease = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tearline-release-'));
  await cp(BASE_MODEL, folder, { recursive: true });
  await recalibrate(folder);
  return folder;
};

/** Makes a workflow and trains it with the earlier release on the data folder. @returns its id */
const trainWithEarlierRelease = async (dataFolder: string): Promise<string> => {
  const whole = await startWholeService(dataFolder, earlierRelease);
  const { service, url, failures } = whole;
  const { key = '' } = await ensureFirstAccount(service);
  const send = async <Body>(path: string, body?: unknown): Promise<Body> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `ApiKey ${key}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    // The caller names the schema of the answer.
    return (await answer.json()) as Body;
  };
  const until = async <Body>(path: string, isSo: (body: Body) => boolean): Promise<Body> => {
    for (;;) {
      const body = await send<Body>(path);
      if (isSo(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  try {
    const { workflow_id: id } = await send<{ workflow_id: string }>('/workflows', { workflow_name: 'Forest dockets' });
    const form = new FormData();
    for (const { name, buffer } of await Promise.all(
      Array.from({ length: 12 }, (_, at) => drawDockets(`docket-${at}`, 1)),
    ))
      form.append('file', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name);
    form.append('upload_mode', 'already_split');
    await send(`/workflows/${id}/training-documents`, form);
    await until<{ items: unknown[] }>(
      `/workflows/${id}/training-documents?status=reading`,
      ({ items }) => items.length === 0,
    );
    const { training_id: training } = await send<{ training_id: string }>(`/workflows/${id}/trainings`, {});
    const ended = await until<{ step: string | null; decision: string | null }>(
      `/workflows/${id}/trainings/${training}`,
      ({ step }) => step === null,
    );
    expect(ended.decision).toBe('go_live');
    expect(failures).toEqual([]);
    return id;
  } finally {
    await whole.close();
  }
};

/** The service looks for workflows with an older base model when it starts, and every minute. */
const isAnnounced = async (): Promise<boolean> => {
  const answer = await web.request(`/workflows/${workflowId}/migration`);
  // The schema of the 200.
  return ((await answer.json()) as { state: string }).state === 'announced';
};

const openMigration = async (): Promise<Page> => {
  await expect.poll(isAnnounced, { timeout: 3 * MINUTE_MS, interval: 1000 }).toBe(true);
  const page = await web.open(`/workflows/${workflowId}`);
  await page.getByText('A newer model is ready for this workflow').waitFor();
  await page.getByRole('link', { name: 'Compare and decide' }).click();
  await page.getByRole('heading', { name: 'Newer model', level: 1 }).waitFor();
  return page;
};

it(
  'An owner compares the newer model with the one in use, tries it, moves to it and goes back',
  async () => {
    const page = await openMigration();
    for (const model of ['Model in use', 'Newer model'])
      await page
        .getByRole('region', { name: model })
        .getByText(/% wrong/)
        .waitFor();
    await expectAccessible(page);
    await expectAccessible(page, page.getByRole('button', { name: 'Move now' }));
    await startAlbum('migration', [1280]).take(page, 'announced');

    await page.getByRole('link', { name: 'Try it with documents' }).click();
    await page.waitForURL(/\/process$/);
    await chooseFiles(page, await drawDockets('trial', 2));
    await page.getByText('1 file is split.').waitFor();

    await page.goto(`${web.url()}/workflows/${workflowId}/migration`);
    await page.getByRole('button', { name: 'Move now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move now' }).click();
    await page.getByText(/^The workflow moved to the newer model on/).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Go back to the model before' }).click();
    await page.getByText('The workflow has gone back to the model before.').waitFor();
    expect(web.faults()).toEqual([]);
  },
  6 * MINUTE_MS,
);
