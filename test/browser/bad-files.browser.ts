/** Files that cannot be split, too many of them, and folders. */
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFiles } from './harness/choose-files.ts';
import { drawDockets } from './harness/draw-dockets.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { GENERIC_WORKFLOW, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

/** Chromium lists no folder in /dev, where the tests' own temporary folder may be. */
const PARENT = '/tmp';
const PROCESS = `/workflows/${GENERIC_WORKFLOW}/process`;

let web: WebService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(PARENT, 'tearline-files-'));
  web = await startWebService();
});
afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

const openProcess = async (): Promise<Page> => {
  const page = await web.open(PROCESS);
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  return page;
};

const write = async (name: string, content: Uint8Array | string): Promise<string> => {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
};

/** Drags paths of this machine, which may be folders, over the page and drops them. */
const drop = async (page: Page, paths: readonly string[]): Promise<void> => {
  const box = await page.getByText('Drop files or folders here').boundingBox();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5, data });
};

describe('Files that cannot be split', () => {
  it('are left out with what to do: of another kind, empty, or too large', async () => {
    const good = await write('good.pdf', (await drawDockets('good', 1)).buffer);
    const large = await write('large.pdf', '%PDF-1.7');
    await truncate(large, 2 ** 30);
    const page = await openProcess();
    await chooseFiles(page, [
      good,
      await write('letter.docx', 'words'),
      await write('empty.pdf', ''),
      await write(`${PLANTED.replaceAll('/', '∕')}.txt`, 'words'),
    ]);
    await page.getByText('3 files were not added').waitFor();
    await page.getByText('They are of a kind that cannot be split.').waitFor();
    await page.getByText('It is empty: 0 bytes.').waitFor();
    await page.getByRole('link', { name: 'Review good.pdf' }).waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await chooseFiles(page, [large]);
    await page.getByText(/The file is too large for your plan|It is larger than/).waitFor();
  });

  it('are refused by the service with what to do: damaged, or not what its name says', async () => {
    const page = await openProcess();
    const whole = (await drawDockets('whole', 2)).buffer;
    await chooseFiles(page, [
      await write('damaged.pdf', whole.subarray(0, 200)),
      await write('picture.png', 'no picture'),
    ]);
    await page.getByText('The file is damaged.').waitFor();
    await page.getByText('whatever its name says').waitFor();
    await page.getByText('2 could not be processed.').waitFor();
  });

  it('are left out where there are more than the list takes', { timeout: 300_000 }, async () => {
    const paths = await Promise.all(Array.from({ length: 1003 }, (_, index) => write(`many/${index}.pdf`, 'no PDF')));
    const page = await openProcess();
    await chooseFiles(page, paths);
    await page.getByText('3 files were not added').waitFor();
    await page.getByText('The list takes 1,000 files at once.').waitFor();
    // The list draws the rows that are seen.
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page
      .getByText(/of 1,?000 files done|could not be processed/)
      .first()
      .waitFor();
  });
});

describe('Files that are moved away after they were chosen', () => {
  it('fail with what to do, and those after them are sent', async () => {
    const moved = await Promise.all(['a', 'b', 'c'].map((name) => write(`moved ${name}.pdf`, 'as it was')));
    const kept = await write('kept.pdf', (await drawDockets('kept', 1)).buffer);
    const page = await openProcess();
    await page.context().setOffline(true);
    await chooseFiles(page, [...moved, kept]);
    await page.getByText('The file is sent by itself when the service is back.').first().waitFor();
    for (const path of moved) await rm(path);
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Review kept.pdf' }).waitFor();
    await expect.poll(() => page.getByText('The file cannot be read any more').count()).toBe(3);
  });
});

describe('A folder', () => {
  it('is dropped with the files in its folders, without those of the system', async () => {
    await write('inbox/first.pdf', (await drawDockets('first', 1)).buffer);
    await write('inbox/deeper/second.pdf', (await drawDockets('second', 1)).buffer);
    await write('inbox/.DS_Store', 'system');
    const page = await openProcess();
    await drop(page, [join(folder, 'inbox')]);
    await page.getByRole('link', { name: 'Review first.pdf' }).waitFor();
    await page.getByRole('link', { name: 'Review second.pdf' }).waitFor();
    expect(await page.getByText('was not added').count()).toBe(0);
    expect(web.faults()).toEqual([]);
  });
});
