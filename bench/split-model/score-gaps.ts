/**
 * Measures the scoring of long documents by the split model's process, as in FindBoundaries: time, processor time,
 * memory.
 *   npm run bench:score-gaps -- --records RECORDS [--pages 100,1000,2000] [--seed 1] [--at-once 1] [--window-bytes N]
 *     [--scores FILE] [--against FILE]
 * RECORDS is a folder of page records, as bench/split-model/read-documents.ts writes it. A long document consists of
 * the records of randomly ordered documents. Each length is measured in its own processes; the model process first
 * scores WARM_UP_PAGES pages.
 *   --at-once       number of identical documents that are scored concurrently
 *   --window-bytes  maximum size of the pages of a request in bytes; default: that of the adapter
 *   --scores        writes the probabilities to FILE
 *   --against       compares the probabilities with a file written by --scores: share of the gaps that differ by less
 * than
 *                   0.01
 * The last line of the output is one JSON object.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pidusage from 'pidusage';
import { z } from 'zod';
import { ModelProcess } from '../../adapters/local/model/model-process.ts';
import type { SplitModel } from '../../core/ports.ts';
import type { PageJson } from '../../core/documents/page-record.ts';
import { scoreGaps } from '../../core/splitting/score-gaps.ts';
import { seededRandom } from '../../model-container/random.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { requiredRecords } from './required-records.ts';
import { megabytes, rounded } from '../statistics.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    pages: { type: 'string', default: '100,1000,2000' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
    'window-bytes': { type: 'string' },
    scores: { type: 'string' },
    against: { type: 'string' },
    // For the program's child processes: measures one length and prints the probabilities.
    one: { type: 'boolean', default: false },
  },
});
const WARM_UP_PAGES = 60;
/** Sampling interval of the model process's memory in milliseconds. */
const SAMPLE_MS = 25;
/** Probabilities that differ by less count as equal. */
const TOLERANCE = 0.01;
const LINE_FEED = 0x0a;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

const measurementSchema = z.object({
  pages: z.number(),
  megabytes: z.number(),
  seconds: z.number(),
  server_cpu_s: z.number(),
  model_cpu_s: z.number(),
  windows: z.number(),
  scored_pages: z.number(),
  server_mb: z.number(),
  model_mb: z.number(),
  probabilities: z.array(z.number()),
});
type Measurement = z.infer<typeof measurementSchema>;
const scoresSchema = z.record(z.string(), z.array(z.number()));

const folder = requiredRecords(values.records, 'npm run bench:score-gaps --');
const seed = wholeNumber('--seed', values.seed, 0);
const lengths = values.pages.split(',').map((pages) => wholeNumber('--pages', pages, 2));
if (values.one) for (const pages of lengths) console.log(JSON.stringify(await measure(pages)));
else await compare();

/** Measures each length in its own process, and prints the comparison. */
async function compare(): Promise<void> {
  const others =
    values.against === undefined ? undefined : scoresSchema.parse(JSON.parse(await readFile(values.against, 'utf8')));
  const scores: Record<string, number[]> = {};
  const rows = [];
  for (const pages of lengths) {
    const { probabilities, ...measured } = await measureInChild(pages);
    scores[pages] = probabilities;
    rows.push({ ...measured, ...(others === undefined ? {} : differences(probabilities, others[pages] ?? [])) });
    console.log(JSON.stringify(rows.at(-1)));
  }
  if (values.scores !== undefined) await writeFile(values.scores, JSON.stringify(scores));
  console.log(
    JSON.stringify({
      seed,
      at_once: Number(values['at-once']),
      window_bytes: values['window-bytes'] ?? 'default',
      lengths: rows,
    }),
  );
}

async function measureInChild(pages: number): Promise<Measurement> {
  const given = [
    '--records',
    folder,
    '--seed',
    values.seed,
    '--at-once',
    values['at-once'],
    ...(values['window-bytes'] === undefined ? [] : ['--window-bytes', values['window-bytes']]),
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [import.meta.filename, '--one', '--pages', String(pages), ...given],
    { maxBuffer: MAX_OUTPUT_BYTES },
  );
  return measurementSchema.parse(JSON.parse(stdout));
}

/**
 * Compares two runs: gaps within the tolerance, changed decisions at 0.5, and the largest difference.
 * @throws Error where the numbers of gaps differ
 */
