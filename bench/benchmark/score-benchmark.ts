/** Scores page streams with the shipped split model, as the step FindBoundaries does, and computes the metrics. */
import type { PageRecord } from '../../core/documents/page-record.ts';
import { documentProbabilities } from '../../core/splitting/fit-density.ts';
import { scorePages } from '../../model-container/classifiers/split-model.ts';
import type { SplitModel } from '../../model-container/classifiers/split-model.ts';
import { intervalsByDocument } from '../../model-container/evaluation/bootstrap.ts';
import type { Interval, Intervals, NamedStream } from '../../model-container/evaluation/bootstrap.ts';
import { evaluateStreams } from '../../model-container/evaluation/metrics.ts';
import type { SplitMetrics } from '../../model-container/evaluation/metrics.ts';
import { seededRandom } from '../../model-container/random.ts';
import { intervalOfMean, mean } from '../statistics.ts';
import { FORMATS } from './formats.ts';
import type { FormatName, SplitPages } from './formats.ts';
import { BenchmarkDataError } from './page-streams.ts';
import type { BenchmarkFile, PageStream } from './page-streams.ts';

export interface BenchmarkResult {
  readonly streams: number;
  readonly pages: number;
  /** This project's metrics (docs/glossary.md), with 95 % intervals by document. */
  readonly own: SplitMetrics & { readonly intervals: Intervals };
  /** The benchmark's own metrics: means over streams, with 95 % intervals by stream; null for a single stream. */
  readonly published: Readonly<Record<string, { readonly mean: number; readonly interval: Interval | null }>>;
}

export interface BenchmarkRun {
  readonly format: FormatName;
  readonly streams: readonly PageStream[];
  /** The page records of a file, in page order. */
  readonly readPages: (file: BenchmarkFile) => Promise<readonly PageRecord[]>;
  /** The probability of a boundary at each gap of a stream. */
  readonly score: (pages: readonly PageRecord[]) => readonly number[];
  /** Called after each stream. */
  readonly progress: (done: number, stream: PageStream) => void;
}

interface Scored extends NamedStream {
  readonly published: Readonly<Record<string, number>>;
}

/** As FindBoundaries scores a document that is one window: at the boundary density of the whole stream. */
export const serviceScores =
  (model: SplitModel) =>
  (pages: readonly PageRecord[]): number[] =>
    documentProbabilities(scorePages(model, pages), model.calibration.prior);

/**
 * One stream after the other; page records of one stream are in memory.
 * @throws BenchmarkDataError where a file has other pages than the benchmark says, or there is no stream with a gap
 */
export async function scoreBenchmark(run: BenchmarkRun): Promise<BenchmarkResult> {
  const scored: Scored[] = [];
  let pages = 0;
  for (const [at, stream] of run.streams.entries()) {
    const files: (readonly PageRecord[])[] = [];
    for (const file of stream.files) files.push(await run.readPages(file));
    const records = files.flat();
    const documents = documentOfEachPage(stream, files);
    pages += records.length;
    if (records.length > 1) scored.push(scoreStream(run.format, { ...stream, documents }, run.score(records)));
    run.progress(at + 1, stream);
  }
  if (scored.length === 0) throw new BenchmarkDataError(run.format, 'there is no stream of two or more pages');
  return {
    streams: scored.length,
    pages,
    own: { ...evaluateStreams(scored), intervals: intervalsByDocument(scored, 1) },
    published: publishedMeans(scored.map(({ published }) => published)),
  };
}

/** @throws BenchmarkDataError where the files have other pages than the benchmark says */
function documentOfEachPage(
  { name, documents }: PageStream,
  files: readonly (readonly PageRecord[])[],
): readonly string[] {
  const pages = files.reduce((sum, of) => sum + of.length, 0);
  if (pages === documents.length) return documents;
  if (documents.length === files.length) return files.flatMap((of, file) => of.map(() => documents[file] ?? ''));
  throw new BenchmarkDataError(name, `it has ${pages} pages, not ${documents.length}`);
}

function scoreStream(format: FormatName, { name, documents }: PageStream, probabilities: readonly number[]): Scored {
  const labels = documents.slice(1).map((document, gap) => Number(document !== documents[gap]));
  const splits = probabilities.map((probability) => Number(probability > 0.5));
  const found = { begins: beginsOf(splits), documents: numbered(splits) };
  const truth = { begins: beginsOf(labels), documents };
  return { probabilities, labels, names: namesOf(name, truth), published: FORMATS[format].metrics(truth, found) };
}

const beginsOf = (splits: readonly number[]): boolean[] => [true, ...splits.map((split) => split === 1)];

const numbered = (splits: readonly number[]): string[] => {
  let document = 0;
  return ['0', ...splits.map((split) => String((document += split)))];
};

/** A name for each contiguous document of the stream, unique in the benchmark. */
const namesOf = (stream: string, { begins }: SplitPages): string[] =>
  begins.flatMap((is, page) => (is ? [`${stream} ${page + 1}`] : []));

function publishedMeans(streams: readonly Readonly<Record<string, number>>[]): BenchmarkResult['published'] {
  return Object.fromEntries(
    Object.keys(streams[0] ?? {}).map((name) => {
      const values = streams.map((stream) => stream[name] ?? 0);
      const [low, high] = intervalOfMean(
        values.map((value) => [value]),
        seededRandom(1),
      );
      return [name, { mean: mean(values), interval: values.length === 1 ? null : { low, high } }];
    }),
  );
}
