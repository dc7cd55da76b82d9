/**
 * The first visit in Chromium: seconds from the start of the service to the first split that is seen, by the printed link
 * and one click, and the compressed JavaScript of `/` and of the editor.
 * `node bench/web/first-visit.ts [runs, default 5]`; needs the built web interface and Debian's Chromium.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { startService } from '../running-service/running-service.ts';
import { median } from '../statistics.ts';

const ASSETS = join(import.meta.dirname, '../../web/dist/assets');
const GOALS = { seconds: 10, startBytes: 250_000, editorBytes: 400_000 };

interface Visit {
  readonly seconds: number;
  readonly startBytes: number;
  readonly editorBytes: number;
}

/** Bytes, as brotli compresses them, of the scripts that a page has loaded so far. */
const scriptBytes = (page: Page): (() => number) => {
  const names = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /\/assets\/([^/?]+\.js)$/.exec(request.url()) ?? [];
    if (name !== undefined) names.add(name);
  });
  return () => [...names].reduce((sum, name) => sum + statSync(join(ASSETS, `${name}.br`)).size, 0);
};

const visit = async (browser: Browser): Promise<Visit> => {
  const begin = performance.now();
  const service = await startService();
  try {
    const [link] = /http:\S+\/sign-in#\S+/.exec(service.log()) ?? [];
    if (link === undefined) throw new Error(`The service printed no link: ${service.log()}`);
    const context = await browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    const bytes = scriptBytes(page);
    await page.goto(link);
    const sample = page.getByRole('button', { name: 'Try a sample' });
    await sample.waitFor();
    await page.waitForLoadState('networkidle');
    const startBytes = bytes();
    await sample.click();
    const review = page.getByRole('link', { name: 'Review the split' });
    await review.waitFor();
    const seconds = (performance.now() - begin) / 1000;
    const path = (await review.getAttribute('href')) ?? '';
    const editor = await context.newPage();
    const ofEditor = scriptBytes(editor);
    await editor.goto(service.baseUrl + path);
    await editor.getByRole('switch').first().waitFor();
    const editorBytes = ofEditor();
    await context.close();
    return { seconds, startBytes, editorBytes };
  } finally {
    await service.stop();
  }
};

const runs = Number(process.argv[2] ?? 5);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await visit(browser));
  const of = (name: keyof Visit): number => median(visits.map((one) => one[name]));
  console.log(`The first visit, median of ${runs}`);
  console.log(`  start to first split    ${of('seconds').toFixed(1)} s (goal ${GOALS.seconds})`);
  console.log(`  JavaScript of /         ${(of('startBytes') / 1000).toFixed(0)} kB (goal ${GOALS.startBytes / 1000})`);
  console.log(
    `  JavaScript of editor    ${(of('editorBytes') / 1000).toFixed(0)} kB (goal ${GOALS.editorBytes / 1000})`,
  );
} finally {
  await browser.close();
}
