/** How far a document is, and the end of its processing before it is done. */
import { describe, expect, it } from 'vitest';
import { putPageProgress } from '../../../core/requests/pages/page-progress.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { findBoundaries } from '../../../core/processing/find-boundaries.ts';
import { SplitModelFaultError } from '../../../core/errors.ts';
import type { Table } from '../../../core/ports.ts';
import { inspect } from '../../../core/processing/reading/inspect.ts';
import { readPages } from '../../../core/processing/reading/read-pages.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { writePageFiles } from '../../fakes/documents/page-files.ts';
import { documentedMembers } from '../harness/documented-events.ts';
import { recordOf } from '../harness/pipeline-harness.ts';
import { processSample, startWithSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

interface Progress {
  readonly state: string;
  readonly step: string;
  readonly pages_done: number;
  readonly pages: number | null;
}

const startUnfinished = async (pages: number) => {
  const api = await startTestApi();
  api.service.stateMachines.runsAtOnce = false;
  const id = await processSample(api, { pages }, undefined, { url: `/processing/${GENERIC_WORKFLOW_ID}?wait_for=0` });
  return { api, id, key: { account_id: api.accountId, processing_id: id } };
};

const progressOf = async (api: TestApi, id: string): Promise<Progress> =>
  (await api.call({ url: `/processing/results/${id}/progress` })).json<Progress>();

const parsersOf = (api: TestApi, jobs: ConstructorParameters<typeof FakeParsers>[0]) =>
  new BlobParsers(new FakeParsers(jobs), api.service.blobs);

/** The reads of the API's table. */
const readsOf = ({ service: { table } }: TestApi): Pick<Table, 'get' | 'query'> => ({
  get: (item) => table.get(item),
  query: (query) => table.query(query),
});

const cancel = (api: TestApi, id: string) => api.call({ method: 'POST', url: `/processing/results/${id}/cancel` });

describe('Progress', () => {
  it('goes from step to step, with the pages that have been read', async () => {
    const { api, id, key } = await startUnfinished(3);
    expect(await progressOf(api, id)).toMatchObject({ state: 'queued', step: 'queued', pages_done: 0, pages: null });
    const { chunks } = await inspect(api.service, key);
    expect(await progressOf(api, id)).toMatchObject({
      state: 'processing',
      step: 'read_pages',
      pages_done: 0,
      pages: 3,
    });
    let done = 0;
    for (const chunk of chunks) {
      await readPages(api.service, chunk);
      done += chunk.to - chunk.from + 1;
      expect((await progressOf(api, id)).pages_done).toBe(done);
    }
    expect((await progressOf(api, id)).step).toBe('find_boundaries');
    await findBoundaries(api.service, key);
    expect((await progressOf(api, id)).step).toBe('build_results');
    await api.service.stateMachines.runWaiting();
    expect(await progressOf(api, id)).toMatchObject({ state: 'succeeded', step: 'complete', pages_done: 3, pages: 3 });
  });

  it('says of which workflow and which file it is', async () => {
    const { api, id } = await startUnfinished(2);
    const answer = await api.call({ url: `/processing/results/${id}/progress` });
    expect(answer.json()).toMatchObject({ workflow_id: GENERIC_WORKFLOW_ID, file_name: 'inbox.pdf' });
  });

  it('counts the pages of a chunk that is still being read, and none twice when it is read again', async () => {
    const { api, id, key } = await startUnfinished(2);
    const { chunks } = await inspect(api.service, key);
    const [chunk] = chunks;
    if (chunk === undefined) throw new Error('No chunk.');
    const seen: number[] = [];
    const slow = (fails: boolean) =>
      parsersOf(api, {
        readPageRange: async ({ range, folder }, options) => {
          for (let page = range.from; page <= range.to; page += 1) {
            await api.service.clock.sleep(3500);
            options?.onPage?.(page);
            await new Promise(setImmediate);
            seen.push((await progressOf(api, id)).pages_done);
          }
          if (fails) throw new Error('killed');
          writePageFiles(folder, [recordOf(1), recordOf(2)].slice(range.from - 1, range.to));
          return { pages: 1, ocrPages: 0 };
        },
      });
    await readPages({ ...api.service, parsers: slow(true) }, chunk).catch(() => undefined);
    await readPages({ ...api.service, parsers: slow(false) }, chunk);
    const pages = chunk.to - chunk.from + 1;
    expect(Math.max(...seen)).toBe(pages);
    expect((await progressOf(api, id)).pages_done).toBe(pages);
  });

  it('counts the pages of a document with more than 1,000 chunks', async () => {
    const { api, id, key } = await startUnfinished(2);
    await inspect(api.service, key);
    for (let from = 1; from <= 1001; from += 1)
      await api.service.table.write(putPageProgress({ ...key, from, to: from }, 1));
    expect((await progressOf(api, id)).pages_done).toBe(1001);
  });

  it('whose report fails by a defect fails the step once the chunk is read, and nothing before', async () => {
    const { api, key } = await startUnfinished(2);
    const [chunk] = (await inspect(api.service, key)).chunks;
    if (chunk === undefined) throw new Error('No chunk.');
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    let read = 0;
    const parsers = parsersOf(api, {
      readPageRange: async ({ range, folder }, options) => {
        await api.service.clock.sleep(3500);
        options?.onPage?.(range.from);
        // An unhandled rejection is announced after the current turn of the event loop.
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        writePageFiles(folder, [recordOf(1), recordOf(2)].slice(range.from - 1, range.to));
        read += 1;
        return { pages: 1, ocrPages: 0 };
      },
    });
    const table = { ...readsOf(api), write: () => Promise.reject(new Error('The table is broken.')) };
    await expect(readPages({ ...api.service, table, parsers }, chunk)).rejects.toThrow('The table is broken.');
    process.off('unhandledRejection', onUnhandled);
    expect([read, unhandled]).toEqual([1, []]);
  });

  it('of another account is refused', async () => {
    const sample = await startWithSample();
    expect((await sample.get('/progress', { key: sample.api.otherKey })).status).toBe(403);
  });
});

describe('Cancelling', () => {
  it('a queued document: it is failed with its own code, not processed, and charged nothing', async () => {
    const { api, id } = await startUnfinished(2);
    const answer = await cancel(api, id);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ state: 'failed', failure_code: 'cancelled' });
    await api.service.stateMachines.runWaiting();
    const result = await api.call({ url: `/processing/results/${id}` });
    expect([result.status, result.json()['code']]).toEqual([500, 'cancelled']);
    expect(api.service.events.published).toMatchObject([
      { type: 'processing.failed', data: { failure_code: 'cancelled' } },
    ]);
    expect(Object.keys(api.service.events.published[0]?.data ?? {})).toEqual(documentedMembers('processing.failed'));
    expect(api.logged).toEqual([]);
  });

  it('while pages are read: the reading stops at the next page', async () => {
    const { api, id, key } = await startUnfinished(2);
    const { chunks } = await inspect(api.service, key);
    const [chunk] = chunks;
    if (chunk === undefined) throw new Error('No chunk.');
    let aborted: unknown;
    const parsers = parsersOf(api, {
      readPageRange: async (_, options) => {
        await cancel(api, id);
        await api.service.clock.sleep(3500);
        options?.onPage?.(1);
        await new Promise(setImmediate);
        aborted = options?.signal?.aborted;
        throw options?.signal?.reason ?? new Error('The job was not stopped.');
      },
    });
    await readPages({ ...api.service, parsers }, chunk);
    expect(aborted).toBe(true);
    await findBoundaries(api.service, key);
    expect((await progressOf(api, id)).state).toBe('failed');
  });

  it('twice is the same as once', async () => {
    const { api, id } = await startUnfinished(2);
    await cancel(api, id);
    expect((await cancel(api, id)).status).toBe(200);
    expect(api.service.events.published).toHaveLength(1);
  });

  it('a document that has succeeded is refused, and changes nothing', async () => {
    const sample = await startWithSample();
    const answer = await cancel(sample.api, sample.id);
    expect([answer.status, answer.json()['code']]).toEqual([409, 'processing_state']);
    expect((await sample.get('')).status).toBe(200);
  });

  it('a document whose state is final is not asked for again; one that is being processed is', async () => {
    const sample = await startWithSample();
    expect((await cancel(sample.api, sample.id)).headers['retry-after']).toBeUndefined();
    const { api, id } = await startUnfinished(2);
    const unfinished = await api.call({
      method: 'DELETE',
      url: `/processing/results/${id}/document-splitting/verification`,
    });
    expect([unfinished.status, unfinished.headers['retry-after']]).toEqual([409, '2']);
  });

  it('and completing at the same moment: one of the two decides', async () => {
    const { api, id } = await startUnfinished(2);
    const [answer] = await Promise.all([cancel(api, id), api.service.stateMachines.runWaiting()]);
    const { state } = await progressOf(api, id);
    expect([answer.status, state]).toEqual(answer.status === 200 ? [200, 'failed'] : [409, 'succeeded']);
    expect(api.service.events.published).toHaveLength(1);
  });
});

