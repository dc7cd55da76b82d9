/** Sends documents to be split. */
import { answerOf, api } from './client/client.ts';
import type { Schema } from './client/client.ts';
import { MAX_DIRECT_BYTES, sendForm, uploadFile } from './uploads.ts';
import type { UploadOptions } from './uploads.ts';

/** A file on its way, with what must not be done twice when the attempt is repeated. */
export interface PendingFile {
  readonly file: File;
  /** The same for every attempt: a repetition finds the request that the first attempt made. */
  readonly idempotencyKey: string;
  /** Of a large file that is in storage already: a repetition does not send it again. */
  uploadId?: string;
}

export const pendingFile = (file: File): PendingFile => ({ file, idempotencyKey: crypto.randomUUID() });

interface ProcessOptions extends UploadOptions {
  readonly parameters?: Schema<'ProcessUpload'>['parameters'];
}

/**
 * Sends a file to a workflow; it does not wait for the result. An attempt that failed can be repeated with the same
 * `pending`: the document is made once.
 * @returns the processing_id
 * @throws ApiProblem, NoAnswerError, FileUnreadableError, and the signal's reason
 */
export const processFile = async (
  workflowKey: string,
  pending: PendingFile,
  options: ProcessOptions = {},
): Promise<string> => {
  const { file, idempotencyKey } = pending;
  if (file.size <= MAX_DIRECT_BYTES) {
    const form = new FormData();
    form.append('file', file);
    if (options.parameters !== undefined) form.append('parameters', JSON.stringify(options.parameters));
    const path = `/processing/${encodeURIComponent(workflowKey)}`;
    const answer = await sendForm(path, form, { ...options, idempotencyKey, size: file.size });
    // The schemas of the 201 and of the 202 have it.
    return (answer as Schema<'InProgress'>).processing_id;
  }
  pending.uploadId ??= await uploadFile(file, options);
  // It may have left with an earlier attempt.
  options.onProgress?.(1);
  const { processing_id: id } = await answerOf(
    api.POST('/processing/{workflow_key}', {
      params: {
        path: { workflow_key: workflowKey },
        header: { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey },
      },
      body: {
        upload_id: pending.uploadId,
        ...(options.parameters === undefined ? {} : { parameters: options.parameters }),
      },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }),
  );
  return id;
};

/** Stops the processing of a document. @throws ApiProblem, NoAnswerError */
export const cancelProcessing = async (processingId: string): Promise<void> => {
  await answerOf(
    api.POST('/processing/results/{processing_id}/cancel', {
      params: { path: { processing_id: processingId }, header: { 'Idempotency-Key': crypto.randomUUID() } },
    }),
  );
};
