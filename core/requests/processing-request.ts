/** A processing request: its parameters, its row and its states. */
import { z } from 'zod';
import { LANGUAGES } from '../ocr/languages/languages.ts';
import { rangeSentence, wholeNumber } from './request-sentences.ts';
import { monthLimitsSchema } from '../accounts/limits/quota.ts';
import { textKindSchema } from '../documents/page-record.ts';
import { documentKindSchema } from '../documents/formats/document-file.ts';

/** The pre-built generic splitting workflow, in every account. */
export const GENERIC_WORKFLOW_ID = '00000000-0000-4000-8000-000000000001';
export const GENERIC_WORKFLOW_NAME = 'Generic document splitting';

export const AVAILABLE_RESULTS = [
  'document-splitting',
  'ocr',
  'page-images',
  'thumbnail',
  'pdf',
  'hocr',
  'sub-pdfs',
  'split-pdfs',
  'extractions',
] as const;
export const availableResultSchema = z.enum(AVAILABLE_RESULTS);
export type AvailableResult = z.infer<typeof availableResultSchema>;

const pageNumber = wholeNumber(1, undefined, 'a page number');

const SHARE = rangeSentence('a number', 0, 1);

export const processingModeSchema = z.enum(['auto', 'per_page', 'none']);
export const languageSchema = z.enum(LANGUAGES);
export const pageRangeSchema = z
  .tuple([pageNumber, pageNumber], 'expects two page numbers [from, to]')
  .refine(([from, to]) => from <= to, 'must not have its first page after its last')
  .meta({
    // Client generators do not know tuples.
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema['prefixItems'];
      Object.assign(jsonSchema, { items: { type: 'integer', minimum: 1 }, minItems: 2, maxItems: 2 });
    },
  });

/** `parameters` of a processing request. Unknown members are refused. */
export const processingParametersSchema = z.strictObject({
  mode: processingModeSchema
    .default('auto')
    .describe('auto: the model decides; per_page: every page is a document; none: the whole file is one document'),
  split_before: z
    .array(pageNumber)
    .max(10_000)
    .default([])
    .describe('Pages that begin a new document, whatever the model says'),
  keep_together: z
    .array(pageRangeSchema)
    .max(10_000)
    .default([])
    .describe('Ranges of pages, both ends included, that stay in one document'),
  document_count: wholeNumber(1).optional().describe('Exactly so many documents'),
  languages: z
    .array(languageSchema)
    .max(LANGUAGES.length)
    .default([])
    .describe('Languages of the document; empty: detected page by page'),
  retain_days: wholeNumber(0, 3650)
    .optional()
    .describe(
      'Days after which the upload and its results are deleted; 0: an hour after the end of the processing. Absent: as ' +
        'the account says',
    ),
  threshold: z
    .number(SHARE)
    .min(0, SHARE)
    .max(1, SHARE)
    .default(0.5)
    .describe('A split is made where its calibrated probability is above this'),
});
export type ProcessingParameters = z.infer<typeof processingParametersSchema>;

/** `queued` → `processing` → `succeeded` | `failed`; also `queued` → `succeeded` | `failed`. */
export const processingStateSchema = z.enum(['queued', 'processing', 'succeeded', 'failed']);
export type ProcessingState = z.infer<typeof processingStateSchema>;

export const subDocumentSchema = z.strictObject({
  name: z.string(),
  pages: z.array(pageNumber).min(1).describe('Page numbers of the upload'),
  crops: z
    .array(wholeNumber(1, undefined, 'the number of a crop'))
    .optional()
    .describe(
      "As long as `pages`: of each page the crop's number, from 1. Absent where no page of the upload has several",
    ),
});
export type SubDocument = z.infer<typeof subDocumentSchema>;

/** Decimals of a confidence. */
export const CONFIDENCE_DECIMALS = 6;
const confidenceSchema = z.number().min(0).max(1);

export const decidedBySchema = z.enum(['model', 'caller', 'reviewer']);

/** The decision on one gap. */
export const splitDecisionSchema = z.strictObject({
  after_page: pageNumber.describe('The gap is between this page, or a crop of it, and the next'),
  after_crop: wholeNumber(1)
    .optional()
    .describe('Of the page, the crop after which the gap is. Absent where no page of the upload has several crops'),
  crop: wholeNumber(1).optional().describe('The same as after_crop'),
  split: z.boolean().describe('Whether a document ends after this page'),
  confidence: confidenceSchema.describe('The value of split_point_confidences; 1 only where the caller decided'),
  decided_by: decidedBySchema.describe(
    'caller: mode, split_before or keep_together; reviewer: a correction changed the gap',
  ),
});
export type SplitDecision = z.infer<typeof splitDecisionSchema>;

