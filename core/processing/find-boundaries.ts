/** Step FindBoundaries: page records → probability a gap → sub-documents, their names, and what was read of each. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { z } from 'zod';
import type { GapScores } from '../ports.ts';
import { findJsonBlob, writeJsonBlob } from '../storage/json-blob.ts';
import { readPageLines } from '../requests/page-records.ts';
import { documentSplittingSchema, processingBlobs } from '../requests/processing-request.ts';
import type { DocumentSplitting, ProcessingRequest } from '../requests/processing-request.ts';
import { getProcessingRequest } from '../requests/processing-requests.ts';
import { keyOf } from '../requests/step-data.ts';
import type { ProcessingKey } from '../requests/step-data.ts';
import type { Service } from '../service.ts';
import { findWorkflow } from '../requests/find-workflow.ts';
import { decideBoundaries } from '../splitting/decide-boundaries.ts';
import { nameSubDocuments, readFindings } from '../splitting/name-sub-documents.ts';
import { scoreGaps } from '../splitting/score-gaps.ts';

const gapScoresSchema = z.object({ probabilities: z.array(z.number()), modelVersion: z.string() });

/** Documents whose records are in this process's memory at once, a window of each. */
const DOCUMENTS_AT_A_TIME = 2;

/** The model's word on every gap, asked once; the modes `per_page` and `none` need none. */
const scoresOf = async (
  service: Service,
  limit: LimitFunction,
  request: ProcessingRequest,
  pageCount: number,
): Promise<GapScores> => {
  if (request.parameters.mode !== 'auto' || pageCount === 1) return { probabilities: [], modelVersion: 'none' };
  const { gapScores: key } = processingBlobs(request.account_id, request.processing_id);
  const before = await findJsonBlob(service.blobs, key, gapScoresSchema);
  if (before !== undefined) return before;
  const { weights } = await findWorkflow(service, request, request.workflow_id);
  const scores = await limit(() =>
    scoreGaps(service.splitModel, readPageLines(service.blobs, request, pageCount), weights),
  );
  await writeJsonBlob(service.blobs, key, scores);
  return scores;
};

/** Ranges of pages between the splits: `splits[i]` is the gap after page i + 1. */
const pagesOfSubDocuments = (splits: readonly boolean[]): number[][] => {
  const documents: number[][] = [[1]];
  splits.forEach((split, gap) => {
    const page = gap + 2;
    if (split) documents.push([page]);
    else documents.at(-1)?.push(page);
  });
  return documents;
};

/**
 * Writes the splitting and the extractions of a request whose pages have been read.
 * @throws ParametersDoNotFitError, TemporarilyUnavailableError, StorageFullError
 */
const findBoundaries = async (service: Service, limit: LimitFunction, key: ProcessingKey): Promise<ProcessingKey> => {
  const blobs = processingBlobs(key.account_id, key.processing_id);
  if ((await findJsonBlob(service.blobs, blobs.documentSplitting, documentSplittingSchema)) !== undefined)
    return keyOf(key);
  const request = await getProcessingRequest(service, key.processing_id);
  if (request.page_count === undefined) throw new Error(`Request ${key.processing_id} was not inspected.`);
  // The findings are read while the model looks at the pages: on one machine it is a process of its own.
  const [{ probabilities }, findings] = await Promise.all([
    scoresOf(service, limit, request, request.page_count),
    readFindings(service.blobs, key),
  ]);
  const { splits, confidences } = decideBoundaries(probabilities, request.parameters, request.page_count);
  const { subDocuments, extractions } = nameSubDocuments(pagesOfSubDocuments(splits), findings);
  await writeJsonBlob(service.blobs, blobs.extractions, extractions);
  const splitting: DocumentSplitting = {
    schema_version: 1,
    sub_documents: subDocuments,
    split_point_confidences: confidences,
  };
  // Last: where this is, everything of this step is.
  await writeJsonBlob(service.blobs, blobs.documentSplitting, splitting);
  return keyOf(key);
};

/** Makes the step for a process. It throws what findBoundaries throws. */
export const boundaryFinder = (service: Service): ((key: ProcessingKey) => Promise<ProcessingKey>) => {
  const limit = pLimit(DOCUMENTS_AT_A_TIME);
  return (key) => findBoundaries(service, limit, key);
};
