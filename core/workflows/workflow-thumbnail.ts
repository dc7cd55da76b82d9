/** The thumbnail of a workflow: an image that its creator sent, made small. */
import type { Account } from '../accounts/account.ts';
import { detectKind } from '../documents/formats/detect-kind.ts';
import { DocumentUnreadableError, NotFoundError, ValidationError } from '../errors.ts';
import { discard } from '../processing/store-upload.ts';
import { putUpload } from '../requests/uploads.ts';
import type { Upload } from '../requests/uploads.ts';
import type { WorkflowKey } from '../requests/workflows/workflow-key.ts';
import { fileNameOf } from '../results/file-names.ts';
import type { ResultFile } from '../results/result-file.ts';
import type { Service } from '../service.ts';
import { findOwnWorkflow } from './find-own-workflow.ts';
import { workflowBlobs } from './workflow.ts';

const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 5;
const KINDS = ['jpeg', 'png', 'gif', 'webp'];
const HOUR = 3_600_000;

const refused = (type: string, msg: string, cause?: unknown): ValidationError =>
  new ValidationError([{ loc: ['body', 'thumbnail'], msg, type }], { cause });

const checkImage = (bytes: Uint8Array): void => {
  if (bytes.length > MAX_MEGABYTES * MEGABYTE) throw refused('too_big', `must have at most ${MAX_MEGABYTES} MB`);
  if (!KINDS.includes(detectKind(bytes) ?? '')) throw refused('no_image', 'must be a JPEG, PNG, GIF or WebP image');
};

/** The blob of a workflow that has no row yet: an unclaimed upload, which the sweep deletes after a crash. */
const uploadOf = (service: Service, key: WorkflowKey): Upload => ({
  upload_id: key.workflow_id,
  account_id: key.account_id,
  file_name: 'thumbnail',
  blob_key: workflowBlobs(key).thumbnail,
  delete_after: new Date(service.clock.now().getTime() + HOUR).toISOString(),
});

/**
 * Makes and stores the thumbnail. The transaction that creates the workflow claims the returned upload.
 * @param bytes  the image as it was sent: it is decoded in a parser process
 * @throws ValidationError where it is no image, cannot be decoded or is too large; StorageFullError
 */
export const storeThumbnail = async (service: Service, key: WorkflowKey, bytes: Uint8Array): Promise<Upload> => {
  checkImage(bytes);
  const upload = uploadOf(service, key);
  const sent = `${upload.blob_key}/sent`;
  // Before the bytes: after a crash, the sweep finds the row and deletes both files, one below the key of the other.
  await service.table.write([putUpload(upload)]);
  try {
    await service.blobs.put(sent, bytes, 'application/octet-stream');
    await service.parsers.run('makeThumbnail', {
      reads: [sent],
      writes: [{ key: upload.blob_key, contentType: 'image/jpeg' }],
      input: null,
    });
    await service.blobs.deleteAll(sent);
  } catch (error) {
    await discard(service, upload);
    if (!(error instanceof DocumentUnreadableError)) throw error;
    throw refused('no_image', 'must be an image that can be decoded, of at most 50 million pixels', error);
  }
  return upload;
};

/** @throws WorkflowNotFoundError, NotFoundError where the workflow has no thumbnail */
export const readWorkflowThumbnail = async (
  service: Pick<Service, 'table' | 'blobs'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
): Promise<ResultFile> => {
  const none = new NotFoundError('The workflow has no thumbnail.');
  const workflow = await findOwnWorkflow(service, account, workflowKey, () => none);
  const blob = await service.blobs.head(workflowBlobs(workflow).thumbnail);
  if (workflow.has_thumbnail !== true || blob === undefined) throw none;
  return { ...blob, fileName: fileNameOf(workflow.workflow_name, blob.contentType, '-thumbnail') };
};
