/** Step FindBoundaries: page records → a probability for each gap → sub-documents, their names and extractions. */
import pLimit from 'p-limit';
import {
  WeightsRefusedError,
  WorkflowDeletedError,
  WorkflowModelUnusableError,
  WorkflowNotFoundError,
} from '../errors.ts';
import type { GapScores, SplitModel } from '../ports.ts';
import { findJsonBlob, writeJsonBlob } from '../storage/json-blob.ts';
import { readPageLines } from '../requests/pages/page-records.ts';
import { cropCountsOf, hasCrops, namePages } from '../requests/pages/stream-pages.ts';
import type { NamedPages, StreamPage } from '../requests/pages/stream-pages.ts';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import { unlessDeleted } from '../requests/rows/deleted-requests.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import type { DocumentSplitting, ProcessingRequest, SplitDecision } from '../requests/processing-request.ts';
import { getProcessingRequest } from '../requests/processing-requests.ts';
import { reserveCredits } from '../requests/rows/reservations.ts';
import { processingKeyOf } from '../requests/step-data.ts';
import type { ProcessingKey } from '../requests/step-data.ts';
import type { Service } from '../service.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import { decideBoundaries } from '../splitting/decide-boundaries.ts';
import type { BoundaryDecisions } from '../splitting/decide-boundaries.ts';
import { nameSubDocuments } from '../splitting/name-sub-documents.ts';
import { joinPageExtractions } from '../results/extractions/extractions.ts';
import type { PageExtractions } from '../results/extractions/extractions.ts';
import { readPageExtractions } from '../results/extractions/page-extraction-files.ts';
import { findGapScores, writeGapScores } from '../splitting/gap-scores-file.ts';
import { scoreGaps } from '../splitting/score-gaps.ts';

/** Documents that this process scores at a time: a window of page records of each is in memory. */
const MAX_DOCUMENTS = 2;
/** One limiter for each split model: a model that does not respond blocks no other. */
const limits = new WeakMap<SplitModel, ReturnType<typeof pLimit>>();

const limitOf = (splitModel: SplitModel): ReturnType<typeof pLimit> => {
  const limit = limits.get(splitModel) ?? pLimit(MAX_DOCUMENTS);
  limits.set(splitModel, limit);
  return limit;
};

/** Key of the workflow's own weights; undefined: the base model. @throws WorkflowDeletedError */
const weightsOf = async (service: Service, request: ProcessingRequest): Promise<string | undefined> => {
  try {
    return (await findWorkflow(service, request, request.workflow_id)).weights;
  } catch (error) {
    throw error instanceof WorkflowNotFoundError ? new WorkflowDeletedError({ cause: error }) : error;
  }
};

/** @throws WorkflowModelUnusableError */
const scorePages = async (
  { splitModel, blobs }: Service,
  request: ProcessingRequest,
  pageCount: number,
  weights: string | undefined,
): Promise<GapScores> => {
  try {
    return await scoreGaps(splitModel, readPageLines(blobs, request, pageCount), weights);
  } catch (error) {
    throw error instanceof WeightsRefusedError ? new WorkflowModelUnusableError({ cause: error }) : error;
  }
};

/** The stored probabilities of a request, or the split model's. The modes `per_page` and `none` need none. */
const readOrMakeProbabilities = async (
  service: Service,
  request: ProcessingRequest,
  pageCount: number,
  stream: Promise<readonly StreamPage[]>,
): Promise<readonly number[]> => {
  const isOnePage = async (): Promise<boolean> => pageCount === 1 && (await stream).length === 1;
  if (request.parameters.mode !== 'auto' || (await isOnePage())) return [];
  const { gapScores: key } = processingBlobs(request.account_id, request.processing_id);
  const stored = await findGapScores(service.blobs, key);
  if (stored !== undefined) return stored.probabilities;
  const weights = await weightsOf(service, request);
  const scores = await limitOf(service.splitModel)(() => scorePages(service, request, pageCount, weights));
  await writeGapScores(service.blobs, key, scores);
  return scores.probabilities;
};

/** The pages between the splits: `splits[i]` is the gap after page i of the stream, from 0. */
const pagesOfSubDocuments = (splits: readonly boolean[], stream: readonly StreamPage[]): NamedPages[] => {
  const ends = [...splits.flatMap((split, gap) => (split ? [gap + 1] : [])), stream.length];
  const cropped = hasCrops(stream);
  return ends.map((end, at) => namePages(stream.slice(ends[at - 1] ?? 0, end), cropped));
};

const decisionsOf = (
  { splits, confidences, decidedBy }: BoundaryDecisions,
  stream: readonly StreamPage[],
): SplitDecision[] => {
  const cropped = hasCrops(stream);
  return splits.map((split, gap) => {
    const { page = gap + 1, crop = 1 } = stream[gap] ?? {};
    return {
      after_page: page,
      ...(cropped ? { after_crop: crop, crop } : {}),
      split,
      confidence: confidences[gap] ?? 0,
      decided_by: decidedBy[gap] ?? 'model',
    };
  });
};

/** The member of a splitting that names the pages without a reading. */
const unreadPagesOf = (stream: readonly PageExtractions[]): Pick<DocumentSplitting, 'unread_pages'> => {
  const unread = stream.flatMap(({ page, unread }) => (unread === true ? [page] : []));
  return unread.length === 0 ? {} : { unread_pages: unread };
};

/**
 * Writes the splitting and the extractions of a request whose pages have been read.
 * @throws ProcessingNotAccessibleError (deleted meanwhile), WorkflowDeletedError, WorkflowModelUnusableError,
 *   ParametersDoNotFitError, CreditLimitReachedError, TemporarilyUnavailableError, StorageFullError
 */
export const findBoundaries = async (service: Service, key: ProcessingKey): Promise<ProcessingKey> => {
  const { documentSplitting: written } = processingBlobs(key.account_id, key.processing_id);
  if ((await findJsonBlob(service.blobs, written, documentSplittingSchema)) === undefined)
    await unlessDeleted(service, key, () => splitRequest(service, key));
  return processingKeyOf(key);
};

const splitRequest = async (service: Service, key: ProcessingKey): Promise<void> => {
  const blobs = processingBlobs(key.account_id, key.processing_id);
  const request = await getProcessingRequest(service, key);
  if (request.state === 'failed') return;
  if (request.page_count === undefined) throw new Error(`Request ${key.processing_id} was not inspected.`);
  // Both at once: on one machine the split model runs in a process of its own.
  const extracted = readPageExtractions(service.blobs, key, request.page_count);
  const [probabilities, pageExtractions] = await Promise.all([
    readOrMakeProbabilities(service, request, request.page_count, extracted),
    extracted,
  ]);
  const decided = decideBoundaries(probabilities, request.parameters, cropCountsOf(pageExtractions));
  const documents = pagesOfSubDocuments(decided.splits, pageExtractions);
  await reserveCredits(service, request, documents.length);
  const extractions = joinPageExtractions(documents, pageExtractions);
  await writeJsonBlob(service.blobs, blobs.extractions, extractions);
  const titles = extractions.sub_documents.map(({ title }) => title);
  const splitting: DocumentSplitting = {
    schema_version: 1,
    sub_documents: nameSubDocuments(documents, titles),
    split_point_confidences: decided.confidences,
    decisions: decisionsOf(decided, pageExtractions),
    ...unreadPagesOf(pageExtractions),
  };
  // Written last: where this blob exists, the step's other output does too.
  await writeJsonBlob(service.blobs, blobs.documentSplitting, splitting);
};
