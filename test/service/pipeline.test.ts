import { afterEach, describe, expect, it } from 'vitest';
import {
  DocumentEncryptedError,
  DocumentUnreadableError,
  ParserStoppedError,
  ResultIncompleteError,
  StorageFullError,
  TemporarilyUnavailableError,
} from '../../core/errors.ts';
import { complete } from '../../core/processing/complete.ts';
import { processDocument } from '../../core/processing/process-document.ts';
import { readJsonBlob } from '../../core/storage/json-blob.ts';
import {
  documentSplittingSchema,
  GENERIC_WORKFLOW_ID,
  processingParametersSchema,
} from '../../core/requests/processing-request.ts';
import { processingBlobs } from '../../core/requests/processing-blobs.ts';
import type { ProcessingRequest } from '../../core/requests/processing-request.ts';
import { BLANK_PAGE_PROBABILITY } from '../../core/splitting/fit-density.ts';
import { moveTo, readProcessingRequest } from '../../core/requests/processing-requests.ts';
import { resumeUnfinished } from '../../core/workflows/resume-unfinished.ts';
import type { Service } from '../../core/service.ts';
import { countedUsage } from '../fakes/counted-usage.ts';
import { FakeParsers } from '../fakes/documents/fake-parsers.ts';
import {
  ACCOUNT,
  modelThatSplitsBefore,
  openHarness,
  pdfOf,
  recordOf,
  waitForEnd,
} from './harness/pipeline-harness.ts';
import type { Harness, HarnessOptions } from './harness/pipeline-harness.ts';

const open: Harness[] = [];
const harnessOf = async (options?: HarnessOptions): Promise<Harness> => {
  const harness = await openHarness(options);
  open.push(harness);
  return harness;
};
afterEach(async () => {
  for (const harness of open.splice(0)) await harness.close();
});

const post = (service: Service, pages: number, parameters: unknown = {}): Promise<ProcessingRequest> =>
  processDocument(service, ACCOUNT, {
    workflowKey: GENERIC_WORKFLOW_ID,
    file: { name: 'mail.pdf', bytes: pdfOf(pages) },
    parameters: processingParametersSchema.parse(parameters),
  });

const finish = (service: Service, request: ProcessingRequest): Promise<ProcessingRequest> =>
  waitForEnd(service, request.processing_id);

const process = async (harness: Harness, pages: number, parameters?: unknown): Promise<ProcessingRequest> =>
  finish(harness.service, await post(harness.service, pages, parameters));

const splittingOf = (harness: Harness, request: ProcessingRequest) =>
  readJsonBlob(
    harness.service.blobs,
    processingBlobs(ACCOUNT.account_id, request.processing_id).documentSplitting,
    documentSplittingSchema,
  );

const usageOf = async (harness: Harness) => {
  const { requests, succeeded, failed, pages, sub_documents } = await countedUsage(harness.service, ACCOUNT.account_id);
  return { requests, succeeded, failed, pages, documents: sub_documents };
};

