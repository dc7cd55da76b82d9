/** POST …/training-documents: files become training documents, which the state machine reads. All of them, or none. */
import { planOf } from '../../accounts/limits/plan.ts';
import type { Account } from '../../accounts/account.ts';
import {
  ConditionFailedError,
  IdempotencyKeyInUseError,
  TearlineError,
  WorkflowNotFoundError,
  WorkflowNotTrainableError,
} from '../../errors.ts';
import type { WriteOperation } from '../../ports.ts';
import { admit } from '../../requests/admission/admission.ts';
import { admitAgain } from '../../requests/admission/repair-admission.ts';
import { checkFile, discard, findStored, storeBytes, unknownUpload } from '../../processing/store-upload.ts';
import type { StoredUpload, UploadedFile } from '../../processing/store-upload.ts';
import { languagesToRead, textKindOf } from '../../requests/workflows/document-specification.ts';
import { linkMade } from '../../requests/idempotency.ts';
import type { KeyClaim } from '../../requests/idempotency.ts';
import { processingParametersSchema } from '../../requests/processing-request.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { getProcessingRequest, putQueued } from '../../requests/processing-requests.ts';
import {
  collectionExists,
  ensureCollection,
  placeIn,
  UNNAMED_COLLECTION,
  workflowExists,
} from '../../requests/training-documents/collection.ts';
import type { CollectionRow } from '../../requests/training-documents/collection.ts';
import {
  putTrainingDocument,
  readingKey,
  readTrainingDocument,
} from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument, UploadMode } from '../../requests/training-documents/training-document.ts';
import { claimUpload } from '../../requests/uploads.ts';
import type { Service } from '../../service.ts';
import { settleAll } from '../../settle-all.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import type { WorkflowRow } from '../workflow.ts';

export interface FilesToAdd {
  readonly workflowKey: string;
  /** 1 to 25, because each takes three operations of a transaction of at most 100; either all with bytes, or all uploads of POST /uploads. */
  readonly files: readonly UploadedFile[];
  readonly uploadMode: UploadMode;
  /** Created where it does not exist; absent: the unnamed one. */
  readonly collection?: string | undefined;
  /** Of the request's idempotency key. */
  readonly claim?: KeyClaim | undefined;
}

interface Addition {
  readonly document: TrainingDocument;
  readonly request: ProcessingRequest;
  readonly stored: StoredUpload;
  /** Whether the bytes came with this call. */
  readonly isOwn: boolean;
}

/** Says of which file of several an error is. */
const withFileNumber = async <Result>(at: number, count: number, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (count > 1 && error instanceof TearlineError && error.causedByDocument)
      error.message = `File ${at + 1} of ${count}: ${error.message}`;
    throw error;
  }
};

const locationOf = (at: number): readonly (string | number)[] => ['body', 'upload_ids', at];

const storeFile = async (
  service: Service,
  account: Account,
  workflow: WorkflowRow,
  { files, uploadMode, collection = UNNAMED_COLLECTION }: FilesToAdd,
  at: number,
): Promise<Addition> => {
  const file = files[at];
  if (file === undefined) throw new RangeError(`There is no file ${at}.`);
  const id = service.ids.uuid();
  const isOwn = 'bytes' in file;
  const stored = isOwn
    ? await storeBytes(service, account, id, file)
    : await withFileNumber(at, files.length, () => findStored(service, account, file.uploadId, locationOf(at)));
  const shared = {
    account_id: account.account_id,
    workflow_id: workflow.workflow_id,
    file_name: stored.upload.file_name,
    created_at: service.clock.now().toISOString(),
  };
  return {
    stored,
    isOwn,
    document: { ...shared, document_id: id, upload_mode: uploadMode, collection, status: 'reading', revision: 0 },
    request: {
      ...shared,
      processing_id: id,
      workflow_name: workflow.workflow_name,
      purpose: 'training',
      state: 'queued',
      size: stored.size,
      parameters: processingParametersSchema.parse({ languages: languagesToRead(workflow.document_specification, []) }),
      ...(workflow.document_specification.cropping ? { cropping: true } : {}),
      ...textKindOf(workflow.document_specification),
      upload_key: stored.upload.blob_key,
      max_pages: planOf(service.settings, account).max_pages,
    },
  };
};

const checkBytes = (service: Service, account: Account, file: UploadedFile): Promise<void> => {
  if ('bytes' in file) checkFile(service, account, file.bytes);
  return Promise.resolve();
};

/** Stores all files, or discards those that were stored. */
const storeFiles = async (
  service: Service,
  account: Account,
  workflow: WorkflowRow,
  input: FilesToAdd,
): Promise<Addition[]> => {
  const additions: Addition[] = [];
  try {
    // One after the other: together they may be as large as the memory of the process.
    for (const at of input.files.keys()) additions.push(await storeFile(service, account, workflow, input, at));
    return additions;
  } catch (error) {
    await discardOwn(service, additions);
    throw error;
  }
};

