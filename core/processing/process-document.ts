/** POST /processing/{workflow_key}: from the validated request to the started state machine. */
import type { Account } from '../accounts/account.ts';
import {
  ConditionFailedError,
  DocumentEmptyError,
  DocumentTooLargeError,
  IdempotencyKeyInUseError,
  TearlineError,
  TemporarilyUnavailableError,
  UnsupportedFormatError,
  UploadNotReadyError,
} from '../errors.ts';
import type { Service } from '../service.ts';
import { checkParameters } from '../splitting/check-parameters.ts';
import { findWorkflow } from '../requests/find-workflow.ts';
import { detectKind } from '../documents/formats/detect-kind.ts';
import { findProcessingRequest } from '../requests/find-processing-request.ts';
import { linkRequest } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import type { ProcessingParameters, ProcessingRequest } from '../requests/processing-request.ts';
import { putQueued } from '../requests/processing-requests.ts';
import { startProcessing } from './start-processing.ts';
import { claimUpload, discardUpload, putUpload, readUpload } from '../requests/uploads.ts';
import type { Upload } from '../requests/uploads.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array } | { readonly uploadId: string };

export interface DocumentToProcess {
  readonly workflowKey: string;
  readonly file: UploadedFile;
  readonly parameters: ProcessingParameters;
  /** Of the request's idempotency key. */
  readonly claim?: KeyClaim | undefined;
}

interface StoredUpload {
  readonly upload: Upload;
  /** In bytes. */
  readonly size: number;
}

const unknownUpload = (uploadId: string): UploadNotReadyError =>
  new UploadNotReadyError([
    {
      loc: ['body', 'upload_id'],
      msg: `There is no upload ${uploadId} to process: it is unknown, expired, or belongs to a request already. Create a new one with POST /uploads.`,
      type: 'unknown_upload',
    },
  ]);

const checkSize = (service: Service, size: number): void => {
  if (size === 0) throw new DocumentEmptyError('The file has no bytes. Send a document.');
  const limit = service.settings.maxUploadBytes;
  if (size > limit) throw new DocumentTooLargeError(`The file has ${size} bytes; at most ${limit} are allowed.`);
};

/** @throws DocumentEmptyError, DocumentTooLargeError, UnsupportedFormatError */
const checkFile = (service: Service, bytes: Uint8Array): void => {
  checkSize(service, bytes.length);
  if (detectKind(bytes) === undefined) {
    throw new UnsupportedFormatError(
      'The file is not a PDF, JPEG, PNG, GIF, TIFF or WebP. Convert it to one of these and send it again.',
    );
  }
};

/** Writes the row before the bytes: an upload that never becomes a request is found by its row and deleted. */
const storeBytes = async (
  service: Service,
  account: Account,
  processingId: string,
  file: { name: string; bytes: Uint8Array },
): Promise<StoredUpload> => {
  const upload: Upload = {
    upload_id: processingId,
    account_id: account.account_id,
    file_name: file.name,
    blob_key: processingBlobs(account.account_id, processingId).upload,
    delete_after: new Date(service.clock.now().getTime() + HOUR).toISOString(),
  };
  await service.table.write([putUpload(upload)]);
  try {
    await service.blobs.put(upload.blob_key, file.bytes, 'application/octet-stream');
  } catch (error) {
    await discard(service, upload);
    throw error;
  }
  return { upload, size: file.bytes.length };
};

/** @throws UploadNotReadyError, DocumentEmptyError, DocumentTooLargeError */
const findStored = async (service: Service, account: Account, uploadId: string): Promise<StoredUpload> => {
  const upload = await readUpload(service, uploadId.toLowerCase());
  if (upload?.account_id !== account.account_id) throw unknownUpload(uploadId);
  const blob = await service.blobs.head(upload.blob_key);
  if (blob === undefined) {
    throw new UploadNotReadyError([
      {
        loc: ['body', 'upload_id'],
        msg: 'The file has not been sent to the address of this upload yet.',
        type: 'upload_not_sent',
      },
    ]);
  }
  checkSize(service, blob.size);
  return { upload, size: blob.size };
};

