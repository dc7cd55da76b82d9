import type { RunningService } from '../running-service/running-service.ts';

/**
 * Splits a PDF, and waits for two minutes at most.
 * @returns the processing_id
 * @throws Error where it has not succeeded by then
 */
export const splitPdf = async (service: RunningService, workflowId: string, pdf: Buffer): Promise<string> => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'packet.pdf');
  const answer = await service.request(`/processing/${workflowId}?include=thumbnail&wait_for=120`, {
    method: 'POST',
    body,
  });
  if (answer.status !== 201) throw new Error(`The PDF was not split: ${answer.status} ${await answer.text()}`);
  // The API's own answer.
  return ((await answer.json()) as { processing_id: string }).processing_id;
};