describe('A fault of the service', () => {
  it('has the code of the answer of the result in the progress, in the list and in the event', async () => {
    const { api, id } = await startUnfinished(2);
    Object.assign(api.service, {
      splitModel: { score: () => Promise.reject(new SplitModelFaultError('The endpoint answered nonsense.')) },
    });
    await api.service.stateMachines.runWaiting();
    const result = await api.call({ url: `/processing/results/${id}` });
    expect([result.status, result.json()['code']]).toEqual([500, 'processing_failed']);
    expect(await progressOf(api, id)).toMatchObject({ state: 'failed', failure_code: 'processing_failed' });
    const list = await api.call({ url: `/workflows/${GENERIC_WORKFLOW_ID}/documents` });
    expect(list.json()).toMatchObject({ items: [{ failure_code: 'processing_failed', failure_detail: null }] });
    expect(api.service.events.published).toMatchObject([{ data: { failure_code: 'processing_failed' } }]);
  });
});

describe('Deleting while a step is running', () => {
  it('leaves nothing: what the step still writes is deleted by the sweep', async () => {
    const { api, id } = await startUnfinished(2);
    await api.call({ method: 'DELETE', url: `/processing/results/${id}` });
    const late = `accounts/${api.accountId}/processings/${id}/records/000001-000002.jsonl`;
    await api.service.blobs.put(late, '{}', 'application/jsonl');
    await api.service.stateMachines.runWaiting();
    await api.service.clock.sleep(61 * 60_000);
    await deleteExpired(api.service);
    expect(await api.service.blobs.list('')).toEqual([]);
  });
});
