/** Bootstrap confidence intervals of the metrics, from samples of the documents drawn with replacement. */
import { METRICS, metricsOverDocuments, isExactMatch } from './metrics.ts';
import type { MetricName } from './metrics.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { addTally, emptyTally, tallyStream } from './stream-tally.ts';
import type { ScoredStream, Tally } from './stream-tally.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export type Intervals = Readonly<Record<MetricName, Interval>>;

/** A scored stream with the names of its documents, in the order of the stream. */
export interface NamedStream extends ScoredStream {
  readonly names: readonly string[];
}

type Sample = Record<MetricName, number>;

/**
 * 95 % bootstrap percentile intervals of every metric over `rounds` samples of the documents.
 *
 * Documents are resampled, not streams, because streams share documents: resampling streams alone would underestimate
 * the variance. Counts per document and per gap follow their document into every stream that contains it. The
 * exact-match rate and the drag-and-drop distance are means over streams, and an exact match is not a sum over
 * documents. For these two metrics the streams are resampled as well: a stream has the weight (times drawn) × (mean
 * number of times its documents were drawn). See Owen, "The pigeonhole bootstrap", Annals of Applied Statistics 1
 * (2007). The intervals are slightly conservative.
 */
export function intervalsByDocument(streams: readonly NamedStream[], seed: number, rounds = 400): Intervals {
  const cells = streams.map((stream) =>
    tallyStream(stream, 0.5).map((tally, at) => ({ tally, document: stream.names[at] ?? '' })),
  );
  const byDocument = sumByDocument(cells.flat());
  const random = seededRandom(seed);
  const samples = Array.from({ length: rounds }, () => {
    const drawn = drawTimes([...byDocument.keys()], random);
    return { ...countDocuments(byDocument, drawn), ...countStreams(cells, drawn, random) };
  });
  const own = metricsOverDocuments(sumOf(byDocument.values()));
  // Repeated documents bias the calibration error of a sample upwards, for any model. The bias is removed; the variance
  // is kept.
  const bias = samples.reduce((sum, { calibrationError }) => sum + calibrationError, 0) / rounds - own.calibrationError;
  const centred = samples.map((sample) => ({
    ...sample,
    calibrationError: Math.max(0, sample.calibrationError - bias),
  }));
  // The cast holds: there is one entry for each metric.
  return Object.fromEntries(
    METRICS.map((metric) => [metric, percentileInterval(centred.map((sample) => sample[metric]))]),
  ) as Record<MetricName, Interval>;
}

interface Cell {
  readonly document: string;
  readonly tally: Tally;
}

function sumByDocument(cells: readonly Cell[]): Map<string, Tally> {
  const sums = new Map<string, Tally>();
  for (const { document, tally } of cells) {
    const sum = sums.get(document) ?? emptyTally();
    addTally(sum, tally);
    sums.set(document, sum);
  }
  return sums;
}

function sumOf(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally();
  for (const tally of tallies) addTally(sum, tally);
  return sum;
}

/** Draws `all.length` items with replacement. Returns how often each drawn item was drawn. */
function drawTimes<T>(all: readonly T[], random: Random): Map<T, number> {
  const times = new Map<T, number>();
  for (let at = 0; at < all.length; at += 1) {
    const drawn = random.pick(all);
    times.set(drawn, (times.get(drawn) ?? 0) + 1);
  }
  return times;
}

function countDocuments(
  byDocument: ReadonlyMap<string, Tally>,
  drawn: ReadonlyMap<string, number>,
): ReturnType<typeof metricsOverDocuments> {
  const sum = emptyTally();
  for (const [document, times] of drawn) addTally(sum, byDocument.get(document) ?? emptyTally(), times);
  return metricsOverDocuments(sum);
}

function countStreams(
  cells: readonly (readonly Cell[])[],
  drawn: ReadonlyMap<string, number>,
  random: Random,
): Pick<Sample, 'exactMatchRate' | 'dragAndDropDistance'> {
  let [exact, moved, total] = [0, 0, 0];
  for (const [stream, times] of drawTimes(cells, random)) {
    const timesOf = ({ document }: Cell) => times * (drawn.get(document) ?? 0);
    const weight = stream.reduce((sum, cell) => sum + timesOf(cell), 0) / stream.length;
    if (isExactMatch(stream.map(({ tally }) => tally))) exact += weight;
    moved += stream.reduce((sum, cell) => sum + timesOf(cell) * cell.tally.movedPages, 0);
    total += weight;
  }
  return { exactMatchRate: exact / total, dragAndDropDistance: moved / total };
}

/** The 95 % percentile interval. Samples in which the metric is undefined (NaN) are left out. */
function percentileInterval(values: readonly number[]): Interval {
  const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
