/** The documents of a workflow that await review. */
import { describe, expect, it } from 'vitest';
import type { ReviewQueue } from '../../../core/review/review-queue.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { processSample, VERIFICATION } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const URL = `/workflows/${GENERIC_WORKFLOW_ID}/review-queue`;

const queueOf = async (api: TestApi, query = '', key = api.key): Promise<ReviewQueue> => {
  const answer = await api.call({ url: `${URL}${query}`, key });
  expect(answer.status).toBe(200);
  return answer.json<ReviewQueue>();
};

/** The count, and the id of the next document. */
const shown = async (api: TestApi, query = ''): Promise<readonly [number, string | undefined]> => {
  const { document_count: count, next } = await queueOf(api, query);
  return [count, next?.processing_id];
};

/** The fake model decides a boundary with the confidence 0.9, and any other gap with a higher one. */
const UNSURE = { pages: 4, starts: [3] };
const SURE = { pages: 3 };

describe('The review queue of a workflow', () => {
  it('has the documents with a gap at or below the threshold, the least sure first', async () => {
    const api = await startTestApi();
    const sure = await processSample(api, SURE);
    const unsure = await processSample(api, UNSURE);
    await processSample(api, { pages: 1 });
    expect(await shown(api)).toEqual([1, unsure]);
    expect(await shown(api, '?threshold=0.9')).toEqual([1, unsure]);
    expect(await shown(api, '?threshold=0.899999')).toEqual([0, undefined]);
    expect(await shown(api, '?threshold=0.999')).toEqual([2, unsure]);
    expect(await shown(api, `?threshold=0.999&after=${unsure}`)).toEqual([2, sure]);
    expect(await shown(api, `?threshold=0.999&after=${sure}`)).toEqual([2, undefined]);
  });

  it('shows the next document as the list does', async () => {
    const api = await startTestApi();
    await processSample(api, UNSURE);
    const list = await api.call({ url: `/workflows/${GENERIC_WORKFLOW_ID}/documents` });
    expect((await queueOf(api)).next).toEqual(list.json<{ items: unknown[] }>().items[0]);
  });

  it('leaves out a verified document, and has it again when the verification is taken back', async () => {
    const api = await startTestApi();
    const id = await processSample(api, UNSURE);
    const url = `/processing/results/${id}${VERIFICATION}`;
    await api.call({ method: 'POST', url });
    expect(await shown(api)).toEqual([0, undefined]);
    await api.call({ method: 'DELETE', url });
    expect(await shown(api)).toEqual([1, id]);
  });

  it('leaves out gaps that the caller decided', async () => {
    const api = await startTestApi();
    await processSample(api, UNSURE, { mode: 'per_page' });
    expect(await shown(api, '?threshold=1')).toEqual([0, undefined]);
  });

  it('has the documents with a page that could not be read before all others, however sure the model was', async () => {
    const api = await startTestApi();
    const unsure = await processSample(api, UNSURE);
    const unread = await processSample(api, { ...SURE, unread: [2] });
    expect(await shown(api)).toEqual([2, unread]);
    expect(await shown(api, '?threshold=0')).toEqual([1, unread]);
    expect(await shown(api, `?after=${unread}`)).toEqual([2, unsure]);
    await api.call({ method: 'POST', url: `/processing/results/${unread}${VERIFICATION}` });
    expect(await shown(api)).toEqual([1, unsure]);
    await api.call({ method: 'DELETE', url: `/processing/results/${unread}${VERIFICATION}` });
    expect(await shown(api)).toEqual([2, unread]);
    await api.call({ method: 'DELETE', url: `/processing/results/${unread}` });
    expect(await shown(api)).toEqual([1, unsure]);
  });

  it('leaves out a document with an unread page of which the caller decided every gap', async () => {
    const api = await startTestApi();
    await processSample(api, { ...SURE, unread: [2] }, { mode: 'per_page' });
    expect(await shown(api, '?threshold=1')).toEqual([0, undefined]);
  });

  it('leaves out documents that failed, that are not finished, that were deleted, or whose retention has ended', async () => {
    const api = await startTestApi();
    await processSample(api, { ...UNSURE, fails: { job: 'inspect', error: 'DocumentEncryptedError' } });
    const deleted = await processSample(api, UNSURE);
    await api.call({ method: 'DELETE', url: `/processing/results/${deleted}` });
    await processSample(api, UNSURE, { retain_days: 1 });
    expect((await shown(api))[0]).toBe(1);
    await api.service.clock.sleep(25 * 3_600_000);
    api.service.stateMachines.runsAtOnce = false;
    await processSample(api, UNSURE);
    expect(await shown(api)).toEqual([0, undefined]);
  });

  it('goes on after a document that was verified meanwhile', async () => {
    const api = await startTestApi();
    const ids = [await processSample(api, UNSURE), await processSample(api, UNSURE)].toSorted();
    await api.call({ method: 'POST', url: `/processing/results/${ids[0] ?? ''}${VERIFICATION}` });
    expect(await shown(api, `?after=${ids[0] ?? ''}`)).toEqual([1, ids[1]]);
  });

  it('passes over a verified document whose row another release wrote under another key', async () => {
    const api = await startTestApi();
    const verified = await processSample(api, { ...UNSURE, unread: [1] });
    const waiting = await processSample(api, UNSURE);
    const [row] = api.service.table
      .everything()
      .filter(({ pk, sk }) => pk.includes('#REVIEWS#') && sk.endsWith(verified));
    if (row === undefined) throw new Error('There is no row in the queue.');
    await api.service.table.write([{ put: { ...row, sk: `0.1#${verified}` } }]);
    await api.call({ method: 'POST', url: `/processing/results/${verified}${VERIFICATION}` });
    expect((await queueOf(api)).next?.processing_id).toBe(waiting);
  });

  it('counts a thousand at most, with one query', async () => {
    const api = await startTestApi();
    await processSample(api, UNSURE);
    const [row] = api.service.table.everything().filter(({ pk }) => pk.includes('#REVIEWS#'));
    if (row === undefined) throw new Error('There is no row in the queue.');
    for (let index = 0; index < 1100; index += 1)
      await api.service.table.write([{ put: { ...row, sk: `${row.sk}${String(index)}` } }]);
    expect((await queueOf(api)).document_count).toBe(1000);
  });

  it('is that of one account and one workflow, for reviewers too', async () => {
    const api = await startTestApi();
    const id = await processSample(api, UNSURE);
    expect((await queueOf(api, '', api.otherKey)).document_count).toBe(0);
    const foreign = await api.call({ url: `${URL}?after=${id}`, key: api.otherKey });
    expect([foreign.status, foreign.json()['code']]).toEqual([403, 'processing_not_accessible']);
    const reviewer = await addKey(api.service, api.accountId, 'reviewer');
    expect((await queueOf(api, '', reviewer)).next?.processing_id).toBe(id);
  });

  it.each(['?threshold=1.1', '?threshold=half', '?after=1', '?limit=3'])('refuses %s', async (query) => {
    const api = await startTestApi();
    expect((await api.call({ url: `${URL}${query}` })).status).toBe(422);
  });
});