/** Discards an upload after another error. Where this fails too, the sweep deletes the upload later. */
const discard = async (service: Service, upload: Upload): Promise<void> => {
  try {
    await discardUpload(service, upload);
  } catch (error) {
    if (!(error instanceof TearlineError)) throw error;
  }
};

/** The requested number of days, at most the host's maximum. */
const retainDays = ({ settings }: Service, asked: number | undefined): number | undefined =>
  settings.maxRetainDays === undefined ? asked : Math.min(asked ?? settings.maxRetainDays, settings.maxRetainDays);

const newRequest = (
  service: Service,
  account: Account,
  input: DocumentToProcess,
  processingId: string,
  stored: StoredUpload,
  workflow: { workflow_id: string; workflow_name: string },
): ProcessingRequest => {
  const now = service.clock.now();
  const days = retainDays(service, input.parameters.retain_days);
  return {
    processing_id: processingId,
    account_id: account.account_id,
    workflow_id: workflow.workflow_id,
    workflow_name: workflow.workflow_name,
    state: 'queued',
    file_name: stored.upload.file_name,
    size: stored.size,
    parameters: input.parameters,
    upload_key: stored.upload.blob_key,
    ...('uploadId' in input.file
      ? { claimed_upload: { upload_id: stored.upload.upload_id, delete_after: stored.upload.delete_after } }
      : {}),
    created_at: now.toISOString(),
    ...(days === undefined ? {} : { retain_until: new Date(now.getTime() + days * DAY).toISOString() }),
    max_pages: account.max_pages,
  };
};

/** Index of the operation that links the request to its idempotency key, in the transaction that creates the request. */
const LINK = 2;

/**
 * Accepts one document for processing and returns its request. An accepted request is processed to its end, even where
 * this process is killed. A claim that names a request returns that request.
 * @throws WorkflowNotFoundError, ParametersDoNotFitError, DocumentEmptyError, DocumentTooLargeError,
 *   UnsupportedFormatError (bytes only; the content of an `upload_id` is checked at Inspect), UploadNotReadyError
 *   (upload_id), IdempotencyKeyInUseError (the claim was taken over), StorageFullError (nothing is kept)
 */
export const processDocument = async (
  service: Service,
  account: Account,
  input: DocumentToProcess,
): Promise<ProcessingRequest> => {
  const { claim } = input;
  if (claim?.processingId !== undefined) return continueRequest(service, account, claim.processingId);
  const workflow = await findWorkflow(service, account, input.workflowKey);
  checkParameters(input.parameters);
  if ('bytes' in input.file) checkFile(service, input.file.bytes);

  const processingId = service.ids.uuid();
  const stored =
    'uploadId' in input.file
      ? await findStored(service, account, input.file.uploadId)
      : await storeBytes(service, account, processingId, input.file);
  const request = newRequest(service, account, input, processingId, stored, workflow);
  const own = 'bytes' in input.file;
  try {
    await service.table.write([
      putQueued(request),
      claimUpload(stored.upload.upload_id),
      ...(claim === undefined ? [] : [linkRequest(claim, processingId)]),
    ]);
  } catch (error) {
    if (own) await discard(service, stored.upload);
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.operations.includes(LINK)) throw new IdempotencyKeyInUseError();
    // A concurrent request with the same upload was written first.
    throw own ? error : unknownUpload(stored.upload.upload_id);
  }
  await startQueued(service, request);
  return request;
};

/** Returns a request that was accepted before, and starts it where the process that accepted it did not. */
const continueRequest = async (service: Service, account: Account, id: string): Promise<ProcessingRequest> => {
  const request = await findProcessingRequest(service, account, id);
  if (request.state === 'queued') await startQueued(service, request);
  return request;
};

/** Starts the state machine. Where it cannot be reached now, resumeUnfinished starts it later. */
const startQueued = async (service: Service, request: ProcessingRequest): Promise<void> => {
  try {
    await startProcessing(service, request);
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
  }
};
