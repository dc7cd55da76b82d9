/** The report of a training. docs/training.md describes its fields. */
import { z } from 'zod';

const share = z.number().min(0).max(1);
const interval = z.strictObject({ low: z.number(), high: z.number() });

const figures = z.strictObject({
  page_f1: share,
  document_f1: share,
  panoptic_quality: share,
  exact_match_rate: share,
  /** Share of the gaps that are decided wrongly, with its 95 % bootstrap interval by document. */
  error_rate: share,
  error_rate_interval: interval,
  calibration_error: share,
});

const curvePoint = z.strictObject({ documents: z.int().min(0), error_rate: share, interval });

const reviewRow = z.strictObject({
  /** Gaps with a confidence at or below this are reviewed. */
  threshold: share,
  correction_effort: share,
  error_rate_among_reviewed: share,
  error_rate_after_correction: share,
  error_rate_after_correction_interval: interval,
  /** Whether there is enough data to rely on `error_rate_after_correction`. */
  support: z.enum(['supported', 'not_enough_data']),
});

const collectionError = z.strictObject({ error_rate: share, error_rate_interval: interval });

/** Gaps count for the collection of the page after them. */
const collectionFigures = z.strictObject({
  collection: z.string(),
  documents: z.int(),
  /** Number of distinct gaps. */
  gaps: z.int(),
  before: collectionError,
  after: collectionError,
});

const modelPair = z.strictObject({
  base: z.string(),
  candidate: z.string(),
  /** Change of the error rate from base to candidate; negative is better. */
  error_change: z.number(),
  error_change_interval: interval,
});

const mistake = z.strictObject({
  kind: z.enum(['false_split', 'missed_split']),
  /**
   * False split: after this page of the document. Missed split: null, since the document was joined to the one before.
   */
  after_page: z.int().min(1).nullable(),
  /** Mean predicted probability of a split over the streams. */
  probability: share,
  /** Share of the streams with this gap in which it was decided wrongly. */
  how_often: share,
});

export const trainingReportSchema = z.strictObject({
  schema_version: z.literal(3),
  model_version: z.string(),
  /** The base model that the new model's training started from. */
  base_version: z.string(),
  /** The model that was in use before: a base model or an earlier one of the workflow. */
  before_version: z.string(),
  seed: z.int(),
  data: z.strictObject({
    documents: z.int(),
    pages: z.int(),
    /** Null where no sender is known. */
    senders: z.int().nullable(),
    held_out_by: z.enum(['sender', 'document']),
    folds: z.int(),
    /** Number of distinct gaps that the models were evaluated on, and of the streams that contain them. */
    evaluated_gaps: z.int(),
    evaluated_streams: z.int(),
    repeated_documents: z.int(),
  }),
  before: figures,
  after: figures,
  gate: z.strictObject({
    decision: z.enum(['go_live', 'keep_serving_model']),
    reason: z.string(),
    /** Change of the error rate on the same held-out documents; negative is better. */
    error_change: z.number(),
    error_change_interval: interval,
  }),
  /** By the customer's collections; empty where no annotation names one. */
  collections: z.array(collectionFigures),
  /**
   * All models of the workflow that were evaluated on the same held-out documents, each by a part of it that had not
   * learnt from them: the model in use before, the base model, earlier models, and the new one.
   */
  compared: z.strictObject({
    models: z.array(figures.extend({ model_version: z.string() })),
    pairs: z.array(modelPair),
  }),
  /**
   * Error rate on held-out documents against the number of training documents. The point at 0 is the model that was in
   * use before: the base model in a first training, the workflow's model in a later one. All points are measured on the
   * same folds (three where there are six), so that the first and the last may differ slightly from `before` and
   * `after`.
   */
  learning_curve: z.array(curvePoint),
  more_data: z.strictObject({
    /** Target error rate, and about how many more documents reach it; null where the curve does not show that. */
    target_error_rate: share,
    more_documents: z.int().min(0).nullable(),
    advice: z.string(),
  }),
  calibration: z.array(z.strictObject({ from: share, to: share, gaps: z.int(), stated: share, splits: share })),
  review: z.array(reviewRow),
  wrong_documents: z.array(
    z.strictObject({ name: z.string(), sender: z.string().nullable(), mistakes: z.array(mistake).min(1) }),
  ),
  verdict: z.strictObject({ confidence: z.enum(['high', 'fair', 'not_enough_data']), detail: z.string() }),
});

export type TrainingReport = z.infer<typeof trainingReportSchema>;
