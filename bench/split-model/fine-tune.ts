/**
 * Evaluates fine-tuning, with each source in the role of a customer:
 *   npm run bench:fine-tune -- --records RECORDS [--weights FILE] [--sources A,B] [--sizes 10,20,40,80] [--streams N]
 *     [--groups N] [--seed N]
 * With --weights, FILE is the base model, which must not have learnt from RECORDS; base-features.gz lies beside it. Groups
 * of four documents of a source are held out in turn (--groups: at most N of a source), and the model is fine-tuned on
 * some of its other documents.
 * Without --weights, a base model is trained for each source with at least 40 documents, without the source and without
 * the sources of the same origin; it is fine-tuned on some documents of the source and evaluated on all others. The
 * evaluated model is the one that would be served: the base model where the gate keeps it. RECORDS is a folder of page
 * records with one folder per source, as bench/split-model/read-documents.ts writes it. The last line of the output is
 * one JSON object.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHash } from 'node:crypto';
import { seededRandom } from '../../model-container/random.ts';
import { groupByOrigin } from '../../model-container/training/shared-origins.ts';
import { DEFAULT_STAGE_3_STREAMS } from '../../model-container/training/base/train-stage-3.ts';
import { trainBaseModel } from '../../model-container/training/base/train-base.ts';
import { readTrainingDocuments } from '../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../model-container/training/training-documents.ts';
import { openCheckpoints } from '../../model-container/training/fine-tuning/checkpoints.ts';
import { readBaseFeatures } from '../../model-container/training/fine-tuning/base-features.ts';
import type { LabelledStream } from '../../model-container/training/fine-tuning/base-features.ts';
import { drawBaseFeatures } from '../../model-container/training/base/sample-base-features.ts';
import { fineTune, STREAM_COUNTS } from '../../model-container/training/fine-tuning/fine-tune.ts';
import { compareErrors, decideStream, metricsOf } from '../../model-container/evaluation/evaluate-streams.ts';
import type { Decisions } from '../../model-container/evaluation/evaluate-streams.ts';
import { fineTunedLogOdds } from '../../model-container/classifiers/workflow/score-stream.ts';
import { prepareDocument } from '../../model-container/training/fine-tuning/prepared-documents.ts';
import type { PreparedDocument } from '../../model-container/training/fine-tuning/prepared-documents.ts';
import { decideFold, parseServingModel } from '../../model-container/training/fine-tuning/serving-model.ts';
import { drawEvaluationStreams } from '../../model-container/training/fine-tuning/stream-rows.ts';
import { parseWorkflowWeights } from '../../model-container/classifiers/workflow/workflow-weights.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { mean } from '../statistics.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    weights: { type: 'string' },
    sources: { type: 'string' },
    sizes: { type: 'string', default: '10,20,40,80' },
    streams: { type: 'string', default: '400' },
    groups: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

/** Without --weights: minimum number of documents of a source, and minimum number of them that are held out. */
const MIN_DOCUMENTS = 40;
const MIN_HELD_OUT = 10;
/** With --weights: number of documents that are held out together. */
const HELD_OUT = 4;
/** Approximate number of documents in all evaluation streams of a source together. */
const EVALUATION_DOCUMENTS = 300;

interface Base {
  readonly text: string;
  readonly streams: readonly LabelledStream[];
}

interface Split {
  readonly learnt: readonly PreparedDocument[];
  readonly held: readonly PreparedDocument[];
}

interface Row {
  readonly source: string;
  readonly documents: number;
  readonly evaluationDocuments: number;
  readonly before: number;
  readonly after: number;
  /** Error rate of the fine-tuned model, regardless of the gate. */
  readonly learnt: number;
  /** Models that the gate let go live, and all. */
  readonly live: number;
  readonly models: number;
  /** Change of the error rate with its 95 % bootstrap interval. */
  readonly change: number;
  readonly low: number;
  readonly high: number;
  /** Processor time of a fine-tuning in seconds. */
  readonly seconds: number;
}

const seed = wholeNumber('--seed', values.seed, 0);
const trainingStreams = wholeNumber('--streams', values.streams, 1);
const mostGroups = values.groups === undefined ? Infinity : wholeNumber('--groups', values.groups, 1);
const sizes = values.sizes.split(',').map((size) => wholeNumber('--sizes', size, 1));
const shipped = values.weights === undefined ? undefined : await readBase(values.weights);
const leastDocuments = shipped === undefined ? MIN_DOCUMENTS : Math.min(...sizes) + HELD_OUT;
const all = await readTrainingDocuments(requiredRecords(values.records, 'npm run bench:fine-tune --'));
const bySource = Map.groupBy(all, (document) => document.source);
const byOrigin = shipped === undefined ? groupByOrigin(all) : [];
const wanted =
  values.sources?.split(',') ?? [...bySource].filter(([, of]) => of.length >= leastDocuments).map(([source]) => source);
