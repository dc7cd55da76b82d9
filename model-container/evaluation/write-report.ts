/** Assembles the report of a training: metrics, gate, advice and verdict. */
import { adviseMoreData, MIN_DOCUMENTS } from './learning-curve.ts';
import { compareErrors, metricsOf, lossOf } from './evaluate-streams.ts';
import type { Comparison, Decisions, HeldOutMetrics } from './evaluate-streams.ts';
import { figuresByCollection } from './collection-figures.ts';
import { compareModels } from './compare-models.ts';
import type { ComparedModel } from './compare-models.ts';
import { wrongDocuments } from './mistakes.ts';
import type { TrainingReport } from './report.ts';
import { metricsForReport } from './report-figures.ts';
import { calibrationPlot, reviewRows } from './review-rows.ts';
import type { PreparedDocument } from '../training/fine-tuning/prepared-documents.ts';
import type { ServingModel } from '../training/fine-tuning/serving-model.ts';

export interface ReportInput {
  readonly input: {
    readonly documents: readonly PreparedDocument[];
    readonly repeated: number;
    readonly base: Pick<ServingModel, 'version'>;
    readonly serving: Pick<ServingModel, 'version'>;
    readonly seed: number;
  };
  readonly version: string;
  readonly folds: number;
  readonly before: Decisions;
  readonly after: Decisions;
  /** The base model and earlier models, on the same gaps. */
  readonly others: readonly ComparedModel[];
  readonly curve: TrainingReport['learning_curve'];
}

export function writeReport({
  input: { documents, repeated, base, serving, seed },
  version,
  folds,
  before,
  after,
  others,
  curve,
}: ReportInput): TrainingReport {
  const figures = metricsOf(after, seed);
  const senders = new Set(documents.map(({ sender }) => sender).filter((sender) => sender !== null)).size;
  return {
    schema_version: 3,
    model_version: version,
    base_version: base.version,
    before_version: serving.version,
    seed,
    data: {
      documents: documents.length,
      pages: documents.reduce((sum, { pages }) => sum + pages.length, 0),
      senders: senders === 0 ? null : senders,
      held_out_by: senders >= folds ? 'sender' : 'document',
      folds,
      evaluated_gaps: new Set(after.flat().map(({ gap }) => gap.key)).size,
      evaluated_streams: after.length,
      repeated_documents: repeated,
    },
    before: metricsForReport(metricsOf(before, seed)),
    after: metricsForReport(figures),
    gate: decideGate(before, after, compareErrors(before, after, seed)),
    collections: figuresByCollection(before, after, documents, seed),
    compared: compareModels(
      [{ version: serving.version, decisions: before }, ...others, { version, decisions: after }],
      seed,
    ),
    learning_curve: curve,
    more_data: adviseMoreData(curve, documents.length),
    calibration: calibrationPlot(after),
    review: reviewRows(after, documents.length, seed),
    wrong_documents: wrongDocuments(after, documents),
    verdict: verdictOf(figures, documents.length),
  };
}

/** A model goes live where it makes more errors in at most this share of the bootstrap samples. */
const MAX_RISK = 0.25;
/** The same where its log-loss is lower too, which few documents show more reliably than the number of errors. */
const MAX_RISK_AT_LOWER_LOSS = 0.5;

/**
 * A new model goes live where it makes no more errors than the model in use, with equally many errors has no higher
 * log-loss, and makes more errors in at most 25 % of the bootstrap samples of the documents, or in at most half of them
 * where its log-loss is lower.
 */
export function decideGate(before: Decisions, after: Decisions, comparison: Comparison): TrainingReport['gate'] {
  const { change, interval, risk } = comparison;
  const lossChange = lossOf(after) - lossOf(before);
  const noWorse = change < 0 || (change === 0 && lossChange <= 0);
  const reliable = risk <= (lossChange < 0 ? MAX_RISK_AT_LOWER_LOSS : MAX_RISK);
  return {
    decision: noWorse && reliable ? 'go_live' : 'keep_serving_model',
    reason: reasonOf(noWorse, reliable, comparison),
    error_change: change,
    error_change_interval: interval,
  };
}

function reasonOf(noWorse: boolean, reliable: boolean, { change, interval, risk }: Comparison): string {
  const range = `${(100 * interval.low).toFixed(2)} to ${(100 * interval.high).toFixed(2)}`;
  const points = `${(100 * Math.abs(change)).toFixed(2)} points (95 %: ${range})`;
  const found =
    change === 0
      ? 'As many errors as the model in use makes on the same held-out documents; ' +
        `it is ${noWorse ? 'no less' : 'less'} sure of the right answers.`
      : `The error on the same held-out documents ${change < 0 ? 'falls' : 'rises'} by ${points}.`;
  return noWorse && !reliable
    ? `${found} In ${(100 * risk).toFixed(0)} % of samples of the documents it rises: too often to rely on.`
    : found;
}

/** The verdict is `high` where the upper bound of the error rate is at most this. */
const LOW_ERROR_RATE = 0.02;

function verdictOf(
  { errorRate, errorRateInterval: { low, high } }: HeldOutMetrics,
  documents: number,
): TrainingReport['verdict'] {
  const interval = `95 %: ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} %`;
  const range = `${(100 * errorRate).toFixed(1)} % of the gaps were decided wrongly on documents held out (${interval}).`;
  if (documents < MIN_DOCUMENTS || high - low > 0.1)
    return {
      confidence: 'not_enough_data',
      detail: `${range} ${documents} documents are not enough to rely on that: add more.`,
    };
  if (high <= LOW_ERROR_RATE) return { confidence: 'high', detail: range };
  return { confidence: 'fair', detail: `${range} Review the less certain decisions.` };
}