const discardOwn = (service: Service, additions: readonly Addition[]): Promise<unknown> =>
  settleAll(additions.filter(({ isOwn }) => isOwn).map(({ stored }) => discard(service, stored.upload)));

const OPERATIONS_OF_A_DOCUMENT = 3;

const operationsOf = ({ document, request, stored }: Addition, collection?: CollectionRow): WriteOperation[] => [
  claimUpload(stored.upload),
  putQueued(request),
  putTrainingDocument({ ...document, ...placeIn(collection) }),
];

/** Attempts to add documents to a collection that others delete at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Writes all rows in one transaction. Returns the documents as they were written.
 * @throws WorkflowNotFoundError, IdempotencyKeyInUseError, UploadNotReadyError, StorageFullError
 */
const writeAdditions = async (
  service: Service,
  workflow: WorkflowRow,
  additions: readonly Addition[],
  input: FilesToAdd,
  attempt = 1,
): Promise<TrainingDocument[]> => {
  const { claim, collection = UNNAMED_COLLECTION } = input;
  const named = collection === UNNAMED_COLLECTION ? undefined : await ensureCollection(service, workflow, collection);
  const documents = additions.flatMap((addition) => operationsOf(addition, named));
  const ids = additions.map(({ document }) => document.document_id);
  const operations = {
    workflow: [workflowExists(workflow)],
    claim: claim === undefined ? [] : [linkMade(claim, ids)],
    collection: named === undefined ? [] : [collectionExists(workflow, named)],
  };
  try {
    await service.table.write([...documents, ...operations.workflow, ...operations.claim, ...operations.collection]);
    return additions.map(({ document }) => ({ ...document, ...placeIn(named) }));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const failed = (from: number, { length }: readonly unknown[]): boolean =>
      error.operations.some((index) => index >= from && index < from + length);
    checkUploads(error, additions);
    if (failed(documents.length, operations.workflow))
      throw new WorkflowNotFoundError(`This account has no workflow with the key ${workflow.workflow_id}.`);
    if (failed(documents.length + 1, operations.claim)) throw new IdempotencyKeyInUseError();
    if (attempt === MAX_ATTEMPTS) throw error;
    // The collection was deleted meanwhile: the documents make it again.
    return writeAdditions(service, workflow, additions, input, attempt + 1);
  }
};

/** @throws UploadNotReadyError where a concurrent request has claimed one of the uploads */
const checkUploads = ({ operations }: ConditionFailedError, additions: readonly Addition[]): void => {
  const at = additions.findIndex(({ isOwn }, index) => !isOwn && operations.includes(OPERATIONS_OF_A_DOCUMENT * index));
  const taken = additions[at];
  if (taken !== undefined) throw unknownUpload(taken.stored.upload.upload_id, locationOf(at));
};

/** Returns what was added before with the same idempotency key, and starts what the process that added it did not. */
const continueAdding = async (
  service: Service,
  workflow: WorkflowRow,
  ids: readonly string[],
): Promise<TrainingDocument[]> => {
  const documents = await Promise.all(ids.map((id) => readTrainingDocument(service, { ...workflow, document_id: id })));
  const present = documents.filter((document) => document !== undefined);
  for (const document of present)
    if (document.status === 'reading')
      await admitAgain(service, await getProcessingRequest(service, readingKey(document)));
  return present;
};

/**
 * Adds the files to the workflow's training data and returns their documents, in order. An accepted document is read to
 * its end, even where this process is killed. A claim that names documents returns those.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, DocumentEmptyError, DocumentTooLargeError,
 *   UnsupportedFormatError (bytes only), UploadNotReadyError, IdempotencyKeyInUseError, StorageFullError: nothing is added
 */
export const addTrainingDocuments = async (
  service: Service,
  account: Account,
  input: FilesToAdd,
): Promise<TrainingDocument[]> => {
  const workflow = await findOwnWorkflow(service, account, input.workflowKey);
  if (workflow.preview === true)
    throw new WorkflowNotTrainableError(
      'A preview is trained on the documents of the workflow that it will replace. Add the files to that workflow.',
    );
  if (input.claim?.madeIds !== undefined) return continueAdding(service, workflow, input.claim.madeIds);
  for (const [at, file] of input.files.entries())
    await withFileNumber(at, input.files.length, () => checkBytes(service, account, file));
  const additions = await storeFiles(service, account, workflow, input);
  let documents: TrainingDocument[];
  try {
    documents = await writeAdditions(service, workflow, additions, input);
  } catch (error) {
    await discardOwn(service, additions);
    throw error;
  }
  for (const { request } of additions) await admit(service, request);
  return documents;
};
