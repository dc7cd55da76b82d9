/** Posts a file and waits for its result, as a client does. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import type { RunningService } from '../running-service.ts';

export interface Processed {
  /** 201 where the document was processed, else the status of the refusal or failure. */
  readonly status: number;
  readonly milliseconds: number;
  /** Only with 201. */
  readonly result?: ProcessingResult;
  /** `code` of the problem body, if any. */
  readonly code?: string;
}

/**
 * Posts the file to the generic workflow and polls until it is processed, or until `limitMs` have passed (then status
 * 0).
 */
export async function processDocument(service: RunningService, path: string, limitMs = 600_000): Promise<Processed> {
  const started = performance.now();
  const form = new FormData();
  form.set('file', await openAsBlob(path), basename(path));
  let response = await service.request(`/processing/${GENERIC_WORKFLOW_ID}?wait_for=120`, {
    method: 'POST',
    body: form,
  });
  let text = await response.text();
  while (response.status === 202) {
    if (performance.now() - started > limitMs) return { status: 0, milliseconds: performance.now() - started };
    const location = response.headers.get('location') ?? '';
    await sleep(50);
    response = await service.request(`${location.replace(service.baseUrl, '')}?wait_for=120`);
    text = await response.text();
  }
  const milliseconds = performance.now() - started;
  // The service checks its own answers against their schemas (bench/contract/contract.ts); here they are not validated.
  if (response.status === 200 || response.status === 201)
    return { status: 201, milliseconds, result: JSON.parse(text) as ProcessingResult };
  const { code } = JSON.parse(text) as { code?: string };
  return { status: response.status, milliseconds, ...(code === undefined ? {} : { code }) };
}

/** Fetches the hOCR and all sub-PDFs of a result. @throws Error where one is missing */
export async function fetchResults(service: RunningService, result: ProcessingResult): Promise<void> {
  const base = `/processing/results/${result.processing_id}`;
  const paths = [
    `${base}/hocr`,
    ...(result.document_splitting?.sub_documents ?? []).map((_, index) => `${base}/split-pdfs/${index}`),
  ];
  for (const path of paths) {
    const response = await service.request(path);
    const bytes = await response.arrayBuffer();
    if (response.status !== 200 || bytes.byteLength === 0)
      throw new Error(`${path} answered ${response.status} with ${bytes.byteLength} bytes.`);
  }
}
