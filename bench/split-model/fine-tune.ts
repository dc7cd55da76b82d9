/**
 * Evaluates fine-tuning, with each source in the role of a customer:
 *   npm run bench:fine-tune -- --records RECORDS [--sources A,B] [--sizes 10,20,40,80] [--streams N] [--seed N]
 * For each source with at least 40 documents a base model is trained without it and without the sources of the same
 * origin. It is fine-tuned on some documents of the source and evaluated on the others. The evaluated model is the one
 * that would be served: the base model where the gate keeps it. RECORDS is a folder of page records with one folder per
 * source, as bench/split-model/read-documents.ts writes it. The last line of the output is one JSON object.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHash } from 'node:crypto';
import { seededRandom } from '../../model-container/random.ts';
import { groupByOrigin } from '../../model-container/training/shared-origins.ts';
import { DEFAULT_STAGE_3_STREAMS } from '../../model-container/training/base/train-stage-3.ts';
import { trainBaseModel } from '../../model-container/training/base/train-base.ts';
import { readTrainingDocuments } from '../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../model-container/training/training-documents.ts';
import { openCheckpoints } from '../../model-container/training/fine-tuning/checkpoints.ts';
import { drawBaseFeatures } from '../../model-container/training/base/sample-base-features.ts';
import { fineTune, STREAM_COUNTS } from '../../model-container/training/fine-tuning/fine-tune.ts';
import { compareErrors, decideStream, metricsOf } from '../../model-container/evaluation/evaluate-streams.ts';
import { fineTunedLogOdds } from '../../model-container/classifiers/workflow/score-stream.ts';
import { prepareDocument } from '../../model-container/training/fine-tuning/prepared-documents.ts';
import type { PreparedDocument } from '../../model-container/training/fine-tuning/prepared-documents.ts';
import { decideFold, parseServingModel } from '../../model-container/training/fine-tuning/serving-model.ts';
import { drawEvaluationStreams } from '../../model-container/training/fine-tuning/stream-rows.ts';
import { parseWorkflowWeights } from '../../model-container/classifiers/workflow/workflow-weights.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    sources: { type: 'string' },
    sizes: { type: 'string', default: '10,20,40,80' },
    streams: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
});

/** Minimum number of documents of a source, and minimum number of them that are held out. */
const MIN_DOCUMENTS = 40;
const MIN_HELD_OUT = 10;
/** Approximate number of documents in all evaluation streams together. */
const EVALUATION_DOCUMENTS = 300;

interface Row {
  readonly source: string;
  readonly documents: number;
  readonly evaluationDocuments: number;
  readonly before: number;
  readonly after: number;
  /** Error rate of the fine-tuned model, regardless of the gate. */
  readonly learnt: number;
  readonly gate: string;
  /** Change of the error rate with its 95 % bootstrap interval. */
  readonly change: number;
  readonly low: number;
  readonly high: number;
  readonly seconds: number;
}

const seed = wholeNumber('--seed', values.seed, 0);
const trainingStreams = wholeNumber('--streams', values.streams, 1);
const sizes = values.sizes.split(',').map((size) => wholeNumber('--sizes', size, 1));
const all = await readTrainingDocuments(requiredRecords(values.records, 'npm run bench:fine-tune --'));
const bySource = Map.groupBy(all, (document) => document.source);
const byOrigin = groupByOrigin(all);
const wanted =
  values.sources?.split(',') ?? [...bySource].filter(([, of]) => of.length >= MIN_DOCUMENTS).map(([source]) => source);
const absent = wanted.filter((source) => !bySource.has(source));
if (absent.length > 0) {
  console.error(`--sources: there are no records of ${absent.join(', ')}, but of ${[...bySource.keys()].join(', ')}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const source of wanted) rows.push(...(await benchSource(source)));

const fall = (row: Row) => (row.before === 0 ? 0 : 1 - row.after / row.before);
const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / Math.max(1, of.length);
const summary = [...Map.groupBy(rows, (row) => row.documents)].map(([documents, of]) => ({
  documents,
  sources: of.length,
  before: mean(of.map((row) => row.before)),
  after: mean(of.map((row) => row.after)),
  fall: mean(of.map(fall)),
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
        { ...document, sender: null, collection: null, merged: null, fingerprint: fingerprintOf(document) },
        at,
      ),
    );
  const others = byOrigin.filter((group) => group.every((document) => document.source !== source)).flat();
  const { text } = await trainBaseModel(
    others,
    { seed, streams: trainingStreams, members: 1, folds: 3, heldOut: 3, stage3Streams: DEFAULT_STAGE_3_STREAMS },
    () => undefined,
  );
  const baseStreams = drawBaseFeatures(others, seed);
  const measured: Row[] = [];
  for (const size of sizes) {
    if (own.length < size + MIN_HELD_OUT) continue;
    const row = await benchSize(source, text, baseStreams, own.slice(0, size), own.slice(size));
    const rates = `${percent(row.before)} → ${percent(row.after)} (${percent(row.low)} to ${percent(row.high)})`;
    console.log(`${source}, ${size} documents: ${rates}, ${row.gate}, ${row.seconds.toFixed(0)} s`);
    measured.push(row);
  }
  return measured;
}

async function benchSize(
  source: string,
  baseText: string,
  baseStreams: ReturnType<typeof drawBaseFeatures>,
  learnt: readonly PreparedDocument[],
  held: readonly PreparedDocument[],
): Promise<Row> {
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
    Math.max(1, Math.ceil(EVALUATION_DOCUMENTS / held.length)),
    serving.base,
    seededRandom(seed + 99),
  );
  const model = parseWorkflowWeights(weights, source);
  const before = decideFold(serving, held, streams);
  const candidate = streams.map((gaps) =>
    decideStream(
      gaps,
      gaps.map((gap) => fineTunedLogOdds(model.fineTuned, gap)),
      model.calibration,
    ),
  );
  const after = report.gate.decision === 'go_live' ? candidate : before;
  const { change, interval } = compareErrors(before, after, seed);
  return {
    source,
    documents: learnt.length,
    evaluationDocuments: held.length,
    before: metricsOf(before, seed).errorRate,
    after: metricsOf(after, seed).errorRate,
    learnt: metricsOf(candidate, seed).errorRate,
    gate: report.gate.decision,
    change,
    low: interval.low,
    high: interval.high,
    seconds: (user + system) / 1e6,
  };
}

function fingerprintOf(document: TrainingDocument): string {
  return createHash('sha256').update(`${document.source}/${document.name}`).digest('hex').slice(0, 16);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
