import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './harness/expect-accessible.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { GENERIC_WORKFLOW, SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const PROCESS = `/workflows/${GENERIC_WORKFLOW}/process`;
const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

describe('The page that processes files', () => {
  it('splits a file that is chosen, and leads to its review', async () => {
    const page = await web.open(PROCESS);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles(SAMPLE);
    const review = page.getByRole('link', { name: 'Review mixed-mail.pdf' });
    await review.waitFor();
    await expectAccessible(page);
    await review.click();
    await page.waitForURL(/\/verify\//);
    expect(web.faults()).toEqual([]);
  });

  it('shows names of files as text, whatever is in them', async () => {
    const page = await web.open(PROCESS);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (
      await chooser
    ).setFiles({
      name: `${PLANTED.replaceAll('/', '∕')}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from('no PDF'),
    });
    await page.getByText('<img src=x onerror=').first().waitFor();
    await page.getByText('whatever its name says').waitFor();
    expect(await hasPlanted(page)).toBe(false);
  });
});
