/**
 * `npm run bench:compare-throughput -- ../other-checkout [--runs 3]`: the time of 20-page scans with the services of this
 * and another checkout, in turn on the same files.
 */
import { parseArgs } from 'node:util';
import { knownPages } from '../ocr/known-pages.ts';
import { median, rounded } from '../statistics.ts';
import { scannedFile, SCANNED_PAGES, SCANS } from './bench-files.ts';
import { processDocument } from './client/process-document.ts';
import { processorTimeBetween, processorTimes } from './processor-times.ts';
import { startService, type RunningService } from './running-service.ts';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const [checkout] = positionals;
if (checkout === undefined) throw new Error('Usage: npm run bench:compare-throughput -- CHECKOUT [--runs 3]');

interface Measured {
  readonly seconds: number;
  /** Processor time of the service's processes, which other programs affect less than `seconds`. */
  readonly processorSeconds: number;
}

const figures: Record<string, unknown> = {};
const ours = await startService();
const theirs = await startService({ checkout });
try {
  for (const { name, languages } of SCANS) {
    const path = await scannedFile(name, await knownPages(SCANNED_PAGES, languages));
    figures[name] = await comparePairs(path, Number(values.runs));
    console.log(name, figures[name]);
  }
} finally {
  await ours.stop();
  await theirs.stop();
}
console.log(JSON.stringify(figures));

/** Times of this checkout relative to the other, in the median of the pairs; the first of a pair changes. */
async function comparePairs(path: string, runs: number): Promise<Record<string, unknown>> {
  // The first request of a service loads language data and compiles.
  for (const service of [ours, theirs]) await measure(service, path);
  const pairs: { ours: Measured; theirs: Measured }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const first = run % 2 === 0 ? await measure(ours, path) : undefined;
    const other = await measure(theirs, path);
    pairs.push({ ours: first ?? (await measure(ours, path)), theirs: other });
  }
  const ratio = (of: (measured: Measured) => number) =>
    rounded(median(pairs.map((pair) => of(pair.ours) / of(pair.theirs))), 3);
  return {
    ratio: ratio(({ seconds }) => seconds),
    processor_ratio: ratio(({ processorSeconds }) => processorSeconds),
    pairs,
  };
}

async function measure(service: RunningService, path: string): Promise<Measured> {
  const before = await processorTimes(service);
  const started = performance.now();
  const { status } = await processDocument(service, path);
  if (status !== 201) throw new Error(`${path} was answered with ${status}\n${service.log().slice(-3000)}`);
  const seconds = (performance.now() - started) / 1000;
  const processorSeconds = processorTimeBetween(before, await processorTimes(service)) / 1000;
  return { seconds: rounded(seconds), processorSeconds: rounded(processorSeconds) };
}
