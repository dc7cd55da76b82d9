/**
 * The splitting editor in Chromium, with 1,000 and 2,000 pages of the real local service: milliseconds until it can be
 * used, frames while it scrolls, milliseconds of a toggled boundary, and the JavaScript heap.
 * `node bench/web/editor.ts [runs, default 5]`; needs the built web interface and Debian's Chromium.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import { startService } from '../running-service/running-service.ts';
import type { RunningService } from '../running-service/running-service.ts';
import { median } from '../statistics.ts';
import { inTime } from './in-time.ts';
import { signedInPage } from './signed-in-page.ts';
import { splitPdf } from './split-pdf.ts';

const SAMPLE = join(import.meta.dirname, '../../samples/mixed-mail.pdf');
const PAGES = [1000, 2000];
const SCROLL_MS = 5000;
/** A frame that takes longer is seen to stick. */
const LONG_FRAME_MS = 50;
const TOGGLES = 20;
const HEAP_LIMIT_MB = 250;
/** Seconds for what takes less than one, or, with the scrolling, some: Chromium once left a run without an answer. */
const LIMIT_S = 60;
/** Seconds for the processing of a packet, with the request's own limit of 120. */
const PROCESSING_LIMIT_S = 180;

interface Figures {
  readonly usable: number;
  /** Share of the frames under 50 ms. */
  readonly smooth: number;
  /** Of some toggled boundaries, milliseconds from the click to the frame that shows it: the longest, and the median. */
  readonly longestToggle: number;
  readonly medianToggle: number;
  readonly heap: number;
}

/** The sample's pages again and again. */
const packetOf = async (pageCount: number): Promise<Buffer> => {
  const sample = await PDFDocument.load(await readFile(SAMPLE));
  const packet = await PDFDocument.create();
  const pages = await packet.copyPages(sample, sample.getPageIndices());
  for (let page = 0; page < pageCount; page += 1) {
    const copy = pages[page % pages.length];
    if (copy !== undefined) packet.addPage(copy);
  }
  return Buffer.from(await packet.save());
};

/** Milliseconds from the navigation until all visible pages have their image and all visible gaps their decision. */
const open = async (page: Page, address: string): Promise<number> => {
  const begin = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const region = document.querySelector('[data-page]')?.closest('[role="region"]');
    if (region === null || region === undefined) return false;
    const { top, bottom } = region.getBoundingClientRect();
    const visible = [...region.querySelectorAll('[data-page]')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top < bottom && box.bottom > top;
    });
    return visible.every((one) => one.querySelector('img')?.complete === true);
  });
  return performance.now() - begin;
};

/** Share of the frames under 50 ms while the whole file is scrolled through. */
const scroll = (page: Page): Promise<number> =>
  page.evaluate(
    async ({ duration, limit }) => {
      const region = document.querySelector('[data-page]')?.closest('[role="region"]');
      if (region === null || region === undefined) throw new Error('There is no overview.');
      const times: number[] = [];
      const begin = performance.now();
      let last = begin;
      while (last - begin < duration) {
        const now = await new Promise<number>((resolve) => {
          requestAnimationFrame(resolve);
        });
        times.push(now - last);
        last = now;
        region.scrollTo({ top: ((last - begin) / duration) * (region.scrollHeight - region.clientHeight) });
      }
      return times.filter((time) => time < limit).length / times.length;
    },
    { duration: SCROLL_MS, limit: LONG_FRAME_MS },
  );

/** Milliseconds of each of some toggled boundaries, which are visible, from the click to the frame that shows it. */
const toggle = (page: Page): Promise<number[]> =>
  page.evaluate(async (count) => {
    const region = document.querySelector('[data-page]')?.closest('[role="region"]');
    if (region === null || region === undefined) throw new Error('There is no overview.');
    const { top, bottom } = region.getBoundingClientRect();
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const gaps = [...region.querySelectorAll<HTMLElement>('[data-gap]')].filter((gap) => {
        const box = gap.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom;
      });
      const begin = performance.now();
      gaps[at % gaps.length]?.click();
      await new Promise((resolve) => {
        requestAnimationFrame(() => {
          setTimeout(resolve, 0);
        });
      });
      times.push(performance.now() - begin);
    }
    return times;
  }, TOGGLES);

const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6;
};

const measure = async (browser: Browser, service: RunningService, id: string): Promise<Figures> => {
  const page = await inTime('A page with a session', LIMIT_S, signedInPage(browser, service));
  const address = `${service.baseUrl}/verify/${id}?threshold=0.95`;
  const usable = await inTime('The images of the visible pages', LIMIT_S, open(page, address));
  const smooth = await inTime('The frames of the scrolling', LIMIT_S, scroll(page));
  const toggles = await inTime('The frames of the toggled boundaries', LIMIT_S, toggle(page));
  const heap = await inTime('The size of the heap', LIMIT_S, heapOf(page));
  await inTime('The end of the page', LIMIT_S, page.context().close());
  return { usable, smooth, longestToggle: Math.max(...toggles), medianToggle: median(toggles), heap };
};

const runs = Number(process.argv[2] ?? 5);
const service = await startService();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (const pageCount of PAGES) {
    const packet = await packetOf(pageCount);
    const splitting = splitPdf(service, GENERIC_WORKFLOW_ID, packet);
    const id = await inTime(`A packet of ${pageCount} pages`, PROCESSING_LIMIT_S, splitting);
    const all: Figures[] = [];
    for (let run = 0; run < runs; run += 1) all.push(await measure(browser, service, id));
    const of = (name: keyof Figures): number => median(all.map((figures) => figures[name]));
    console.log(`${pageCount} pages, median of ${runs}; the first opening draws the images of the pages`);
    console.log(
      `  usable after            ${of('usable').toFixed(0)} ms (goal 1,500), first ${all[0]?.usable.toFixed(0) ?? '–'} ms`,
    );
    console.log(`  frames under ${LONG_FRAME_MS} ms      ${(100 * of('smooth')).toFixed(1)} % (goal 99)`);
    console.log(
      `  longest of ${TOGGLES} toggles    ${of('longestToggle').toFixed(0)} ms (goal ${LONG_FRAME_MS}), median ${of('medianToggle').toFixed(0)} ms`,
    );
    console.log(`  JavaScript heap         ${of('heap').toFixed(0)} MB (goal ${HEAP_LIMIT_MB})`);
  }
} finally {
  await inTime('The end of Chromium', LIMIT_S, browser.close()).finally(() => service.stop());
}
