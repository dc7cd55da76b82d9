/** Verification: a person marks a splitting as right, and may correct it in the same call. */
import type { Caller } from '../accounts/caller.ts';
import {
  ConditionFailedError,
  IdempotencyKeyInUseError,
  ProcessingNotAccessibleError,
  ResultIncompleteError,
  VerificationChangedError,
  isTransient,
} from '../errors.ts';
import { publishPending, putPendingEvent } from '../events/pending-events.ts';
import type { DomainEvent, WriteOperation } from '../ports.ts';
import { putCorrectionLeftovers, STEPS_END_AFTER_MS, unlessDeleted } from '../requests/rows/deleted-requests.ts';
import { requestExists } from '../requests/rows/dependent-rows.ts';
import { putDocumentRows } from '../requests/rows/document-rows.ts';
import { findProcessingRequest } from '../requests/find-processing-request.ts';
import { linkRequest, putRecordPointer } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import type { DocumentSplitting, ProcessingRequest, Verification } from '../requests/processing-request.ts';
import { namePages, streamPagesOf } from '../requests/pages/stream-pages.ts';
import { setVerification } from '../requests/processing-requests.ts';
import type { VerifiedMembers } from '../requests/processing-requests.ts';
import { addressSubDocuments } from '../requests/training-documents/addressed-sub-documents.ts';
import { joinPageExtractions } from '../results/extractions/extractions.ts';
import { pageExtractionsOfResult } from '../results/extractions/page-extraction-files.ts';
import { cropsOfRequest } from '../results/images/page-geometry.ts';
import { blobsOf } from '../results/result-file.ts';
import type { Service } from '../service.ts';
import { checkSubDocuments } from '../splitting/check-sub-documents.ts';
import type { RequestedSubDocument } from '../splitting/check-sub-documents.ts';
import { findGapScores } from '../splitting/gap-scores-file.ts';
import { nameSubDocuments } from '../splitting/name-sub-documents.ts';
import { readJsonBlob, writeJsonBlob } from '../storage/json-blob.ts';
import { correctSplitting, hasDocuments } from './correct-splitting.ts';
import { correctionOf, forgetCorrection, learnFromCorrection, putPendingCorrection } from './learn-from-corrections.ts';
import { putWithdrawnCorrection, withdrawCorrection, withdrawnCorrectionOf } from './withdraw-corrections.ts';

export interface VerificationRequest {
  /** Absent: the splitting is right as it is shown. */
  readonly subDocuments?: readonly RequestedSubDocument[] | undefined;
  readonly comment?: string | undefined;
  /** True where the caller has read the present verification, and means to replace it. */
  readonly replaces: boolean;
  readonly claim?: KeyClaim | undefined;
}

/**
 * Verifies the splitting of a request that has succeeded, and returns the request with its verification. A correction is
 * shown by all results from then on. A result that is verified already is left as it is where the call asks for nothing
 * else; otherwise the caller has to say that it replaces that verification.
 * @param before  the request as the caller saw it
 * @throws ValidationError (the sub-documents do not fit the document; nothing is changed), VerificationChangedError
 *   (another verification came first), ProcessingNotAccessibleError (deleted meanwhile), IdempotencyKeyInUseError
 */
export const verifySplitting = async (
  service: Service,
  caller: Pick<Caller, 'id' | 'name'>,
  before: ProcessingRequest,
  request: VerificationRequest,
): Promise<ProcessingRequest> => {
  const { claim } = request;
  // The process that wrote the verification died before it could answer.
  if (claim?.processingId !== undefined) return before;
  const { subDocuments } = request;
  if (subDocuments !== undefined)
    checkSubDocuments(subDocuments, await cropsOfRequest(service, before), ['body', 'sub_documents']);
  return unlessDeleted(service, before, async () => {
    if (before.verification !== undefined && !request.replaces) return unlessItChanges(service, before, request);
    const members = await verifiedMembers(service, caller, before, request);
    return writeVerification(service, before, members, claim);
  });
};

