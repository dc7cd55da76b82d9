/**
 * Draws the pictures of docs/review.md: the splitting editor with `mixed-mail.pdf`.
 * `node samples/draw-review-pictures.ts`; needs the built web interface and Debian's Chromium.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { startService } from '../bench/running-service/running-service.ts';

const PICTURES = join(import.meta.dirname, '../docs/pictures');
const GENERIC_WORKFLOW = '00000000-0000-4000-8000-000000000001';
/** Milliseconds until the images of the pages are there. */
const IMAGES_MS = 3000;
const PICTURE_WIDTH = 1000;

const service = await startService();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const body = new FormData();
  body.append('file', new Blob([await readFile(join(import.meta.dirname, 'mixed-mail.pdf'))]), 'mixed-mail.pdf');
  const answer = await service.request(`/processing/${GENERIC_WORKFLOW}?include=thumbnail`, { method: 'POST', body });
  // The API's own answer.
  const { processing_id: id } = (await answer.json()) as { processing_id: string };
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: 'en-GB' });
  await context.request.post(`${service.baseUrl}/session`, {
    data: { api_key: service.apiKey },
    headers: { 'x-tearline': '1', origin: service.baseUrl },
  });
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/verify/${id}?threshold=0.99`);
  const draw = async (name: string): Promise<void> => {
    await page.waitForTimeout(IMAGES_MS);
    const picture = await page.screenshot();
    const small = await sharp(picture).resize(PICTURE_WIDTH).png({ palette: true, colours: 64 }).toBuffer();
    await writeFile(join(PICTURES, name), small);
  };
  await page.waitForSelector('[data-page]');
  await draw('review-overview.png');
  await page.keyboard.press('n');
  await draw('review-focus.png');
} finally {
  await browser.close();
  await service.stop();
}
