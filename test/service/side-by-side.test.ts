/** A chunk whose ranges are read by several processes in parallel, as in a function with two cores. */
import { afterEach, describe, expect, it } from 'vitest';
import { DocumentUnreadableError } from '../../core/errors.ts';
import { processDocument } from '../../core/processing/process-document.ts';
import type { PageRange } from '../../core/documents/formats/document-file.ts';
import type { ParserJobName, ParserJobOptions, ParserJobs } from '../../core/parser-jobs.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../core/requests/processing-request.ts';
import { processingBlobs } from '../../core/requests/processing-blobs.ts';
import type { ProcessingRequest } from '../../core/requests/processing-request.ts';
import { readProcessingRequest } from '../../core/requests/processing-requests.ts';
import { FakeParsers } from '../fakes/documents/fake-parsers.ts';
import { ACCOUNT, modelThatSplitsBefore, openHarness, pdfOf } from './harness/pipeline-harness.ts';
import type { Harness } from './harness/pipeline-harness.ts';

const PAGES = 11;

interface Reading extends PageRange {
  readonly signal: AbortSignal | undefined;
}

/** Records the ranges that were read. */
class WatchedParsers extends FakeParsers {
  readonly jobsPerChunk: number;
  readonly readings: Reading[] = [];
  /** Called before each range is read; its error becomes that of the job. */
  readonly #act: (reading: Reading) => Promise<void>;

  constructor(jobsPerChunk: number, act: (reading: Reading) => Promise<void> = () => Promise.resolve()) {
    super();
    this.jobsPerChunk = jobsPerChunk;
    this.#act = act;
  }

  override async run<Name extends ParserJobName>(
    name: Name,
    input: ParserJobs[Name]['input'],
    options?: ParserJobOptions,
  ): Promise<ParserJobs[Name]['output']> {
    if (name === 'readPageRange' && input !== null && 'range' in input) {
      const reading = { ...input.range, signal: options?.signal };
      this.readings.push(reading);
      await this.#act(reading);
    }
    return super.run(name, input);
  }
}

const open: Harness[] = [];
afterEach(async () => {
  for (const harness of open.splice(0)) await harness.close();
});

const process_ = async (parsers: WatchedParsers): Promise<{ harness: Harness; request: ProcessingRequest }> => {
  const harness = await openHarness({ parsers, splitModel: modelThatSplitsBefore(4) });
  open.push(harness);
  const accepted = await processDocument(harness.service, ACCOUNT, {
    workflowKey: GENERIC_WORKFLOW_ID,
    file: { name: 'a.pdf', bytes: pdfOf(PAGES) },
    parameters: processingParametersSchema.parse({}),
  });
  await expect
    .poll(async () => (await readProcessingRequest(harness.service, accepted))?.state)
    .toMatch(/^(?:succeeded|failed)$/u);
  const request = await readProcessingRequest(harness.service, accepted);
  if (request === undefined) throw new Error('The request is gone.');
  return { harness, request };
};

const blobsOf = async (
  { service }: Harness,
  request: ProcessingRequest,
): Promise<{ keys: number; results: string[] }> => {
  const blobs = processingBlobs(request.account_id, request.processing_id);
  const text = async (key: string): Promise<string> =>
    new TextDecoder().decode(await service.blobs.get(key)).replaceAll(request.processing_id, 'id');
  const records = await service.blobs.list(blobs.records);
  return {
    keys: records.length,
    results: [
      (await Promise.all(records.map(text))).join(''),
      await text(blobs.ocr),
      await text(blobs.hocr),
      await text(blobs.pageGeometry),
      await text(blobs.documentSplitting),
      await text(blobs.extractions),
    ],
  };
};

const rangesOf = ({ readings }: WatchedParsers): string[] => readings.map(({ from, to }) => `${from}-${to}`).sort();

describe('a chunk that two processes read', () => {
  it('has the same results as with one process, from the same ranges, in half as many files', async () => {
    const [one, two] = [new WatchedParsers(1), new WatchedParsers(2)];
    const [alone, sideBySide] = [await process_(one), await process_(two)];
    expect([alone.request.state, sideBySide.request.state]).toEqual(['succeeded', 'succeeded']);
    expect(rangesOf(two)).toEqual(rangesOf(one));
    const [aloneBlobs, sideBySideBlobs] = [
      await blobsOf(alone.harness, alone.request),
      await blobsOf(sideBySide.harness, sideBySide.request),
    ];
    expect(sideBySideBlobs.results).toEqual(aloneBlobs.results);
    expect([aloneBlobs.keys, sideBySideBlobs.keys]).toEqual([PAGES, Math.ceil(PAGES / 2)]);
  });

  it('is read by both in parallel', async () => {
    // Each waits for the other: in sequence, neither would end.
    const waiting = new Map<number, PromiseWithResolvers<undefined>>();
    const pairOf = (from: number): PromiseWithResolvers<undefined> => {
      const pair = waiting.get(Math.ceil(from / 2)) ?? Promise.withResolvers<undefined>();
      waiting.set(Math.ceil(from / 2), pair);
      return pair;
    };
    const parsers = new WatchedParsers(2, async ({ from }) => {
      if (from % 2 === 0 || from === PAGES) pairOf(from).resolve(undefined);
      await pairOf(from).promise;
    });
    expect((await process_(parsers)).request.state).toBe('succeeded');
    expect(parsers.readings).toHaveLength(PAGES);
  });

  it('aborts one process where the other cannot read its pages, with that error as the reason', async () => {
    const stopped: unknown[] = [];
    const parsers = new WatchedParsers(2, ({ from, signal }) => {
      if (from === 2) return Promise.reject(new DocumentUnreadableError('Page 2 crashes its reader.'));
      if (from !== 1) return Promise.resolve();
      return new Promise((_, reject) => {
        const stop = (): void => {
          stopped.push(signal?.reason);
          reject(signal?.reason as Error); // The reason of the abort is an error.
        };
        // Page 2 may have crashed its reader before this one begins.
        if (signal?.aborted === true) stop();
        else signal?.addEventListener('abort', stop);
      });
    });
    const { request } = await process_(parsers);
    expect(request).toMatchObject({
      state: 'failed',
      failure: { code: 'document_unreadable', detail: 'Page 2 crashes its reader.' },
    });
    expect(stopped).toEqual([expect.any(DocumentUnreadableError)]);
  });
});
