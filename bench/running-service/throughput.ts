/**
 * `npm run bench:throughput [-- --runs 3]`: pages per minute of a 20-page scan, end to end, compared with `ocrmypdf`;
 * character error rate of both; pages per second of a 100-page born-digital file, cold and warm; duration of each step, and
 * how many cores the service kept busy.
 * Where Tesseract lacks the data of a language of the scan, `ocrmypdf` reads with the others.
 * `npm run bench:throughput -- --scan-lengths 20,200 [--runs 3]`: instead, what a page costs in English scans of these
 * lengths, which repeat the same 20 pages.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import type { ProcessingResult } from '../../core/results/processing-result.ts';
import { digitalFile, scannedFile, SCANNED_PAGES, SCANS } from './bench-files.ts';
import { characterErrors } from '../ocr/character-error.ts';
import { knownPages, orderedText, type KnownPage } from '../ocr/known-pages.ts';
import { peerLanguages } from './peer-languages.ts';
import { fetchResults, processDocument } from './client/process-document.ts';
import { startService, type RunningService } from './running-service.ts';
import { samplePath } from '../shared-data.ts';
import { median, rounded } from '../statistics.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { processorTimeBetween, processorTimes } from './processor-times.ts';
import { stepTimes } from './step-times.ts';

const run = promisify(execFile);
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, 'scan-lengths': { type: 'string' } },
});
const LENGTHS = values['scan-lengths']?.split(',').map((pages) => wholeNumber('--scan-lengths', pages, 1));
const RUNS = Number(values.runs);
const DIGITAL_PAGES = 100;

const peer = await run('ocrmypdf', ['--version']).then(
  ({ stdout }) => stdout.trim(),
  () => null,
);
const listing =
  peer === null
    ? ''
    : await run('tesseract', ['--list-langs']).then(
        // Older versions of Tesseract list them on the standard error.
        ({ stdout, stderr }) => stdout || stderr,
      );
console.log(
  peer === null ? 'ocrmypdf is not installed: no ratio.' : `Peer: ocrmypdf ${peer}, --jobs ${availableParallelism()}`,
);

const service = await startService({ arguments: ['--log-steps'] });
const folder = await mkdtemp(join(tmpdir(), 'tearline-throughput-'));
const figures: Record<string, unknown> = { cores: availableParallelism(), ocrmypdf: peer, runs: RUNS };
try {
  await processDocument(service, samplePath('scanned-mail.pdf'));
  if (LENGTHS !== undefined) figures['scan_lengths'] = await measureLengths(service, LENGTHS);
  else {
    for (const scan of SCANS) figures[`scan_${scan.name.replaceAll('-', '_')}`] = await measureScan(service, scan);
    figures['digital'] = await measureDigital(service);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(JSON.stringify(figures));

async function measureScan(service: RunningService, scan: (typeof SCANS)[number]): Promise<Record<string, unknown>> {
  const known = await knownPages(SCANNED_PAGES, scan.languages);
  const path = await scannedFile(scan.name, known);
  const ours: number[] = [];
  const busy: number[] = [];
  const theirs: number[] = [];
  let result: ProcessingResult | undefined;
  const output = join(folder, `${scan.name}.pdf`);
  const { option, lacking } = peerLanguages(scan.tesseract, listing);
  if (peer !== null && lacking.length > 0)
    console.log(
      `${scan.name}: ocrmypdf lacks the language data of ${lacking.join(', ')}` +
        (option === undefined ? ' and is left out.' : ` and reads with ${option}: its figures are not comparable.`),
    );
  for (let round = 1; round <= RUNS; round += 1) {
    const { seconds, busyCores, result: made } = await endToEnd(service, path);
    ours.push(seconds);
    busy.push(busyCores);
    result = made;
    console.log(`${scan.name}, run ${round}: Tearline ${rounded(seconds, 1)} s`);
    if (option === undefined) continue;
    theirs.push(
      await timed(() =>
        run('ocrmypdf', ['--jobs', String(availableParallelism()), '-l', option, path, output], {
          maxBuffer: 2 ** 26,
        }),
      ),
    );
    console.log(`${scan.name}, run ${round}: ocrmypdf ${rounded(theirs.at(-1) ?? 0, 1)} s`);
  }
  const steps = result === undefined ? {} : stepTimes(service.log(), result.processing_id);
  const figures = {
    pages: known.length,
    pages_per_minute: rounded((known.length / median(ours)) * 60, 1),
    busy_cores: rounded(median(busy)),
    ...(option === undefined
      ? {}
      : {
          ocrmypdf_pages_per_minute: rounded((known.length / median(theirs)) * 60, 1),
          ratio: rounded(median(theirs.map((seconds, index) => seconds / (ours[index] ?? seconds)))),
        }),
    character_error_percent: errorPercent(known, ourTexts(result)),
    ...(option === undefined
      ? {}
      : { ocrmypdf_character_error_percent: errorPercent(known, await textsOfPdf(output)) }),
    ...(peer === null || lacking.length === 0 ? {} : { ocrmypdf_lacks: lacking.join(' ') }),
    step_milliseconds: steps,
  };
  console.table({ [scan.name]: { ...figures, step_milliseconds: undefined } });
  console.table(steps);
  return figures;
}

async function measureDigital(service: RunningService): Promise<Record<string, unknown>> {
  const path = await digitalFile(DIGITAL_PAGES);
  const first = await endToEnd(service, path);
  console.log(`born digital, the service's first: ${rounded(first.seconds)} s`);
  const seconds: number[] = [];
  const busy: number[] = [];
  let steps = {};
  for (let round = 1; round <= RUNS; round += 1) {
    const measured = await endToEnd(service, path);
    seconds.push(measured.seconds);
    busy.push(measured.busyCores);
    steps = stepTimes(service.log(), measured.result.processing_id);
    console.log(`born digital, run ${round}: ${rounded(measured.seconds)} s`);
  }
  console.table(steps);
  return {
    pages: DIGITAL_PAGES,
    pages_per_second: rounded(DIGITAL_PAGES / median(seconds), 1),
    busy_cores: rounded(median(busy)),
    first_pages_per_second: rounded(DIGITAL_PAGES / first.seconds, 1),
    step_milliseconds: steps,
  };
}

/** Measures each length RUNS times, in turn. */
async function measureLengths(
  service: RunningService,
  lengths: readonly number[],
): Promise<readonly Record<string, unknown>[]> {
  const known = await knownPages(SCANNED_PAGES, ['en']);
  const measured: Record<string, unknown>[] = [];
  for (let round = 1; round <= RUNS; round += 1)
    for (const pages of lengths) {
      const repeated = Array.from({ length: Math.ceil(pages / known.length) }, () => known).flat();
      const path = await scannedFile('english-repeated', repeated.slice(0, pages));
      const { seconds, processorMilliseconds, busyCores } = await endToEnd(service, path);
      measured.push({
        pages,
        pages_per_minute: rounded((pages / seconds) * 60, 1),
        processor_milliseconds_per_page: rounded(processorMilliseconds / pages),
        busy_cores: rounded(busyCores),
      });
      console.log(JSON.stringify(measured.at(-1)));
    }
  return measured;
}

