/**
 * The first visit in Chromium: seconds from the start of the service to the first split that is seen, by the printed link
 * and one click, the compressed JavaScript of `/` and of the editor, and how long `/` takes on a slow line with nobody
 * signed in.
 * `node bench/web/first-visit.ts [runs, default 5]`; needs the built web interface and Debian's Chromium.
 */
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { startService } from '../running-service/running-service.ts';
import { median } from '../statistics.ts';

/** Bytes: 1 kB is 1,000 of them. */
const GOALS = { seconds: 10, startBytes: 250_000, editorBytes: 400_000 };

/** A slow mobile network: milliseconds before each answer, and bytes a second. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Seconds from the navigation on the slow line. */
interface SlowVisit {
  /** Until something is seen. */
  readonly seen: number;
  /** Until the form to sign in is there. */
  readonly usable: number;
}

interface Visit {
  readonly seconds: number;
  readonly startBytes: number;
  readonly editorBytes: number;
  readonly slow: SlowVisit;
}

/** Bytes of the bodies of the scripts that a page has loaded so far, compressed as the host sends them. */
const scriptBytes = (page: Page): (() => Promise<number>) => {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

const visitSlowly = async (browser: Browser, address: string): Promise<SlowVisit> => {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByLabel('API key', { exact: true }).waitFor();
  const { usable, seen } = await page.evaluate(() => ({
    usable: performance.now(),
    seen: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  await context.close();
  return { seen: seen / 1000, usable: usable / 1000 };
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
    const startBytes = await bytes();
    await sample.click();
    const review = page.getByRole('link', { name: 'Review the split' });
    await review.waitFor();
    const seconds = (performance.now() - begin) / 1000;
    const path = (await review.getAttribute('href')) ?? '';
    // With the session, and nothing in the cache.
    const fresh = await browser.newContext({ locale: 'en', storageState: await context.storageState() });
    const editor = await fresh.newPage();
    const ofEditor = scriptBytes(editor);
    await editor.goto(service.baseUrl + path);
    await editor.getByRole('switch').first().waitFor();
    await editor.waitForLoadState('networkidle');
    const editorBytes = await ofEditor();
    await context.close();
    await fresh.close();
    const slow = await visitSlowly(browser, service.baseUrl);
    return { seconds, startBytes, editorBytes, slow };
  } finally {
    await service.stop();
  }
};

const runs = Number(process.argv[2] ?? 5);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await visit(browser));
  const of = (name: Exclude<keyof Visit, 'slow'>): number => median(visits.map((one) => one[name]));
  const ofSlow = (name: keyof SlowVisit): string => median(visits.map(({ slow }) => slow[name])).toFixed(1);
  console.log(`The first visit, median of ${runs}`);
  console.log(`  start to first split    ${of('seconds').toFixed(1)} s (goal ${GOALS.seconds})`);
  console.log(`  JavaScript of /         ${(of('startBytes') / 1000).toFixed(0)} kB (goal ${GOALS.startBytes / 1000})`);
  console.log(
    `  JavaScript of editor    ${(of('editorBytes') / 1000).toFixed(0)} kB (goal ${GOALS.editorBytes / 1000})`,
  );
  console.log(`  on a slow line          seen after ${ofSlow('seen')} s, usable after ${ofSlow('usable')} s`);
} finally {
  await browser.close();
}