function differences(probabilities: readonly number[], others: readonly number[]) {
  if (probabilities.length !== others.length)
    throw new Error(`There are ${probabilities.length} gaps here and ${others.length} in the other run.`);
  const differencesByGap = probabilities.map((probability, gap) => Math.abs(probability - (others[gap] ?? Number.NaN)));
  return {
    gaps: differencesByGap.length,
    equal: differencesByGap.filter((difference) => difference < TOLERANCE).length,
    equal_share: rounded(
      differencesByGap.filter((difference) => difference < TOLERANCE).length / differencesByGap.length,
      5,
    ),
    decisions_changed: probabilities.filter((probability, gap) => probability >= 0.5 !== (others[gap] ?? 0) >= 0.5)
      .length,
    largest_difference: rounded(Math.max(...differencesByGap), 5),
  };
}

async function measure(pages: number): Promise<Measurement> {
  const files = seededRandom(seed).shuffle(await recordFiles());
  const windowBytes = values['window-bytes'];
  const model = new ModelProcess(
    windowBytes === undefined ? {} : { windowBytes: wholeNumber('--window-bytes', windowBytes, 1000) },
  );
  try {
    await scoreGaps(model, longDocument(files, WARM_UP_PAGES));
    const counts = { bytes: 0, windows: 0, scoredPages: 0 };
    const counting: SplitModel = {
      maxWindowBytes: model.maxWindowBytes,
      score: (window) => {
        counts.windows += 1;
        counts.scoredPages += window.length;
        return model.score(window);
      },
    };
    const watch = watchModel(model);
    const [before, started] = [process.cpuUsage(), performance.now()];
    const atOnce = wholeNumber('--at-once', values['at-once'], 1);
    const [scores] = await Promise.all(
      Array.from({ length: atOnce }, () =>
        scoreGaps(
          counting,
          longDocument(files, pages, (json) => {
            counts.bytes += json.length;
          }),
        ),
      ),
    );
    const milliseconds = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    const peak = await watch.stop();
    return {
      pages,
      megabytes: rounded(counts.bytes / atOnce / 1e6, 1),
      seconds: rounded(milliseconds / 1000),
      server_cpu_s: rounded((user + system) / 1e6),
      model_cpu_s: rounded(peak.cpuMs / 1000),
      windows: counts.windows,
      scored_pages: counts.scoredPages,
      server_mb: megabytes(process.resourceUsage().maxRSS * 1024),
      model_mb: megabytes(peak.bytes),
      probabilities: [...(scores?.probabilities ?? [])],
    };
  } finally {
    await model.close();
  }
}

/** Watches the model process until `stop`: peak memory in bytes, and processor time in milliseconds. */
function watchModel(model: ModelProcess): { stop(): Promise<{ readonly bytes: number; readonly cpuMs: number }> } {
  const stopped = new AbortController();
  const sampling = (async () => {
    const first = await usageOf(model);
    let bytes = first.memory;
    while (!stopped.signal.aborted) {
      await sleep(SAMPLE_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      bytes = Math.max(bytes, (await usageOf(model)).memory);
    }
    return { bytes, cpuMs: (await usageOf(model)).ctime - first.ctime };
  })();
  return {
    stop: () => {
      stopped.abort();
      return sampling;
    },
  };
}

async function usageOf({ pid }: ModelProcess): Promise<{ readonly memory: number; readonly ctime: number }> {
  if (pid === undefined) throw new Error('The model process ended.');
  return pidusage(pid);
}

async function recordFiles(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * The first `pages` pages of the concatenated documents (the model does not use the page numbers of the records). One
 * document is in memory at a time, like a chunk in the service.
 * @throws Error where there are too few pages
 */
async function* longDocument(
  files: readonly string[],
  pages: number,
  onPage: (json: PageJson) => void = () => undefined,
): AsyncGenerator<PageJson> {
  let page = 0;
  for (const file of files) {
    for (const json of linesOf(await readFile(file))) {
      page += 1;
      onPage(json);
      yield json;
      if (page === pages) return;
    }
  }
  throw new Error(`The records have ${page} pages, not ${pages}.`);
}

/** The lines of the file. Each line ends with a line feed. */
function* linesOf(file: Buffer): Generator<PageJson> {
  let from = 0;
  for (let end = file.indexOf(LINE_FEED); end !== -1; end = file.indexOf(LINE_FEED, from)) {
    yield file.subarray(from, end);
    from = end + 1;
  }
}