/**
 * Duration from the upload until hOCR and all sub-PDFs are fetched, the processor time of the processes that run at its
 * end, and how many cores these kept busy in the mean.
 */
async function endToEnd(
  service: RunningService,
  path: string,
): Promise<{ seconds: number; processorMilliseconds: number; busyCores: number; result: ProcessingResult }> {
  const before = await processorTimes(service);
  const started = performance.now();
  const { status, result, code } = await processDocument(service, path);
  if (result === undefined)
    throw new Error(`${path} was answered with ${status} ${code ?? ''}\n${service.log().slice(-3000)}`);
  await fetchResults(service, result);
  const seconds = (performance.now() - started) / 1000;
  const processorMilliseconds = processorTimeBetween(before, await processorTimes(service));
  return { seconds, processorMilliseconds, busyCores: processorMilliseconds / 1000 / seconds, result };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function ourTexts(result: ProcessingResult | undefined): string[] {
  return (result?.ocr?.pages ?? []).map(({ bboxes }) => orderedText(bboxes));
}

/** The invisible text layer of a PDF that another program wrote, by page. */
async function textsOfPdf(path: string): Promise<string[]> {
  const reader = await openDocument(path);
  const texts: string[] = [];
  for (let page = 1; page <= reader.pageCount; page += 1) texts.push(orderedText((await reader.textLayer(page)).words));
  await reader.close();
  return texts;
}

function errorPercent(known: readonly KnownPage[], texts: readonly string[]): number {
  const errors = known.map(({ text }, index) => characterErrors(text, texts[index] ?? ''));
  const edits = errors.reduce((sum, page) => sum + page.edits, 0);
  return rounded((100 * edits) / errors.reduce((sum, page) => sum + page.characters, 0), 3);
}
