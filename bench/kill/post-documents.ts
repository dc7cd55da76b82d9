/**
 * Client of the kill test: posts documents, waits for results, and computes a fingerprint of their deterministic parts.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import type { KillDocument } from './kill-documents.ts';
import type { RunningService } from '../running-service/running-service.ts';

const acceptedSchema = z.object({ processing_id: z.uuid() });
const resultSchema = z.object({ document_splitting: z.unknown(), ocr: z.unknown() });
export type Result = z.infer<typeof resultSchema>;

/** @returns the processing id @throws Error where the response is neither 201 nor 202, or there is no response */
export const postDocument = async (
  service: RunningService,
  document: KillDocument,
  idempotencyKey: string,
): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(document.bytes)]), document.name);
  const response = await service.request(`/processing/${GENERIC_WORKFLOW_ID}`, {
    method: 'POST',
    body: form,
    headers: { prefer: 'respond-async', 'idempotency-key': idempotencyKey },
  });
  const body = await response.text();
  if (response.status !== 201 && response.status !== 202)
    throw new Error(`${document.name}: ${response.status} ${body}`);
  return acceptedSchema.parse(JSON.parse(body)).processing_id;
};

/** Waits for the result. @throws Error where the processing failed */
export const finishedResult = async (service: RunningService, id: string): Promise<Result> => {
  for (;;) {
    const response = await service.request(
      `/processing/results/${id}?wait_for=60&include=document-splitting&include=ocr`,
    );
    const body = await response.text();
    if (response.status === 200) return resultSchema.parse(JSON.parse(body));
    if (response.status !== 202) throw new Error(`${id}: ${response.status} ${body}`);
  }
};

export const fingerprintOf = (result: Result): string =>
  createHash('sha256').update(JSON.stringify(result)).digest('hex');