describe('the pipeline', () => {
  it('splits a file where the model predicts a boundary, with a confidence for each gap', async () => {
    const harness = await harnessOf({ splitModel: modelThatSplitsBefore(4) });
    const request = await process(harness, 5);
    expect(request).toMatchObject({ state: 'succeeded', page_count: 5, sub_document_count: 2, kind: 'pdf' });
    const splitting = await splittingOf(harness, request);
    expect(splitting.sub_documents).toEqual([
      { name: 'Document 1', pages: [1, 2, 3] },
      { name: 'Document 2', pages: [4, 5] },
    ]);
    expect(splitting.split_point_confidences.map((value) => value.toFixed(2))).toEqual([
      '0.80',
      '0.80',
      '0.80',
      '0.80',
    ]);
  });

  it('says for each gap whether it was split, with which confidence, and whether the model or the caller decided', async () => {
    const harness = await harnessOf({ splitModel: modelThatSplitsBefore(4) });
    const request = await process(harness, 4, { keep_together: [[1, 2]] });
    const splitting = await splittingOf(harness, request);
    const [, second, third] = splitting.split_point_confidences;
    expect(splitting.decisions).toEqual([
      { after_page: 1, split: false, confidence: 1, decided_by: 'caller' },
      { after_page: 2, split: false, confidence: second, decided_by: 'model' },
      { after_page: 3, split: true, confidence: third, decided_by: 'model' },
    ]);
  });

  it('leaves a confidence of 1 to the caller, also before a blank page and where the model is certain', async () => {
    const answers = { probabilities: [0, 1, 0.0005], modelVersion: 'certain' };
    const harness = await harnessOf({ splitModel: { score: () => Promise.resolve(answers) } });
    const splitting = await splittingOf(harness, await process(harness, 4));
    expect(splitting.split_point_confidences).toEqual([
      Number((1 - 2 * BLANK_PAGE_PROBABILITY).toFixed(6)),
      0.999999,
      0.999,
    ]);
  });

  it('returns one document and no confidence for one page', async () => {
    const harness = await harnessOf({ splitModel: { score: () => Promise.reject(new Error('unexpected call')) } });
    const request = await process(harness, 1);
    expect(await splittingOf(harness, request)).toEqual({
      schema_version: 1,
      sub_documents: [{ name: 'Document 1', pages: [1] }],
      split_point_confidences: [],
      decisions: [],
    });
  });

  it('does not call the model in the modes per_page and none', async () => {
    const harness = await harnessOf({ splitModel: { score: () => Promise.reject(new Error('unexpected call')) } });
    expect((await process(harness, 3, { mode: 'per_page' })).sub_document_count).toBe(3);
    expect((await process(harness, 3, { mode: 'none' })).sub_document_count).toBe(1);
  });

  it('counts a request once and publishes its event with the id of the request', async () => {
    const harness = await harnessOf({ splitModel: modelThatSplitsBefore(2) });
    const request = await process(harness, 3);
    await expect.poll(() => harness.events.length).toBe(1);
    expect(harness.events[0]).toMatchObject({
      id: request.processing_id,
      type: 'processing.succeeded',
      data: { page_count: 3, sub_document_count: 2 },
    });
    expect(await usageOf(harness)).toEqual({ requests: 1, succeeded: 1, failed: 0, pages: 3, documents: 2 });
  });

  it('stores code and message of an error that the document caused, and does not retry it', async () => {
    const parsers = new FakeParsers({
      inspect: () => Promise.reject(new DocumentEncryptedError('It needs a password.')),
    });
    const harness = await harnessOf({ parsers });
    const request = await process(harness, 1);
    expect(request.failure).toEqual({
      code: 'document_encrypted',
      detail: 'It needs a password.',
      status: 422,
      caused_by_document: true,
    });
    expect(parsers.count('inspect')).toBe(1);
    await expect.poll(() => harness.events.map(({ type }) => type)).toEqual(['processing.failed']);
    expect(await usageOf(harness)).toMatchObject({ requests: 1, failed: 1 });
  });

  it('stores them also where the error is thrown in the Map state', async () => {
    const parsers = new FakeParsers({
      readPageRange: () => Promise.reject(new DocumentUnreadableError('Page 3 is broken.')),
    });
    const harness = await harnessOf({ parsers });
    expect((await process(harness, 30)).failure).toMatchObject({
      code: 'document_unreadable',
      detail: 'Page 3 is broken.',
    });
  });

  it.each([
    ['a dependency is down', () => new TemporarilyUnavailableError('down')],
    ['the disk is full', () => new StorageFullError()],
  ])('goes on reading the other chunks where one is retried because %s', async (_, errorOf) => {
    const read: number[] = [];
    const [otherBegan, repeated] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const parsers = new FakeParsers({
      readPageRange: async (input, options) => {
        const { from } = input.range;
        read.push(from);
        if (read.filter((page) => page === from).length > 1) repeated.resolve(undefined);
        else if (from === 2) {
          otherBegan.resolve(undefined);
          options?.signal?.addEventListener('abort', ({ target }) => {
            repeated.reject(target instanceof AbortSignal ? target.reason : undefined);
          });
          await repeated.promise;
        } else {
          await otherBegan.promise;
          throw errorOf();
        }
        return new FakeParsers().run('readPageRange', input);
      },
    });
    const request = await process(await harnessOf({ parsers }), 2);
    expect([request.state, read.sort()]).toEqual(['succeeded', [1, 1, 2]]);
  });

  describe('whose parser process is stopped at some of its pages', () => {
    /** Of a document of so many pages. */
    const processStoppedAt = async (stoppedAt: readonly number[], pages: number) => {
      const parsers = new FakeParsers({
        readPageRange: async (input, options) => {
          for (let page = input.range.from; page <= input.range.to; page += 1) {
            if (input.unread === undefined && stoppedAt.includes(page))
              throw new DocumentUnreadableError('It takes too long.', { cause: new ParserStoppedError('Too slow.') });
            options?.onPage?.(page);
          }
          return new FakeParsers().run('readPageRange', input);
        },
      });
      return process(await harnessOf({ parsers }), pages);
    };
    const unreadable = { state: 'failed', failure: { code: 'document_unreadable' } };

    it.each([
      ['one of two', [2], 2],
      ['two of forty', [3, 17], 40],
    ])('is processed without the text of these: %s', async (_, stoppedAt, pages) => {
      expect(await processStoppedAt(stoppedAt, pages)).toMatchObject({ state: 'succeeded' });
    });

    it.each([
      ['the only one', [1], 1],
      ['two of twenty', [3, 17], 20],
      ['each of forty', Array.from({ length: 40 }, (__, at) => at + 1), 40],
    ])('is refused where these are more than one in twenty: %s', async (_, stoppedAt, pages) => {
      expect(await processStoppedAt(stoppedAt, pages)).toMatchObject(unreadable);
    });
  });

  it('does not disclose an internal error', async () => {
    const harness = await harnessOf({ splitModel: { score: () => Promise.reject(new TypeError('secret')) } });
    const request = await process(harness, 2);
    expect(request.failure).toMatchObject({ code: 'processing_failed', status: 500, caused_by_document: false });
    expect(request.failure?.detail).not.toContain('secret');
  });

  it('retries a temporarily unavailable model until it is available', async () => {
    let calls = 0;
    const score = () => {
      calls += 1;
      return calls < 4
        ? Promise.reject(new TemporarilyUnavailableError('cold'))
        : modelThatSplitsBefore(2).score([1, 2].map((page) => Buffer.from(JSON.stringify(recordOf(page)))));
    };
    const request = await process(await harnessOf({ splitModel: { score } }), 2);
    expect([request.state, request.sub_document_count, calls]).toEqual(['succeeded', 2, 4]);
  });

  it('fails as temporarily unavailable where the model stays unavailable', async () => {
    const request = await process(
      await harnessOf({ splitModel: { score: () => Promise.reject(new TemporarilyUnavailableError('down')) } }),
      2,
    );
    expect(request.failure).toMatchObject({ code: 'temporarily_unavailable', caused_by_document: false });
  });

  it('refuses parameters that do not fit the page count', async () => {
    const request = await process(await harnessOf(), 3, { split_before: [9] });
    expect(request.failure).toMatchObject({ code: 'parameters_do_not_fit', status: 422, caused_by_document: true });
  });

  it('keeps a failed request failed when a later step is repeated', async () => {
    const harness = await harnessOf({ stateMachinesDown: true });
    const { service } = harness;
    const request = await post(service, 2);
    await service.table.write([
      moveTo(request, 'failed', {
        failure: { code: 'x', detail: 'x', status: 422, caused_by_document: true },
      }),
    ]);
    await complete(service, request);
    await expect(service.table.write([moveTo(request, 'succeeded', {})])).rejects.toThrow('condition');
    expect((await finish(service, request)).state).toBe('failed');
    expect(await usageOf(harness)).toMatchObject({ requests: 0, succeeded: 0 });
  });
});

