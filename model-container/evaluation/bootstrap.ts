/** How sure figures are: they are computed again on samples of the documents, drawn with replacement. */
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

/** A judged stream with the names of its documents, in its order. */
export interface NamedStream extends ScoredStream {
  readonly names: readonly string[];
}

type Sample = Record<MetricName, number>;

/**
 * The middle 95 % of every figure over `rounds` samples of as many documents. What is counted by document or by gap goes with its
 * document, in however many streams that stands: streams share documents, so that samples of streams alone would promise too much.
 * Streams all right and drag-and-drops are means over streams, and whether a stream is all right is no sum over its documents: for
 * these two the streams are drawn again as well, and one counts as often as it was drawn, times the mean of how often its documents
 * were (both at once: Owen, "The pigeonhole bootstrap", Annals of Applied Statistics 1, 2007; a little too wide rather than too narrow).
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
  const own = metricsOverDocuments(total(byDocument.values()));
  // A sample that repeats documents strays further from what was stated, whatever the model: only how much that varies is of interest.
  const astray =
    samples.reduce((sum, { calibrationError }) => sum + calibrationError, 0) / rounds - own.calibrationError;
  const centred = samples.map((sample) => ({
    ...sample,
    calibrationError: Math.max(0, sample.calibrationError - astray),
  }));
  // Cast: one entry a name.
  return Object.fromEntries(
    METRICS.map((figure) => [figure, middleOf(centred.map((sample) => sample[figure]))]),
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

function total(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally();
  for (const tally of tallies) addTally(sum, tally);
  return sum;
}

/** How often each is drawn when as many are drawn as there are. */
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
): Pick<Sample, 'wholeStreams' | 'dragAndDrops'> {
  let [whole, drags, all] = [0, 0, 0];
  for (const [stream, times] of drawTimes(cells, random)) {
    const timesOf = ({ document }: Cell) => times * (drawn.get(document) ?? 0);
    const weight = stream.reduce((sum, cell) => sum + timesOf(cell), 0) / stream.length;
    if (isExactMatch(stream.map(({ tally }) => tally))) whole += weight;
    drags += stream.reduce((sum, cell) => sum + timesOf(cell) * cell.tally.movedPages, 0);
    all += weight;
  }
  return { wholeStreams: whole / all, dragAndDrops: drags / all };
}

/** A sample that holds nothing to count says nothing. */
function middleOf(figures: readonly number[]): Interval {
  const known = figures.filter((figure) => !Number.isNaN(figure)).sort((a, b) => a - b);
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
