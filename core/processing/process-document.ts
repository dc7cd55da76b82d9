/** POST /processing/{workflow_key}: from the validated request to the started state machine. */
import type { Account } from '../accounts/account.ts';
import { checkMonth } from '../accounts/limits/check-month.ts';
import { planOf } from '../accounts/limits/plan.ts';
import { CREDITS_PER_SUB_DOCUMENT, monthLimitsOf, monthOf, readMonth } from '../accounts/limits/quota.ts';
import { ConditionFailedError, IdempotencyKeyInUseError } from '../errors.ts';
import type { Service } from '../service.ts';
import { checkParameters } from '../splitting/check-parameters.ts';
import { languagesToRead, textKindOf } from '../requests/workflows/document-specification.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import type { Workflow } from '../requests/workflows/find-workflow.ts';
import { putDocumentRows } from '../requests/rows/document-rows.ts';
import { findAccepted } from '../requests/find-processing-request.ts';
import { linkRequest, putRecordPointer } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import type { ProcessingParameters, ProcessingRequest } from '../requests/processing-request.ts';
import { putQueued } from '../requests/processing-requests.ts';
import { admit } from '../requests/admission/admission.ts';
import { admitAgain } from '../requests/admission/repair-admission.ts';
import { checkFile, discard, findStored, storeBytes, unknownUpload } from './store-upload.ts';
import type { StoredUpload, UploadedFile } from './store-upload.ts';
import { claimUpload } from '../requests/uploads.ts';

const DAY = 24 * 3_600_000;

export interface DocumentToProcess {
  readonly workflowKey: string;
  readonly file: UploadedFile;
  readonly parameters: ProcessingParameters;
  /** Of the request's idempotency key. */
  readonly claim?: KeyClaim | undefined;
}

/** The requested number of days, at most the host's maximum. */
const retainDays = ({ settings }: Service, asked: number | undefined): number | undefined =>
  settings.maxRetainDays === undefined ? asked : Math.min(asked ?? settings.maxRetainDays, settings.maxRetainDays);

const retentionOf = (
  now: Date,
  days: number | undefined,
): Pick<ProcessingRequest, 'retain_until' | 'retained_for_an_hour'> => {
  if (days === undefined) return {};
  if (days === 0) return { retained_for_an_hour: true };
  return { retain_until: new Date(now.getTime() + days * DAY).toISOString() };
};

const newRequest = (
  service: Service,
  account: Account,
  input: DocumentToProcess,
  processingId: string,
  stored: StoredUpload,
  workflow: Workflow,
): ProcessingRequest => {
  const now = service.clock.now();
  const days = retainDays(service, input.parameters.retain_days ?? account.retain_days);
  const plan = planOf(service.settings, account);
  return {
    processing_id: processingId,
    account_id: account.account_id,
    workflow_id: workflow.workflow_id,
    workflow_name: workflow.workflow_name,
    state: 'queued',
    file_name: stored.upload.file_name,
    size: stored.size,
    parameters: input.parameters,
    ...(workflow.document_specification?.cropping === true ? { cropping: true } : {}),
    ...textKindOf(workflow.document_specification),
    upload_key: stored.upload.blob_key,
    ...('uploadId' in input.file
      ? { claimed_upload: { upload_id: stored.upload.upload_id, delete_after: stored.upload.delete_after } }
      : {}),
    created_at: now.toISOString(),
    ...retentionOf(now, days),
    max_pages: plan.max_pages,
    month_limits: monthLimitsOf(plan),
  };
};

/** Where the upload's id is in the request. */
const UPLOAD_ID = ['body', 'upload_id'];
/** Every document has a page and a sub-document at least. @throws PageLimitReachedError, CreditLimitReachedError */
const checkMonthOf = async (service: Service, account: Account): Promise<void> => {
  const limits = monthLimitsOf(planOf(service.settings, account));
  if (limits.pages === null && limits.credits === null) return;
  const month = monthOf(service.clock.now().toISOString());
  const least = { pages: 1, credits: CREDITS_PER_SUB_DOCUMENT };
  checkMonth(month, await readMonth(service, account.account_id, month), least, limits);
};

/** Index of the operation that links the request to its idempotency key, in the transaction that creates the request. */
const LINK = 2;

/**
 * Accepts one document for processing and returns its request. An accepted request is processed to its end, even where
 * this process is killed. A claim that names a request returns that request.
 * @throws WorkflowNotFoundError, ValidationError (a language of another script), ParametersDoNotFitError, DocumentEmptyError, DocumentTooLargeError,
 *   UnsupportedFormatError (bytes only; the content of an `upload_id` is checked at Inspect), UploadNotReadyError
 *   (upload_id), PageLimitReachedError and CreditLimitReachedError (nothing is left), IdempotencyKeyInUseError (the claim was taken over), StorageFullError (nothing is kept)
 */
export const processDocument = async (
  service: Service,
  account: Account,
  input: DocumentToProcess,
): Promise<ProcessingRequest> => {
  const { claim } = input;
  if (claim?.processingId !== undefined) return continueRequest(service, account, claim.processingId);
  const workflow = await findWorkflow(service, account, input.workflowKey);
  const { parameters: asked } = input;
  checkParameters(asked);
  const languages = [...languagesToRead(workflow.document_specification, asked.languages)];
  await checkMonthOf(service, account);
  if ('bytes' in input.file) checkFile(service, account, input.file.bytes);

  const processingId = service.ids.uuid();
  const stored =
    'uploadId' in input.file
      ? await findStored(service, account, input.file.uploadId, UPLOAD_ID)
      : await storeBytes(service, account, processingId, input.file);
  const request = newRequest(
    service,
    account,
    { ...input, parameters: { ...asked, languages } },
    processingId,
    stored,
    workflow,
  );
  const own = 'bytes' in input.file;
  try {
    await service.table.write([
      putQueued(request),
      claimUpload(stored.upload),
      ...(claim === undefined ? [] : [linkRequest(claim, processingId)]),
      ...putDocumentRows(request),
      ...(claim === undefined ? [] : [putRecordPointer(claim, request, service.clock.now())]),
    ]);
  } catch (error) {
    if (own) await discard(service, stored.upload);
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.operations.includes(LINK)) throw new IdempotencyKeyInUseError();
    // A concurrent request with the same upload was written first.
    throw own ? error : unknownUpload(stored.upload.upload_id, UPLOAD_ID);
  }
  await admit(service, request);
  return request;
};

/** Returns a request that was accepted before, and starts it where the process that accepted it did not. */
const continueRequest = async (service: Service, account: Account, id: string): Promise<ProcessingRequest> => {
  const request = await findAccepted(service, account, id);
  if (request.state === 'queued') await admitAgain(service, request);
  return request;
};