/** Takes the verification back, and its correction: the results show again what the model decided. */
export const withdrawVerification = async (service: Service, before: ProcessingRequest): Promise<void> => {
  if (before.verification === undefined) return;
  await unlessDeleted(service, before, async () => {
    const original = await originalSplitting(service, before);
    await writeVerification(service, before, {
      verification: undefined,
      verification_id: undefined,
      correction_id: undefined,
      sub_document_count: original.sub_documents.length,
    });
  });
};

const pageCountOf = ({ processing_id: id, page_count: pages }: ProcessingRequest): number => {
  if (pages === undefined) throw new ResultIncompleteError(id, 'page_count');
  return pages;
};

/** @throws VerificationChangedError where the request asks for something else than the present verification */
const unlessItChanges = async (
  service: Service,
  before: ProcessingRequest,
  { subDocuments, comment, claim }: VerificationRequest,
): Promise<ProcessingRequest> => {
  const sameComment = comment === undefined || comment === before.verification?.comment;
  const isSame = sameComment && (subDocuments === undefined || (await shows(service, before, subDocuments)));
  if (!isSame) throw new VerificationChangedError();
  if (claim !== undefined) await linkAnswer(service, before, claim);
  return before;
};

/**
 * The answer that the key keeps shows the verification: it is deleted with the result.
 * @throws IdempotencyKeyInUseError, ProcessingNotAccessibleError
 */
