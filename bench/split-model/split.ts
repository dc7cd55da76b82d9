/**
 * The split model judged on sources that it never saw:
 *   npm run bench:split -- --records RECORDS [--quick] [--folds N] [--training-streams N] [--judged-streams N] [--members N] [--seed N] [--together origin|source] [--further RECORDS]
 * RECORDS is a folder of page records, one folder a source, as bench/split-model/read-documents.ts writes them. Every source with at
 * least 15 documents is held out by itself, but together with the sources of the same origin; with --folds N the sources are held out in N groups, so that streams of
 * mixed sources are of unseen ones, too, and with --quick in four, with fewer streams; with --together source each source as it is named, whatever it shares with others.
 * What is in the folder of page records of --further is learnt from in every group and never judged on, but for sources of one origin with a judged one: those are left out.
 *   npm run bench:split -- --records RECORDS --weights FILE [--judged-streams N] [--seed N]
 * judges weights as they are: RECORDS holds sources that they were not trained on. The last line is one JSON object with all figures.
 */
import { parseArgs } from 'node:util';
import { evaluateSplits, evaluateWeights } from './evaluate-splits.ts';
import type { Figures, Part } from './evaluate-splits.ts';
import type { Interval } from '../../model-container/evaluation/bootstrap.ts';
import type { ReviewRow, SplitMetrics } from '../../model-container/evaluation/metrics.ts';
import { readTrainingDocuments } from '../../model-container/training/training-documents.ts';
import { readWeights } from '../../model-container/classifiers/weights-file.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    quick: { type: 'boolean', default: false },
    folds: { type: 'string' },
    'training-streams': { type: 'string' },
    'judged-streams': { type: 'string' },
    members: { type: 'string' },
    seed: { type: 'string', default: '1' },
    together: { type: 'string', default: 'origin' },
    further: { type: 'string' },
    weights: { type: 'string' },
  },
});
const { together, weights } = values;
if (together !== 'origin' && together !== 'source') {
  console.error(`--together is origin or source, not ${together}`);
  process.exit(2);
}
const onlyTraining = (['folds', 'training-streams', 'members', 'further'] as const).filter(
  (name) => values[name] !== undefined,
);
if (weights !== undefined && onlyTraining.length > 0) {
  console.error(
    `--weights are judged as they are: nothing is trained, leave out ${onlyTraining.map((name) => `--${name}`).join(', ')}`,
  );
  process.exit(2);
}

const folds = values.folds ?? (values.quick ? '4' : undefined);
const judging = {
  judgedStreams: wholeNumber('--judged-streams', values['judged-streams'] ?? (values.quick ? '80' : '120'), 1),
  seed: wholeNumber('--seed', values.seed, 0),
};
const training = {
  folds: folds === undefined ? null : wholeNumber('--folds', folds, 3),
  trainingStreams: wholeNumber('--training-streams', values['training-streams'] ?? (values.quick ? '600' : '1500'), 1),
  members: wholeNumber('--members', values.members ?? (values.quick ? '1' : '2'), 1),
};

const documents = await readTrainingDocuments(requiredRecords(values.records, 'npm run bench:split --'));
const started = performance.now();
const evaluation =
  weights === undefined
    ? await evaluateSplits(
        documents,
        {
          ...judging,
          ...training,
          together,
          auxiliary: values.further === undefined ? [] : await readTrainingDocuments(values.further, true),
        },
        (line) => {
          console.log(line);
        },
      )
    : evaluateWeights(documents, await readWeights(weights), judging);

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const quality = ({
  pageF1,
  documentF1,
  panopticQuality,
  exactMatchRate,
  dragAndDropDistance,
  errorRate,
  calibrationError,
  gaps,
}: SplitMetrics) => ({
  'page F1': pageF1.toFixed(3),
  'document F1': documentF1.toFixed(3),
  PQ: panopticQuality.toFixed(3),
  'whole streams': exactMatchRate.toFixed(3),
  drags: dragAndDropDistance.toFixed(2),
  errors: percent(errorRate),
  ECE: calibrationError.toFixed(4),
  gaps,
});
const table = (rows: readonly ReviewRow[]) =>
  rows.map((row) => ({
    threshold: row.threshold,
    reviewed: percent(row.correctionEffort),
    'wrong among them': percent(row.errorRateAmongReviewed),
    'error left': percent(row.errorRateAfterCorrection),
  }));

console.table({
  model: quality(evaluation.model),
  'mixed sources': quality(evaluation.mixed),
  'one source': quality(evaluation.sameSource),
  scanned: quality(evaluation.scanned),
  'short documents': quality(evaluation.dense),
  'long documents': quality(evaluation.sparse),
  'separator sheets': quality(evaluation.separated),
  'one to five documents': quality(evaluation.few),
  'empty backs': quality(evaluation.blankVersos),
  'stamped pages': quality(evaluation.stamped),
  ...(evaluation.baselines.logisticRegression === null
    ? {}
    : { 'logistic regression': quality(evaluation.baselines.logisticRegression) }),
  'page number rule': quality(evaluation.baselines.pageNumberRule),
  'split every page': quality(evaluation.baselines.splitEveryPage),
});
const range = (interval: Interval, show: (figure: number) => string) => `${show(interval.low)}–${show(interval.high)}`;
const fixed = (digits: number) => (figure: number) => figure.toFixed(digits);
const ranges = ({ intervals }: Figures) => ({
  'page F1': range(intervals.pageF1, fixed(3)),
  'document F1': range(intervals.documentF1, fixed(3)),
  PQ: range(intervals.panopticQuality, fixed(3)),
  'whole streams': range(intervals.wholeStreams, fixed(3)),
  drags: range(intervals.dragAndDrops, fixed(2)),
  errors: range(intervals.errorRate, percent),
  ECE: range(intervals.calibrationError, fixed(4)),
});
console.log('The same, 95 % by document:');
console.table({
  model: ranges(evaluation.model),
  'mixed sources': ranges(evaluation.mixed),
  'one source': ranges(evaluation.sameSource),
  scanned: ranges(evaluation.scanned),
  'short documents': ranges(evaluation.dense),
  'long documents': ranges(evaluation.sparse),
  'separator sheets': ranges(evaluation.separated),
  'one to five documents': ranges(evaluation.few),
  'empty backs': ranges(evaluation.blankVersos),
  'stamped pages': ranges(evaluation.stamped),
});
console.log('Review, files as they are:');
console.table(table(evaluation.review));
console.log('Review, scanned:');
console.table(table(evaluation.scannedReview));
const parts = (of: Readonly<Record<string, Part>>) =>
  Object.fromEntries(
    Object.entries(of).map(([name, { pageF1, errorRate, gaps }]) => [
      name,
      { 'page F1': pageF1.toFixed(3), errors: percent(errorRate), gaps },
    ]),
  );
console.log('Streams of one held-out source:');
console.table(parts(evaluation.bySource));
console.log('By language:');
console.table(parts(evaluation.byLanguage));
console.log('Hardest documents:');
console.table(evaluation.hardest);
console.log(
  JSON.stringify({
    bench: 'split',
    documents: documents.length,
    seconds: Math.round((performance.now() - started) / 1000),
    ...evaluation,
  }),
);
