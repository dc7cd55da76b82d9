/**
 * The lists of documents and of training documents in Chromium, with 5,000 rows each: milliseconds until the first rows
 * are drawn, frames while all rows are scrolled through, milliseconds of a search in names, and the JavaScript heap.
 * `node bench/web/lists.ts [runs, default 5]`; needs the built web interface and Debian's Chromium.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { startService } from '../running-service/running-service.ts';
import type { RunningService } from '../running-service/running-service.ts';
import { median } from '../statistics.ts';
import { fillLists } from './fill-lists.ts';
import { signedInPage } from './signed-in-page.ts';
import { splitPdf } from './split-pdf.ts';

const SAMPLE = join(import.meta.dirname, '../../samples/mixed-mail.pdf');
const ROWS = 5000;
const LONG_FRAME_MS = 50;
/** A wheel turned fast. */
const PIXELS_A_FRAME = 400;
const LISTS = ['documents', 'training-data'] as const;
const SEARCH_FIELD = 'input[type="search"]';

interface Figures {
  readonly first: number;
  /** Milliseconds of the main thread's processor time until then. */
  readonly firstProcessor: number;
  readonly smooth: number;
  readonly scrolled: number;
  /** Milliseconds of the main thread's processor time for a frame, which other work on the machine does not change. */
  readonly processor: number;
  readonly search: number;
  readonly heap: number;
}

const makeWorkflow = async (service: RunningService): Promise<string> => {
  const answer = await service.request('/workflows', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workflow_name: 'Long lists' }),
  });
  // The API's own answer.
  return ((await answer.json()) as { workflow_id: string }).workflow_id;
};

const waitForRows = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction(
    (text) => {
      const rows = [...document.querySelectorAll('[role="row"][data-index]')];
      return rows.length > 0 && rows.every((row) => row.textContent.includes(text));
    },
    name,
    { polling: 'raf' },
  );

/** Share of the frames under 50 ms while the page is scrolled to the last of all rows, and milliseconds until it is there. */
const scroll = (page: Page): Promise<Record<'smooth' | 'scrolled' | 'frames', number>> =>
  page.evaluate(
    async ({ rows, limit, step }) => {
      const isAtEnd = (): boolean => document.querySelector(`[role="row"][data-index="${rows - 1}"]`) !== null;
      const times: number[] = [];
      const begin = performance.now();
      let last = begin;
      while (!isAtEnd()) {
        const now = await new Promise<number>((resolve) => {
          requestAnimationFrame(resolve);
        });
        times.push(now - last);
        last = now;
        window.scrollBy({ top: step });
        if (now - begin > 120_000) throw new Error('The end of the list was not reached.');
      }
      return {
        smooth: times.filter((time) => time < limit).length / times.length,
        scrolled: last - begin,
        frames: times.length,
      };
    },
    { rows: ROWS, limit: LONG_FRAME_MS, step: PIXELS_A_FRAME },
  );

/** Reads the browser's figures of the page; times are processor time. */
const figuresOf = async (page: Page): Promise<(name: 'JSHeapUsedSize' | 'TaskDuration') => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async (name) => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? 0;
  };
};

const measure = async (page: Page, address: string): Promise<Figures> => {
  const figure = await figuresOf(page);
  let begin = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await waitForRows(page, '.pdf');
  const first = performance.now() - begin;
  const firstProcessor = 1000 * (await figure('TaskDuration'));
  await page.waitForLoadState('networkidle');
  const before = await figure('TaskDuration');
  const { smooth, scrolled, frames } = await scroll(page);
  const processor = (1000 * ((await figure('TaskDuration')) - before)) / frames;
  const heap = (await figure('JSHeapUsedSize')) / 1e6;
  begin = performance.now();
  await page.fill(SEARCH_FIELD, 'REMINDER 4');
  await waitForRows(page, 'reminder 4999.pdf');
  const search = performance.now() - begin;
  return { first, firstProcessor, smooth, scrolled, processor, search, heap };
};

const runs = Number(process.argv[2] ?? 5);
const service = await startService();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const workflowId = await makeWorkflow(service);
  const processingId = await splitPdf(service, workflowId, await readFile(SAMPLE));
  // The API's own answer.
  const { account_id: accountId } = (await (await service.request('/account')).json()) as { account_id: string };
  await fillLists({ dataFolder: service.dataFolder, accountId, processingId, workflowId, rows: ROWS });
  for (const list of LISTS) {
    const all: Figures[] = [];
    for (let run = 0; run < runs; run += 1) {
      const page = await signedInPage(browser, service);
      all.push(await measure(page, `${service.baseUrl}/workflows/${workflowId}/${list}`));
      await page.context().close();
    }
    const of = (name: keyof Figures): string => median(all.map((figures) => figures[name])).toFixed(0);
    console.log(`${list}: ${ROWS} rows, median of ${runs}`);
    console.log(
      `  first rows after        ${of('first')} ms (goal 1,000), ${of('firstProcessor')} ms of processor time in the page`,
    );
    console.log(
      `  frames under ${LONG_FRAME_MS} ms      ${(100 * median(all.map(({ smooth }) => smooth))).toFixed(1)} %`,
    );
    console.log(`  scrolled to the end in  ${of('scrolled')} ms`);
    console.log(`  processor time a frame  ${of('processor')} ms of the main thread`);
    console.log(`  search in names         ${of('search')} ms, of which 300 ms are the pause after the last key`);
    console.log(`  JavaScript heap         ${of('heap')} MB`);
  }
} finally {
  await browser.close();
  await service.stop();
}
