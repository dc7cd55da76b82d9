/**
 * The report that the training container writes beside the weights (docs/training.md, "Output"), as far as the service
 * reads it. Its member names are those of the API.
 */
import { z } from 'zod';

/** Schema version of reports that this service supports. */
export const REPORT_VERSION = 3;

const share = z.number().min(0).max(1);
const intervalSchema = z
  .strictObject({ low: z.number(), high: z.number() })
  .meta({ id: 'Interval', description: '95 % bootstrap interval over the documents' });

const figures = {
  error_rate: share.describe('Share of the gaps that were decided wrongly'),
  error_rate_interval: intervalSchema,
  page_f1: share,
  document_f1: share,
  panoptic_quality: share,
  exact_match_rate: share.describe('Share of the streams without an error'),
  calibration_error: share,
};
const figuresSchema = z.strictObject(figures).meta({ id: 'ModelFigures' });
const comparedFiguresSchema = z.strictObject({ model_version: z.string(), ...figures });

const collectionErrorSchema = z.strictObject({ error_rate: share, error_rate_interval: intervalSchema });
const collectionFiguresSchema = z
  .strictObject({
    collection: z.string(),
    documents: z.int(),
    gaps: z.int().describe('Distinct gaps that were evaluated'),
    before: collectionErrorSchema,
    after: collectionErrorSchema,
  })
  .meta({ id: 'CollectionFigures' });

export const reviewRowSchema = z
  .strictObject({
    threshold: share.describe('Decisions with a confidence at or below this are reviewed'),
    correction_effort: share.describe('Share of the decisions that are reviewed'),
    error_rate_among_reviewed: share,
    error_rate_after_correction: share,
    error_rate_after_correction_interval: intervalSchema.nullable(),
    support: z.enum(['supported', 'not_enough_data']),
  })
  .meta({ id: 'ReviewRow' });

const calibrationBinSchema = z
  .strictObject({
    from: share,
    to: share,
    gaps: z.int(),
    stated: share.describe('Mean probability that the model stated'),
    splits: share.describe('Share of these gaps that are boundaries'),
  })
  .meta({ id: 'CalibrationBin' });

const mistakeSchema = z.strictObject({
  kind: z.enum(['false_split', 'missed_split']),
  after_page: z.int().nullable(),
  probability: share,
  how_often: share,
});

export const modelReportSchema = z.strictObject({
  schema_version: z.literal(REPORT_VERSION),
  /** `workflow-` and the first 12 hexadecimal digits of the SHA-256 of the weights. */
  model_version: z.string().regex(/^workflow-[0-9a-f]{12}$/u),
  base_version: z.string(),
  /** The model that the new one was compared with. */
  before_version: z.string(),
  seed: z.int(),
  data: z
    .strictObject({
      documents: z.int(),
      pages: z.int(),
      senders: z.int().nullable(),
      held_out_by: z.enum(['sender', 'document']),
      folds: z.int(),
      evaluated_gaps: z.int(),
      evaluated_streams: z.int(),
      repeated_documents: z.int(),
    })
    .meta({ id: 'TrainedOn' }),
  before: figuresSchema,
  after: figuresSchema,
  gate: z.strictObject({
    decision: z.enum(['go_live', 'keep_serving_model']),
    reason: z.string(),
    error_change: z.number(),
    error_change_interval: intervalSchema,
  }),
  collections: z.array(collectionFiguresSchema),
  compared: z.strictObject({
    models: z.array(comparedFiguresSchema),
    pairs: z.array(
      z.strictObject({
        base: z.string(),
        candidate: z.string(),
        error_change: z.number(),
        error_change_interval: intervalSchema,
      }),
    ),
  }),
  learning_curve: z.array(
    z
      .strictObject({ documents: z.int(), error_rate: share, interval: intervalSchema })
      .meta({ id: 'LearningCurvePoint' }),
  ),
  more_data: z.strictObject({
    target_error_rate: share,
    more_documents: z.int().min(0).nullable(),
    advice: z.string(),
  }),
  calibration: z.array(calibrationBinSchema),
  review: z.array(reviewRowSchema),
  wrong_documents: z.array(
    z.strictObject({ name: z.string(), sender: z.string().nullable(), mistakes: z.array(mistakeSchema) }),
  ),
  verdict: z.strictObject({ confidence: z.enum(['high', 'fair', 'not_enough_data']), detail: z.string() }),
});
export type ModelReport = z.infer<typeof modelReportSchema>;
