/** The service is away while a reviewer looks at pages: they are there when it is back. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLES, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

/** Pixels; the images of the overview are smaller. */
const LARGE = 600;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

it('Large pages and their text are fetched by themselves when the network is back, which is said once', async () => {
  const page = await web.open(`/verify/${await web.process(join(SAMPLES, 'mixed-mail.pdf'))}`);
  await page.getByRole('switch').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  const large = page.getByRole('region', { name: 'Page 1', exact: true });
  await large.waitFor();
  const away = page.getByRole('status').filter({ hasText: 'The service does not answer' });
  await away.waitFor();
  expect(await away.getByRole('alert').count()).toBe(0);
  expect(await large.getByText('cannot be shown').count()).toBe(0);
  await page.context().setOffline(false);
  const width = () => large.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(LARGE);
  await large.locator('[data-word]').first().waitFor({ state: 'attached' });
  await away.waitFor({ state: 'detached' });
});