export const documentSplittingSchema = z.strictObject({
  schema_version: z.literal(1),
  sub_documents: z.array(subDocumentSchema),
  split_point_confidences: z
    .array(confidenceSchema)
    .describe(
      '|2p − 1| for the probability p of a split at each gap, in page order; exactly 1 only where the caller decided',
    ),
  // Optional, because results that an earlier version stored have none.
  decisions: z
    .array(splitDecisionSchema)
    .optional()
    .describe('One object a gap, in page order. Absent from results that were stored before this member existed'),
  unread_pages: z
    .array(pageNumber)
    .min(1)
    .optional()
    .describe(
      'Pages of the upload that could not be read, because they are damaged or took too long: their text decided nothing. Absent where all were read',
    ),
});
export type DocumentSplitting = z.infer<typeof documentSplittingSchema>;

/** Who verified a splitting, and what they changed. */
export const verificationSchema = z.strictObject({
  verified_at: z.iso.datetime(),
  /** Name of the API key, address of the person, or name of the share link. */
  verified_by: z.string(),
  /** Id of the same. */
  verified_by_id: z.string(),
  /** Whether the sub-documents are other ones than the model's, or have other names. */
  corrected: z.boolean(),
  comment: z.string().optional(),
  /** Version of the model that scored the gaps; absent where none was asked. */
  model_version: z.string().optional(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** The reason of a failed request, training or training document. Callers learn what `disclosed` of failure.ts returns. */
export const failureSchema = z.strictObject({
  code: z.string(),
  detail: z.string(),
  status: z.int(),
  caused_by_document: z.boolean(),
});
export type Failure = z.infer<typeof failureSchema>;

/** The model that decided the gaps of a document. */
export const splitBySchema = z
  .strictObject({
    version: z.string(),
    digest: z.string().nullable().describe('SHA-256 of its weights; null where the endpoint did not say it'),
  })
  .meta({ id: 'SplitBy' });
export type SplitBy = z.infer<typeof splitBySchema>;

export const processingRequestSchema = z.object({
  processing_id: z.uuid(),
  account_id: z.string(),
  workflow_id: z.uuid(),
  workflow_name: z.string(),
  /**
   * `training`: the upload is read as the training document with this id. Such a request is not visible to callers, is
   * not counted and has no event. Absent: the upload is processed for its results.
   */
  purpose: z.literal('training').optional(),
  state: processingStateSchema,
  file_name: z.string(),
  /** Size of the upload in bytes. */
  size: z.int(),
  parameters: processingParametersSchema,
  /** Whether the workflow crops: the documents on a scanned page become pages of their own. Absent: no. */
  cropping: z.boolean().optional(),
  /** The kind of text that the results show, as the workflow says. Absent: all. */
  text_type: textKindSchema.optional(),
  /** Blob key of the upload. */
  upload_key: z.string(),
  /** The upload of POST /uploads that the request claimed; absent where the file came with the request. */
  claimed_upload: z.object({ upload_id: z.uuid(), delete_after: z.iso.datetime() }).optional(),
  /** True where the request failed and the upload can be processed again: the file no longer belongs to the request. */
  upload_released: z.boolean().optional(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().optional(),
  finished_at: z.iso.datetime().optional(),
  /** End of the retention, from `retain_days` and the host's maximum: then the request is inaccessible and deleted. */
  retain_until: z.iso.datetime().optional(),
  /** True where the retention ends an hour after the processing (`retain_days` 0). */
  retained_for_an_hour: z.boolean().optional(),
  /** Maximum number of pages of a document in the account's plan; null: no limit. */
  max_pages: z.int().nullable(),
  /** What the plan allowed in a month when the request was accepted. Absent in rows of the releases before plans. */
  month_limits: monthLimitsSchema.optional(),
  /** Pages, and credits, that the request has taken from its account's month (reservations.ts). */
  reserved_pages: z.int().optional(),
  reserved_credits: z.int().optional(),
  /** Known after Inspect. */
  kind: documentKindSchema.optional(),
  page_count: z.int().optional(),
  /** Of these, the pages without a usable text layer, as Inspect sees it. Absent in rows of earlier releases. */
  ocr_page_count: z.int().optional(),
  /** Known after Complete: pages of the stream, crops counted, where they are more than `page_count`. */
  stream_length: z.int().optional(),
  /** Known after Complete: the split model that decided; null where the parameters decided every gap. */
  model: splitBySchema.nullable().optional(),
  /** Known after Complete: the release that processed the document. */
  release: z.string().optional(),
  /** Known after Complete; after a correction, that of the correction. */
  sub_document_count: z.int().optional(),
  /** Of all gaps, 0 to 1; absent without a gap, and in rows of earlier releases. */
  lowest_confidence: z.number().optional(),
  /** Pages of the upload that could not be read; absent where all were. */
  unread_page_count: z.int().optional(),
  /** Absent: not verified. */
  verification: verificationSchema.optional(),
  /** Changes with the verification: the condition of the next write. */
  verification_id: z.uuid().optional(),
  /** The correction that the results show. */
  correction_id: z.uuid().optional(),
  failure: failureSchema.optional(),
});
export type ProcessingRequest = z.infer<typeof processingRequestSchema>;
