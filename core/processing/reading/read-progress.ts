/** GET …/progress: which step a request is in, and how many of its pages have been read. */
import { z } from 'zod';
import { disclosedCode } from '../../requests/failure.ts';
import { processingStateSchema } from '../../requests/processing-request.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import { pagesBeingRead } from '../../requests/pages/page-progress.ts';
import type { Service } from '../../service.ts';

export const progressSchema = z
  .strictObject({
    processing_id: z.uuid(),
    workflow_id: z.uuid(),
    file_name: z.string().describe('Of the document, as it was sent'),
    state: processingStateSchema,
    step: z
      .enum(['queued', 'inspect', 'read_pages', 'find_boundaries', 'build_results', 'complete'])
      .describe('`complete` once the request has ended, whether it succeeded or failed'),
    pages_done: z.int().min(0).describe('Pages that have been read; they never become fewer'),
    pages: z.int().min(1).nullable().describe('Null until the document has been inspected'),
    failure_code: z.string().nullable(),
  })
  .meta({ id: 'Progress' });
export type Progress = z.infer<typeof progressSchema>;

export const readProgress = async (
  service: Pick<Service, 'table' | 'blobs'>,
  request: ProcessingRequest,
): Promise<Progress> => {
  const { processing_id, workflow_id, file_name, state, page_count: pages = null, failure } = request;
  const base = { processing_id, workflow_id, file_name, state, pages, failure_code: disclosedCode(failure) };
  if (state === 'succeeded') return { ...base, step: 'complete', pages_done: pages ?? 0 };
  if (state === 'queued') return { ...base, step: 'queued', pages_done: 0 };
  const read = await pagesRead(service, request);
  if (state === 'failed') return { ...base, step: 'complete', pages_done: read };
  if (pages === null) return { ...base, step: 'inspect', pages_done: 0 };
  return { ...base, step: read < pages ? 'read_pages' : await laterStep(service, request), pages_done: read };
};

/** Pages of the chunks that have been read, and of those that are being read. */
const pagesRead = async (service: Pick<Service, 'table' | 'blobs'>, request: ProcessingRequest): Promise<number> => {
  const ranges = (await service.blobs.list(processingBlobs(request.account_id, request.processing_id).records)).flatMap(
    (key) => {
      const [, from, to] = /(\d+)-(\d+)\.jsonl$/.exec(key) ?? [];
      return from === undefined || to === undefined
        ? []
        : [{ from: Number(from), pages: Number(to) - Number(from) + 1 }];
    },
  );
  const counts = new Map(await pagesBeingRead(service, request));
  for (const { from, pages } of ranges) counts.set(from, pages);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
};

const laterStep = async (
  { blobs }: Pick<Service, 'blobs'>,
  request: ProcessingRequest,
): Promise<'find_boundaries' | 'build_results' | 'complete'> => {
  const { documentSplitting, resultsBuilt } = processingBlobs(request.account_id, request.processing_id);
  if ((await blobs.head(documentSplitting)) === undefined) return 'find_boundaries';
  return (await blobs.head(resultsBuilt)) === undefined ? 'build_results' : 'complete';
};