const linkAnswer = async (service: Service, request: ProcessingRequest, claim: KeyClaim): Promise<void> => {
  try {
    await service.table.write([
      requestExists(request),
      linkRequest(claim, request.processing_id),
      putRecordPointer(claim, request, service.clock.now()),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(LINK) ? new IdempotencyKeyInUseError() : new ProcessingNotAccessibleError();
  }
};

/** Whether the results show these sub-documents; a name that is not given counts as equal. */
const shows = async (
  service: Service,
  request: ProcessingRequest,
  documents: readonly RequestedSubDocument[],
): Promise<boolean> => {
  const { sub_documents: own } = await readJsonBlob(
    service.blobs,
    blobsOf(request).documentSplitting,
    documentSplittingSchema,
  );
  const named = addressSubDocuments(documents, await cropsOfRequest(service, request)).map(({ pages }, index) => ({
    name: documents[index]?.name ?? own[index]?.name,
    pages,
  }));
  return JSON.stringify(named) === JSON.stringify(own.map(({ name, pages }) => ({ name, pages })));
};

const originalSplitting = (service: Service, { account_id, processing_id }: ProcessingRequest) =>
  readJsonBlob(service.blobs, processingBlobs(account_id, processing_id).documentSplitting, documentSplittingSchema);

const verifiedMembers = async (
  service: Service,
  caller: Pick<Caller, 'id' | 'name'>,
  before: ProcessingRequest,
  { subDocuments, comment }: VerificationRequest,
): Promise<VerifiedMembers> => {
  const scores = await findGapScores(service.blobs, blobsOf(before).gapScores);
  const correction =
    subDocuments === undefined
      ? { id: before.correction_id, count: before.sub_document_count ?? 0 }
      : await writeCorrection(service, before, subDocuments, scores?.probabilities ?? []);
  const verification: Verification = {
    verified_at: service.clock.now().toISOString(),
    verified_by: caller.name,
    verified_by_id: caller.id,
    corrected: correction.id !== undefined,
    ...(comment === undefined ? {} : { comment }),
    ...(scores === undefined ? {} : { model_version: scores.modelVersion }),
  };
  return {
    verification,
    verification_id: service.ids.uuid(),
    correction_id: correction.id,
    sub_document_count: correction.count,
  };
};

/** Writes the files of a correction below its own id: nobody reads them before the row names the id. */
const writeCorrection = async (
  service: Service,
  request: ProcessingRequest,
  requested: readonly RequestedSubDocument[],
  probabilities: readonly number[],
): Promise<{ readonly id: string | undefined; readonly count: number }> => {
  const original = await originalSplitting(service, request);
  const crops = await cropsOfRequest(service, request);
  const cropped = crops.some((count) => count > 1);
  const pages = addressSubDocuments(requested, crops).map((document) => namePages(streamPagesOf(document), cropped));
  const extractions = joinPageExtractions(
    pages,
    await pageExtractionsOfResult(service.blobs, request, pageCountOf(request)),
  );
  const titles = extractions.sub_documents.map(({ title }, index) => requested[index]?.name ?? title);
  const documents = nameSubDocuments(pages, titles);
  if (hasDocuments(original, documents)) return { id: undefined, count: documents.length };
  const id = service.ids.uuid();
  const blobs = processingBlobs(request.account_id, request.processing_id, id);
  const corrected: DocumentSplitting = correctSplitting(original, documents, probabilities);
  await writeJsonBlob(service.blobs, blobs.extractions, extractions);
  await writeJsonBlob(service.blobs, blobs.documentSplitting, corrected);
  return { id, count: documents.length };
};

/** Changes the row, unless another verification came first. */
const writeVerification = async (
  service: Service,
  before: ProcessingRequest,
  members: VerifiedMembers,
  claim?: KeyClaim,
): Promise<ProcessingRequest> => {
  const after: ProcessingRequest = { ...before, ...members };
  const event = eventOf(after);
  const correction = await correctionOf(service, before, after);
  const withdrawn = await withdrawnCorrectionOf(service, before, after);
  try {
    await service.table.write([
      setVerification(before, members),
      ...(claim === undefined ? [] : [linkRequest(claim, before.processing_id)]),
      ...putDocumentRows(after),
      ...(claim === undefined ? [] : [putRecordPointer(claim, before, service.clock.now())]),
      ...(event === undefined ? [] : [putPendingEvent(event)]),
      ...forgetCorrection(before, after),
      ...(correction === undefined ? [] : [putPendingCorrection(correction, service.clock.now())]),
      ...(withdrawn === undefined ? [] : [putWithdrawnCorrection(withdrawn, service.clock.now())]),
      ...leftoversOf(service, before, after),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    await discardCorrection(service, before, members);
    throw claim !== undefined && error.operations.includes(LINK)
      ? new IdempotencyKeyInUseError()
      : new VerificationChangedError();
  }
  await orLater(async () => {
    if (event !== undefined) await publishPending(service, event);
    if (correction !== undefined) await learnFromCorrection(service, correction);
    if (withdrawn !== undefined) await withdrawCorrection(service, withdrawn);
  });
  return after;
};

/** The files of a correction that is not shown any more: whoever reads them has begun before. */
const leftoversOf = (
  { clock }: Pick<Service, 'clock'>,
  before: ProcessingRequest,
  after: ProcessingRequest,
): readonly WriteOperation[] => {
  const { correction_id: id } = before;
  if (id === undefined || id === after.correction_id) return [];
  return [putCorrectionLeftovers(before, id, new Date(clock.now().getTime() + STEPS_END_AFTER_MS))];
};

/** Index of the operation that links the request to an idempotency key, in each transaction with one. */
const LINK = 1;

/** Deletes the files of a correction that lost. @throws ProcessingNotAccessibleError where the request was deleted */
const discardCorrection = async (
  service: Service,
  before: ProcessingRequest,
  { correction_id: id }: VerifiedMembers,
): Promise<void> => {
  if (id !== undefined && id !== before.correction_id) await service.blobs.deleteAll(blobsOf(before).correction(id));
  await findProcessingRequest(service, before, before.processing_id);
};

/** While the bus is down or storage is full, event and corrections stay pending: the sweep continues. */
const orLater = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
};

/** The event of a verification; none of one that is taken back. */
const eventOf = (request: ProcessingRequest): DomainEvent | undefined => {
  const { verification, verification_id: id } = request;
  if (verification === undefined || id === undefined) return undefined;
  return {
    id,
    type: 'processing.verified',
    accountId: request.account_id,
    time: verification.verified_at,
    data: {
      processing_id: request.processing_id,
      workflow_id: request.workflow_id,
      corrected: verification.corrected,
      sub_document_count: request.sub_document_count ?? null,
    },
  };
};