describe('a queued request', () => {
  it('does not succeed before it is processed, whatever files it has', async () => {
    const { service } = await harnessOf({ stateMachinesDown: true });
    const request = await post(service, 1);
    const { resultsBuilt, documentSplitting } = processingBlobs(request.account_id, request.processing_id);
    await service.blobs.put(resultsBuilt, '{}', 'application/json');
    const splitting = {
      schema_version: 1,
      sub_documents: [{ name: 'Document 1', pages: [1] }],
      split_point_confidences: [],
    };
    await service.blobs.put(documentSplitting, JSON.stringify(splitting), 'application/json');
    await expect(complete(service, request)).rejects.toThrow(ResultIncompleteError);
    expect((await readProcessingRequest(service, request))?.state).toBe('queued');
  });
});

describe('a restart', () => {
  it('finishes a queued request', async () => {
    const harness = await harnessOf({ stateMachinesDown: true, splitModel: modelThatSplitsBefore(2) });
    const request = await post(harness.service, 2);
    const restarted = harness.restarted({ splitModel: modelThatSplitsBefore(2) });
    expect(await resumeUnfinished(restarted)).toEqual({ started: 1, announced: 0 });
    expect(await finish(restarted, request)).toMatchObject({ state: 'succeeded', sub_document_count: 2 });
  });

  it('does not repeat the chunks that were read before', async () => {
    let reads = 0;
    const stuck = new FakeParsers({
      readPageRange: async (input) => {
        reads += 1;
        if (reads > 3) return new Promise(() => undefined);
        return new FakeParsers().run('readPageRange', input);
      },
    });
    const harness = await harnessOf({ parsers: stuck });
    const request = await post(harness.service, 8);
    const { records } = processingBlobs(request.account_id, request.processing_id);
    await expect.poll(async () => (await harness.service.blobs.list(records)).length).toBe(3);
    const parsers = new FakeParsers();
    const restarted = harness.restarted({ parsers, splitModel: modelThatSplitsBefore() });
    await resumeUnfinished(restarted);
    expect((await finish(restarted, request)).state).toBe('succeeded');
    expect([parsers.count('inspect'), parsers.count('readPageRange')]).toEqual([0, 5]);
  });

  it('counts a request once that two processes finish concurrently', async () => {
    const harness = await harnessOf();
    const request = await post(harness.service, 4);
    const second = harness.restarted();
    await resumeUnfinished(second);
    await finish(second, request);
    await expect.poll(async () => (await resumeUnfinished(second)).started).toBe(0);
    expect(await usageOf(harness)).toMatchObject({ requests: 1, succeeded: 1, pages: 4 });
    expect(new Set(harness.events.map(({ id }) => id))).toEqual(new Set([request.processing_id]));
  });

  it('publishes the event of a request that was finished but not announced, with the same id', async () => {
    const harness = await harnessOf({ stateMachinesDown: true });
    const request = await post(harness.service, 1);
    await harness.service.table.write([moveTo(request, 'processing', {})]);
    await harness.service.table.write([moveTo(request, 'succeeded', { page_count: 1, sub_document_count: 1 })]);
    expect(await resumeUnfinished(harness.service)).toEqual({ started: 0, announced: 1 });
    expect(await resumeUnfinished(harness.service)).toEqual({ started: 0, announced: 0 });
    expect(harness.events.map(({ id }) => id)).toEqual([request.processing_id]);
  });
});
