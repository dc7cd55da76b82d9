/** Schemas that the document names beside those with an id: client generators name their types after them. */
import type { z } from 'zod';
import {
  availableResultSchema,
  decidedBySchema,
  documentSplittingSchema,
  languageSchema,
  pageRangeSchema,
  processingModeSchema,
  processingParametersSchema,
  splitDecisionSchema,
  subDocumentSchema,
} from '../../../core/requests/processing-request.ts';
import {
  boxSchema,
  extractionsSchema,
  identifierSchema,
  identifierTypeSchema,
  pageNumberingSchema,
  subDocumentExtractionsSchema,
} from '../../../core/results/extractions/extractions.ts';
import {
  attemptFailureSchema,
  attemptSchema,
  deliveredTypeSchema,
  deliveryStateSchema,
} from '../../../core/events/webhooks/delivery.ts';
import { eventTypeSchema } from '../../../core/events/webhooks/webhook.ts';
import {
  apiCallCountSchema,
  intervalSchema,
  usageFiguresSchema,
  usageIntervalSchema,
} from '../../../core/accounts/usage/usage-series.ts';
import { estimatedCostSchema } from '../../../core/accounts/usage/estimated-cost.ts';
import { documentSpecificationSchema } from '../../../core/requests/workflows/document-specification.ts';
import { shareRightSchema } from '../../../core/review/share-links.ts';
import { snippetLanguageSchema, snippetSchema, snippetTaskSchema } from '../routes/service/workflow-api.ts';
import { locationStepSchema, uploadMethodSchema, uploadTypeSchema } from '../routes/api-schemas.ts';

export const componentSchemas: Readonly<Record<string, z.ZodType>> = {
  DocumentSpecification: documentSpecificationSchema,
  ProcessingParameters: processingParametersSchema,
  ProcessingMode: processingModeSchema,
  PageRange: pageRangeSchema,
  Language: languageSchema,
  AvailableResult: availableResultSchema,
  DocumentSplitting: documentSplittingSchema,
  SubDocument: subDocumentSchema,
  SplitDecision: splitDecisionSchema,
  DecidedBy: decidedBySchema,
  Extractions: extractionsSchema,
  SubDocumentExtractions: subDocumentExtractionsSchema,
  PageNumbering: pageNumberingSchema,
  Identifier: identifierSchema,
  IdentifierType: identifierTypeSchema,
  Box: boxSchema,
  UploadContentType: uploadTypeSchema,
  UploadMethod: uploadMethodSchema,
  UsageInterval: intervalSchema,
  UsageFigures: usageFiguresSchema,
  UsageOfInterval: usageIntervalSchema,
  ApiCallCount: apiCallCountSchema,
  EstimatedCost: estimatedCostSchema,
  Snippet: snippetSchema,
  SnippetTask: snippetTaskSchema,
  SnippetLanguage: snippetLanguageSchema,
  EventType: eventTypeSchema,
  DeliveredEventType: deliveredTypeSchema,
  DeliveryState: deliveryStateSchema,
  DeliveryAttempt: attemptSchema,
  AttemptFailure: attemptFailureSchema,
  ShareRight: shareRightSchema,
  LocationStep: locationStepSchema,
};
