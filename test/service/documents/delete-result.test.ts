/** Deletion of a result: nothing of it is left in the live stores. */
import { describe, expect, it } from 'vitest';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { JSON_TYPE, processSample, startWithSample, VERIFICATION } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { ApiCall, TestApi } from '../harness/test-api.ts';

/** Everything in the live stores, as text. */
const storedText = async ({ service }: TestApi): Promise<string> =>
  JSON.stringify([service.table.everything(), await service.blobs.list('')]);

interface Documents {
  readonly items: { readonly processing_id: string; readonly state: string }[];
}

const KEYED: ApiCall = {
  method: 'POST',
  url: `/processing/${GENERIC_WORKFLOW_ID}`,
  headers: { ...MULTIPART, 'Idempotency-Key': 'k-1' },
  body: uploadBody(writeFakeDocument({ pages: 2, starts: [2] }), undefined, 'Geheimakte.pdf'),
};

describe('Deleting a result', () => {
  it('leaves no row and no file of it', async () => {
    const api = await startTestApi();
    const { processing_id: id } = (await api.call(KEYED)).json<{ processing_id: string }>();
    const path = `/processing/results/${id}`;
    await api.call({
      method: 'POST',
      url: `${path}${VERIFICATION}`,
      headers: { ...JSON_TYPE, 'Idempotency-Key': 'k-2' },
      body: JSON.stringify({ sub_documents: [{ name: 'Geheimbrief', pages: [1, 2] }], comment: 'Geheimnotiz' }),
    });
    await api.call({ url: `${path}/archive` });
    await api.call({ url: `${path}/split-pdfs/0?return_pages_with_ocr_data=true` });
    expect(await storedText(api)).toContain('Geheim');
    expect(await storedText(api)).toContain(id);
    expect((await api.call({ method: 'DELETE', url: path })).status).toBe(204);
    const left = await storedText(api);
    expect(left).not.toContain('Geheim');
    expect(left).not.toContain(id);
    expect(await api.service.blobs.list('')).toEqual([]);
  });

  it('leaves no answer to a verification that was there already', async () => {
    const sample = await startWithSample();
    await sample.verify({ comment: 'Geheimnotiz' });
    const headers = { 'Idempotency-Key': 'k-2' };
    expect((await sample.verify(undefined, { headers })).status).toBe(200);
    await sample.get('', { method: 'DELETE' });
    const left = await storedText(sample.api);
    expect(left).not.toContain('Geheim');
    expect(left).not.toContain(sample.id);
    const again = await sample.verify(undefined, { headers });
    expect([again.status, again.json()['code']]).toEqual([410, 'processing_gone']);
  });

  it('answers afterwards as for an unknown id, also to a second deletion', async () => {
    const sample = await startWithSample();
    await sample.get('', { method: 'DELETE' });
    for (const method of ['GET', 'DELETE']) expect((await sample.get('', { method })).status).toBe(403);
    expect((await sample.get(VERIFICATION)).status).toBe(403);
  });

  it('answers a repetition with the same idempotency key with 410, and another request with it with 422', async () => {
    const api = await startTestApi();
    const { processing_id: id } = (await api.call(KEYED)).json<{ processing_id: string }>();
    await api.call({ method: 'DELETE', url: `/processing/results/${id}` });
    const again = await api.call(KEYED);
    expect([again.status, again.json()['code']]).toEqual([410, 'processing_gone']);
    const other = await api.call({ ...KEYED, body: uploadBody(writeFakeDocument({ pages: 1 })) });
    expect([other.status, other.json()['code']]).toEqual([422, 'idempotency_key_reused']);
  });

  it('frees the upload of a failed request, which has no result', async () => {
    const api = await startTestApi();
    const id = await processSample(api, { pages: 2, fails: { job: 'inspect', error: 'DocumentUnreadableError' } });
    await api.service.clock.sleep(2 * 3_600_000);
    await api.call({ method: 'DELETE', url: `/processing/results/${id}` });
    expect(await storedText(api)).not.toContain(id);
  });

  it.each([
    ['a result', {}, 'succeeded'],
    ['a failed request', { split_before: [9] }, 'failed'],
  ])('also deletes a file that is sent to the address of its upload afterwards: %s', async (_, parameters, state) => {
    const api = await startTestApi();
    const post = (url: string, body: object) =>
      api.call({ method: 'POST', url, headers: JSON_TYPE, body: JSON.stringify(body) });
    const bytes = writeFakeDocument({ pages: 2 });
    const announced = { file_name: 'a.pdf', content_type: 'application/pdf', size: bytes.length };
    const { upload_id: id, url } = (await post('/uploads', announced)).json<{ upload_id: string; url: string }>();
    const send = () => api.service.blobs.receive(url, 'application/pdf', bytes);
    expect(await send()).toBe(200);
    await post(`/processing/${GENERIC_WORKFLOW_ID}`, { upload_id: id, parameters });
    const [document] = (await api.call({ url: `/workflows/${GENERIC_WORKFLOW_ID}/documents` })).json<Documents>().items;
    expect(document?.state).toBe(state);
    await api.call({ method: 'DELETE', url: `/processing/results/${document?.processing_id ?? ''}` });
    expect(await api.service.blobs.list('')).toEqual([]);
    expect(await send()).toBe(200);
    await api.service.clock.sleep(25 * 3_600_000);
    await deleteExpired(api.service);
    expect(await api.service.blobs.list('')).toEqual([]);
    expect(await storedText(api)).not.toContain(id);
  });

  describe('while a file of it is rendered in a process that ends before the parser has written the file', () => {
    /** Renders until the parser has read the upload. @returns what the parser does next: it writes the file */
    const startRendering = async () => {
      const sample = await startWithSample();
      const { blobs, parsers } = sample.api.service;
      const { promise: begun, resolve: begin } = Promise.withResolvers<string>();
      parsers.run = (_, { writes }) => {
        begin(writes[0]?.key ?? '');
        return new Promise(() => undefined);
      };
      void sample.get('/pdf?dpi=150');
      const key = await begun;
      return { sample, write: () => blobs.put(key, Buffer.from('rendered'), 'application/pdf') };
    };

    it.each([
      ['before that process has ended', 60_000],
      ['after it has ended', 6 * 60_000],
    ])('also deletes that file, %s', async (_, after) => {
      const { sample, write } = await startRendering();
      const { clock, blobs } = sample.api.service;
      await clock.sleep(after);
      await sample.get('', { method: 'DELETE' });
      await write();
      expect(await blobs.list('')).not.toEqual([]);
      await clock.sleep(2 * 3_600_000);
      await deleteExpired(sample.api.service);
      expect(await blobs.list('')).toEqual([]);
      expect(await storedText(sample.api)).not.toContain(sample.id);
    });
  });

  it('does not touch other results', async () => {
    const api = await startTestApi();
    const kept = await processSample(api, { pages: 2 });
    const deleted = await processSample(api, { pages: 2 });
    await api.call({ method: 'DELETE', url: `/processing/results/${deleted}` });
    expect((await api.call({ url: `/processing/results/${kept}` })).status).toBe(200);
    expect((await api.call({ url: `/processing/results/${kept}/split-pdfs/0` })).status).toBe(200);
  });

  it('needs a member, and the account of the result', async () => {
    const sample = await startWithSample();
    const reviewer = await addKey(sample.api.service, sample.api.accountId, 'reviewer');
    expect((await sample.get('', { method: 'DELETE', key: reviewer })).status).toBe(403);
    expect((await sample.get('', { method: 'DELETE', key: sample.api.otherKey })).status).toBe(403);
    expect((await sample.get('')).status).toBe(200);
  });

  it('by twenty requests at once ends as one', async () => {
    const sample = await startWithSample();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sample.get('', { method: 'DELETE' })));
    expect(answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 403)).toEqual([]);
    expect(await sample.api.service.blobs.list('')).toEqual([]);
  });
});

describe('retain_days 0', () => {
  it('keeps the result for an hour after the end; then it is gone, and a repetition answers 410', async () => {
    const api = await startTestApi();
    const call: ApiCall = {
      ...KEYED,
      body: uploadBody(writeFakeDocument({ pages: 2 }), { retain_days: 0 }, 'Geheimakte.pdf'),
    };
    const { processing_id: id } = (await api.call(call)).json<{ processing_id: string }>();
    await api.service.clock.sleep(59 * 60_000);
    expect((await api.call({ url: `/processing/results/${id}` })).status).toBe(200);
    expect((await api.call(call)).status).toBe(201);
    await api.service.clock.sleep(2 * 60_000);
    expect((await api.call({ url: `/processing/results/${id}` })).status).toBe(403);
    expect((await api.call(call)).status).toBe(410);
    await deleteExpired(api.service);
    expect((await api.call(call)).status).toBe(410);
    const left = await storedText(api);
    expect(left).not.toContain('Geheim');
    expect(left).not.toContain(id);
    expect(await api.service.blobs.list('')).toEqual([]);
  });
});
