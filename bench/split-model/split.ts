/**
 * Evaluates the split model on unseen sources by cross-validation:
 *   npm run bench:split -- --records RECORDS [--quick] [--folds N] [--training-streams N] [--evaluation-streams N]
 *     [--members N] [--seed N] [--together origin|source] [--auxiliary RECORDS]
 * RECORDS is a folder of page records with one folder per source, as bench/split-model/read-documents.ts writes it.
 * Each source with at least 15 documents is held out by itself, together with the sources of the same origin. With
 * --folds N the sources are held out in N groups, so that streams of mixed sources also consist of unseen sources;
 * --quick means four groups and fewer streams. With --together source each source is held out by itself, even if it
 * shares an origin. The page records of --auxiliary are trained on in every group and never evaluated on; sources that
 * share an origin with an evaluated source are left out.
 *   npm run bench:split -- --records RECORDS --weights FILE [--evaluation-streams N] [--seed N]
 * evaluates given weights without training: RECORDS has sources that the weights were not trained on. The last line of
 * the output is one JSON object with all metrics.
 */
import { parseArgs } from 'node:util';
import { evaluateSplits, evaluateWeights } from './evaluation/evaluate-splits.ts';
import type { Part } from './evaluation/decided-gaps.ts';
import type { EvaluatedMetrics } from './evaluation/evaluate-splits.ts';
import type { Interval } from '../../model-container/evaluation/bootstrap.ts';
import type { ReviewRow, SplitMetrics } from '../../model-container/evaluation/metrics.ts';
import { readTrainingDocuments } from '../../model-container/training/training-documents.ts';
import { readWeights } from '../../model-container/classifiers/weights-file.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { formatReliability } from './evaluation/reliability.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    quick: { type: 'boolean', default: false },
    folds: { type: 'string' },
    'training-streams': { type: 'string' },
    'evaluation-streams': { type: 'string' },
    members: { type: 'string' },
    seed: { type: 'string', default: '1' },
    together: { type: 'string', default: 'origin' },
    auxiliary: { type: 'string' },
    weights: { type: 'string' },
  },
});
const { together, weights } = values;
if (together !== 'origin' && together !== 'source') {
  console.error(`--together is origin or source, not ${together}`);
  process.exit(2);
}
const onlyTraining = (['folds', 'training-streams', 'members', 'auxiliary'] as const).filter(
  (name) => values[name] !== undefined,
);
if (weights !== undefined && onlyTraining.length > 0) {
  console.error(`With --weights nothing is trained: leave out ${onlyTraining.map((name) => `--${name}`).join(', ')}`);
  process.exit(2);
}

const folds = values.folds ?? (values.quick ? '4' : undefined);
const evaluationSize = {
  evaluationStreams: wholeNumber(
    '--evaluation-streams',
    values['evaluation-streams'] ?? (values.quick ? '80' : '120'),
    1,
  ),
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
          ...evaluationSize,
          ...training,
          together,
          auxiliary: values.auxiliary === undefined ? [] : await readTrainingDocuments(values.auxiliary, true),
        },
        (line) => {
          console.log(line);
        },
      )
    : evaluateWeights(documents, await readWeights(weights), evaluationSize);

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
  'exact match': exactMatchRate.toFixed(3),
  'drag and drop': dragAndDropDistance.toFixed(2),
  errors: percent(errorRate),
  ECE: calibrationError.toFixed(4),
  gaps,
});
const table = (rows: readonly ReviewRow[]) =>
  rows.map((row) => ({
    threshold: row.threshold,
    'correction effort': percent(row.correctionEffort),
    'error rate among reviewed': percent(row.errorRateAmongReviewed),
    'error rate after correction': percent(row.errorRateAfterCorrection),
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
  'blank versos': quality(evaluation.blankVersos),
  'stamped pages': quality(evaluation.stamped),
  ...(evaluation.baselines.logisticRegression === null
    ? {}
    : { 'logistic regression': quality(evaluation.baselines.logisticRegression) }),
  'page number rule': quality(evaluation.baselines.pageNumberRule),
  'split every page': quality(evaluation.baselines.splitEveryPage),
});
const range = (interval: Interval, show: (figure: number) => string) => `${show(interval.low)}–${show(interval.high)}`;
const fixed = (digits: number) => (figure: number) => figure.toFixed(digits);
const ranges = ({ intervals }: EvaluatedMetrics) => ({
  'page F1': range(intervals.pageF1, fixed(3)),
  'document F1': range(intervals.documentF1, fixed(3)),
  PQ: range(intervals.panopticQuality, fixed(3)),
  'exact match': range(intervals.exactMatchRate, fixed(3)),
  'drag and drop': range(intervals.dragAndDropDistance, fixed(2)),
  errors: range(intervals.errorRate, percent),
  ECE: range(intervals.calibrationError, fixed(4)),
});
console.log('95 % bootstrap intervals by document:');
console.table({
  model: ranges(evaluation.model),
  'mixed sources': ranges(evaluation.mixed),
  'one source': ranges(evaluation.sameSource),
  scanned: ranges(evaluation.scanned),
  'short documents': ranges(evaluation.dense),
  'long documents': ranges(evaluation.sparse),
  'separator sheets': ranges(evaluation.separated),
  'one to five documents': ranges(evaluation.few),
  'blank versos': ranges(evaluation.blankVersos),
  'stamped pages': ranges(evaluation.stamped),
});
console.log('Correction effort and error rate after correction, clean files:');
console.table(table(evaluation.review));
console.log('Correction effort and error rate after correction, scanned:');
console.table(table(evaluation.scannedReview));
const parts = (of: Readonly<Record<string, Part>>) =>
  Object.fromEntries(
    Object.entries(of).map(([name, { pageF1, errorRate, gaps }]) => [
      name,
      { 'page F1': pageF1.toFixed(3), errors: percent(errorRate), gaps },
    ]),
  );
console.log('Streams of a single held-out source:');
console.table(parts(evaluation.bySource));
console.log('By language:');
console.table(parts(evaluation.byLanguage));
console.log('Reliability of the probabilities:');
for (const [name, of] of Object.entries(evaluation.reliability))
  for (const line of formatReliability(name, of)) console.log(line);
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
