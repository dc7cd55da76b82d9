/**
 * Scores the shipped split model on a public benchmark that was downloaded before:
 *   npm run bench:benchmark -- FORMAT FOLDER --records RECORDS [--limit N] [--weights FILE]
 * FORMAT is tabme, tabme++, tobacco800, openpss, docsplit or politax-split; docs/benchmarks/split-model.md describes the layout of
 * each FOLDER. RECORDS keeps the page records: a run that was stopped goes on, and a second one only scores. It then
 * contains the text of the pages. --limit scores the first N streams. Progress goes to stderr. The last line of the output
 * is one JSON object.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ParserPool } from '../../core/parsers/parser-pool.ts';
import { JOB_TABLE_URL } from '../../core/processing/reading/parser-job-table.ts';
import { readWeights } from '../../model-container/classifiers/weights-file.ts';
import { METRICS } from '../../model-container/evaluation/metrics.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { cachedPages } from './cached-pages.ts';
import { FORMATS, isFormat } from './formats.ts';
import { BenchmarkDataError } from './page-streams.ts';
import { scoreBenchmark, serviceScores } from './score-benchmark.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: 'string' },
    limit: { type: 'string' },
    weights: { type: 'string', default: join(import.meta.dirname, '../../model-container/weights/base.json') },
  },
});
const [format = '', folder] = positionals;
const { records } = values;
if (!isFormat(format) || folder === undefined || records === undefined) {
  console.error(`npm run bench:benchmark -- FORMAT FOLDER --records RECORDS [--limit N] [--weights FILE]`);
  console.error(`FORMAT is one of ${Object.keys(FORMATS).join(', ')}.`);
  process.exit(2);
}
const limit = values.limit === undefined ? undefined : wholeNumber('--limit', values.limit, 1);

/** Time limit of one file in milliseconds: a PDF of some hundred scanned pages on a busy machine. */
const TIME_LIMIT_MS = 3_600_000;
const pool = new ParserPool({
  jobTableUrl: JOB_TABLE_URL,
  size: 1,
  timeLimit: () => ({ totalMs: TIME_LIMIT_MS, stallMs: TIME_LIMIT_MS }),
});
try {
  const model = await readWeights(values.weights);
  const streams = (await FORMATS[format].read(folder)).slice(0, limit);
  const result = await scoreBenchmark({
    format,
    streams,
    readPages: cachedPages(pool, join(records, format)),
    score: serviceScores(model),
    progress: (done, { name }) => {
      console.error(`${done} of ${streams.length} streams: ${name}`);
    },
  });
  const shown = (figure: number) => figure.toFixed(4);
  console.log(`This project's metrics, with 95 % bootstrap intervals by document:`);
  console.table(
    Object.fromEntries(
      METRICS.map((metric) => {
        const { low, high } = result.own.intervals[metric];
        return [metric, { value: shown(result.own[metric]), from: shown(low), to: shown(high) }];
      }),
    ),
  );
  console.log(`The metrics of ${format}, means over streams, with 95 % bootstrap intervals by stream:`);
  console.table(
    Object.fromEntries(
      Object.entries(result.published).map(([name, { mean, interval }]) => [
        name,
        { value: shown(mean), ...(interval === null ? {} : { from: shown(interval.low), to: shown(interval.high) }) },
      ]),
    ),
  );
  console.log(JSON.stringify({ bench: 'benchmark', format, model: model.version, ...result }));
} catch (error) {
  if (!(error instanceof BenchmarkDataError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await pool.close();
}
