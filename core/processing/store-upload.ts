/** Checks and stores the files of a request: bytes that came with it, or uploads of POST /uploads. */
import type { Account } from '../accounts/account.ts';
import { maxDocumentBytes } from '../accounts/limits/plan.ts';
import { detectKind } from '../documents/formats/detect-kind.ts';
import {
  DocumentEmptyError,
  DocumentTooLargeError,
  TearlineError,
  UnsupportedFormatError,
  UploadNotReadyError,
} from '../errors.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import { discardUpload, putUpload, readUpload } from '../requests/uploads.ts';
import type { Upload } from '../requests/uploads.ts';
import type { Service } from '../service.ts';

const HOUR = 3_600_000;

export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array } | { readonly uploadId: string };

export interface StoredUpload {
  readonly upload: Upload;
  /** In bytes. */
  readonly size: number;
}

type Location = readonly (string | number)[];

/** @param loc  where the upload's id is in the request */
export const unknownUpload = (uploadId: string, loc: Location): UploadNotReadyError =>
  new UploadNotReadyError([
    {
      loc,
      msg: `There is no upload ${uploadId} to process: it is unknown, expired, or belongs to a request already. Create a new one with POST /uploads.`,
      type: 'unknown_upload',
    },
  ]);

/** @throws DocumentEmptyError, DocumentTooLargeError */
export const checkSize = (service: Service, account: Pick<Account, 'plan'>, size: number): void => {
  if (size === 0) throw new DocumentEmptyError('The file has no bytes. Send a document.');
  const limit = maxDocumentBytes(service.settings, account);
  if (size > limit) throw new DocumentTooLargeError(`The file has ${size} bytes; at most ${limit} are allowed.`);
};

/** @throws DocumentEmptyError, DocumentTooLargeError, UnsupportedFormatError */
export const checkFile = (service: Service, account: Account, bytes: Uint8Array): void => {
  checkSize(service, account, bytes.length);
  if (detectKind(bytes) === undefined) {
    throw new UnsupportedFormatError(
      'The file is not a PDF, JPEG, PNG, GIF, TIFF or WebP. Convert it to one of these and send it again.',
    );
  }
};

/** Writes the row before the bytes: an upload that never becomes a request is found by its row and deleted. */
export const storeBytes = async (
  service: Service,
  account: Pick<Account, 'account_id' | 'plan'>,
  processingId: string,
  file: { readonly name: string; readonly bytes: Uint8Array },
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

/**
 * @param loc  where the upload's id is in the request
 * @throws UploadNotReadyError, DocumentEmptyError, DocumentTooLargeError
 */
export const findStored = async (
  service: Service,
  account: Pick<Account, 'account_id' | 'plan'>,
  uploadId: string,
  loc: Location,
): Promise<StoredUpload> => {
  const upload = await readUpload(service, { account_id: account.account_id, upload_id: uploadId.toLowerCase() });
  if (upload === undefined) throw unknownUpload(uploadId, loc);
  const blob = await service.blobs.head(upload.blob_key);
  if (blob === undefined) {
    throw new UploadNotReadyError([
      { loc, msg: 'The file has not been sent to the address of this upload yet.', type: 'upload_not_sent' },
    ]);
  }
  checkSize(service, account, blob.size);
  return { upload, size: blob.size };
};

/** Discards an upload after another error. Where this fails too, the sweep deletes the upload later. */
export const discard = async (service: Service, upload: Upload): Promise<void> => {
  try {
    await discardUpload(service, upload);
  } catch (error) {
    if (!(error instanceof TearlineError)) throw error;
  }
};