const absent = wanted.filter((source) => !bySource.has(source));
if (absent.length > 0) {
  console.error(`--sources: there are no records of ${absent.join(', ')}, but of ${[...bySource.keys()].join(', ')}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const source of wanted) rows.push(...(await benchSource(source)));

const fall = (row: Row) => (row.before === 0 ? 0 : 1 - row.after / row.before);
const summary = [...Map.groupBy(rows, (row) => row.documents)].map(([documents, of]) => ({
  documents,
  sources: of.length,
  before: mean(of.map((row) => row.before)),
  after: mean(of.map((row) => row.after)),
  fall: mean(of.map(fall)),
  /** Of the mean error rates. */
  fallOfAll: 1 - mean(of.map((row) => row.after)) / Math.max(1e-9, mean(of.map((row) => row.before))),
  learnt: mean(of.map((row) => row.learnt)),
  live: of.reduce((sum, row) => sum + row.live, 0),
  models: of.reduce((sum, row) => sum + row.models, 0),
  rises: of.filter((row) => row.change > 0).length,
  risesBeyondTheInterval: of.filter((row) => row.low > 0).length,
}));
console.table(summary);
console.log(JSON.stringify({ rows, summary, peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));

async function benchSource(source: string): Promise<Row[]> {
  const own = seededRandom(seed)
    .shuffle(bySource.get(source) ?? [])
    .map((document, at) =>
      prepareDocument(
        {
          ...document,
          sender: null,
          collection: null,
          verified: false,
          merged: null,
          fingerprint: fingerprintOf(document),
        },
        at,
      ),
    );
  const base = shipped ?? (await trainBase(source));
  const measured: Row[] = [];
  for (const size of sizes) {
    const splits = shipped === undefined ? oneSplit(own, size) : splitsInTurn(own, size);
    if (splits.length === 0) continue;
    const row = await benchSize(source, base, splits);
    const rates = `${percent(row.before)} → ${percent(row.after)} (${percent(row.low)} to ${percent(row.high)})`;
    console.log(
      `${source}, ${size} documents: ${rates}, ${row.live} of ${row.models} live, ${row.seconds.toFixed(1)} s`,
    );
    measured.push(row);
  }
  return measured;
}

async function readBase(weights: string): Promise<Base> {
  return {
    text: await readFile(weights, 'utf8'),
    streams: await readBaseFeatures(join(dirname(weights), 'base-features.gz')),
  };
}

async function trainBase(source: string): Promise<Base> {
  const others = byOrigin.filter((group) => group.every((document) => document.source !== source)).flat();
  const { text } = await trainBaseModel(
    others,
    { seed, streams: trainingStreams, members: 1, folds: 3, heldOut: 3, stage3Streams: DEFAULT_STAGE_3_STREAMS },
    () => undefined,
  );
  return { text, streams: drawBaseFeatures(others, seed) };
}

function oneSplit(own: readonly PreparedDocument[], size: number): Split[] {
  return own.length < size + MIN_HELD_OUT ? [] : [{ learnt: own.slice(0, size), held: own.slice(size) }];
}

/** Each group of documents is held out once, up to --groups; the last one may be smaller by one. */
function splitsInTurn(own: readonly PreparedDocument[], size: number): Split[] {
  const groups = Array.from({ length: Math.min(mostGroups, Math.floor((own.length + 1) / HELD_OUT)) }, (_, at) =>
    own.slice(at * HELD_OUT, (at + 1) * HELD_OUT),
  );
  return groups.flatMap((held, at) => {
    const others = seededRandom(seed + 7 + at).shuffle(own.filter((document) => !held.includes(document)));
    return others.length < size ? [] : [{ learnt: others.slice(0, size), held }];
  });
}

async function benchSize(source: string, base: Base, splits: readonly Split[]): Promise<Row> {
  const results: SplitResult[] = [];
  for (const split of splits) results.push(await benchSplit(source, base, split, splits.length));
  const before = results.flatMap((result) => result.before);
  const after = results.flatMap((result) => (result.live ? result.learnt : result.before));
  const { change, interval } = compareErrors(before, after, seed);
  return {
    source,
    documents: splits[0]?.learnt.length ?? 0,
    evaluationDocuments: splits.reduce((sum, { held }) => sum + held.length, 0),
    before: metricsOf(before, seed).errorRate,
    after: metricsOf(after, seed).errorRate,
    learnt: metricsOf(
      results.flatMap((result) => result.learnt),
      seed,
    ).errorRate,
    live: results.filter(({ live }) => live).length,
    models: splits.length,
    change,
    low: interval.low,
    high: interval.high,
    seconds: mean(results.map(({ seconds }) => seconds)),
  };
}

interface SplitResult {
  readonly before: Decisions;
  readonly learnt: Decisions;
  readonly live: boolean;
  readonly seconds: number;
}

/** @param splits  number of splits of the source, which share the evaluation streams' documents */
async function benchSplit(
  source: string,
  { text: baseText, streams: baseStreams }: Base,
  { learnt, held }: Split,
  splits: number,
): Promise<SplitResult> {
  const serving = parseServingModel(baseText, source);
  const folder = await mkdtemp(join(tmpdir(), 'tearline-fine-tune-'));
  const started = process.cpuUsage();
  const checkpoints = await openCheckpoints(folder, source, () => Promise.resolve());
  const { weights, report } = await fineTune(
    {
      documents: learnt,
      repeated: 0,
      base: serving.base,
      baseText,
      serving,
      earlier: [],
      baseStreams,
      seed,
      streamCounts: STREAM_COUNTS,
    },
    checkpoints,
    { onPlan: () => undefined, onEpoch: () => undefined },
  );
  const { user, system } = process.cpuUsage(started);
  await rm(folder, { recursive: true, force: true });
  const streams = drawEvaluationStreams(
    held,
    Math.max(1, Math.ceil(EVALUATION_DOCUMENTS / splits / held.length)),
    serving.base,
    seededRandom(seed + 99),
  );
  const model = parseWorkflowWeights(weights, source);
  return {
    before: decideFold(serving, held, streams),
    learnt: streams.map((gaps) =>
      decideStream(
        gaps,
        gaps.map((gap) => fineTunedLogOdds(model.fineTuned, gap)),
        model.calibration,
      ),
    ),
    live: report.gate.decision === 'go_live',
    seconds: (user + system) / 1e6,
  };
}

function fingerprintOf(document: TrainingDocument): string {
  return createHash('sha256').update(`${document.source}/${document.name}`).digest('hex').slice(0, 16);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
