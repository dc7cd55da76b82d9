/** Limits of a plan: pages and credits of a month, pages and bytes of a document. */
import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { withPlan } from '../../fakes/plans.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';

interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  readonly parameters?: object;
}
const process = (api: TestApi, pages: number, { headers = {}, parameters = { mode: 'per_page' } }: Options = {}) =>
  api.call({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW_ID}`,
    headers: { ...MULTIPART, ...headers },
    body: uploadBody(writeFakeDocument({ pages }), parameters),
  });
const monthOf = async (api: TestApi) =>
  (await api.call({ url: '/account' })).json<{ month: { pages: number; credits: number; ends_at: string } }>().month;
const codeOf = (answer: Answer) => [answer.status, answer.json<Problem>().code];

describe('Pages of a month', () => {
  it('count once for a request that succeeds, and what has failed is given back', async () => {
    const api = await startTestApi(withPlan({ pages_per_month: 10 }));
    expect((await process(api, 3)).status).toBe(201);
    expect(await monthOf(api)).toMatchObject({ pages: 3, pages_left: 7, credits: 75 });
    expect((await process(api, 2, { parameters: { document_count: 5 } })).status).toBe(422);
    expect(await monthOf(api)).toMatchObject({ pages: 3, credits: 75 });
  });

  it('are refused with 402 for a document that has more than are left, in the POST and in later GETs', async () => {
    const api = await startTestApi(withPlan({ pages_per_month: 10 }));
    await process(api, 8);
    const refused = await process(api, 3, { headers: { 'Idempotency-Key': 'later' } });
    expect(codeOf(refused)).toEqual([402, 'page_limit_reached']);
    expect(refused.json<Problem>().detail).toContain('8 are used, and this document needs 3');
    const id = refused.json<Problem>().processing_id ?? '';
    for (const path of ['', '/ocr', '/split-pdfs'])
      expect(codeOf(await api.call({ url: `/processing/results/${id}${path}` }))).toEqual([402, 'page_limit_reached']);
    expect(await monthOf(api)).toMatchObject({ pages: 8, credits: 200 });
    // The key is free again, and a smaller document fits.
    expect((await process(api, 2, { headers: { 'Idempotency-Key': 'later' } })).status).toBe(201);
  });

  it('are why a document that ended at them can be neither verified nor training data, as documented', async () => {
    const api = await startTestApi(withPlan({ pages_per_month: 10 }));
    await process(api, 8);
    const id = (await process(api, 3)).json<Problem>().processing_id ?? '';
    const verification = `/processing/results/${id}/document-splitting/verification`;
    // Each answer is compared with the OpenAPI document.
    for (const call of [
      { method: 'POST', url: verification },
      { method: 'DELETE', url: verification },
      { method: 'POST', url: `/processing/feedback/${id}` },
    ])
      expect(codeOf(await api.call(call))).toEqual([402, 'page_limit_reached']);
  });

  it('are refused before anything is stored where none is left', async () => {
    const api = await startTestApi(withPlan({ pages_per_month: 3 }));
    await process(api, 3);
    const before = await api.service.blobs.list('');
    const written: string[] = [];
    const put = api.service.blobs.put.bind(api.service.blobs);
    api.service.blobs.put = (key, ...content) => {
      written.push(key);
      return put(key, ...content);
    };
    const refused = await process(api, 1);
    expect([codeOf(refused), refused.json<Problem>().processing_id]).toEqual([[402, 'page_limit_reached'], undefined]);
    expect([written, await api.service.blobs.list('')]).toEqual([[], before]);
  });

  it('begin anew with the month, in UTC', async () => {
    const api = await startTestApi(withPlan({ pages_per_month: 3 }));
    const { ends_at: end } = await monthOf(api);
    const until = (time: number) => api.service.clock.sleep(time - api.service.clock.now().getTime());
    await until(Date.parse(end) - 1);
    expect((await process(api, 3)).status).toBe(201);
    expect((await process(api, 1)).status).toBe(402);
    await until(Date.parse(end));
    expect(await monthOf(api)).toMatchObject({ month: end.slice(0, 7), pages: 0, pages_left: 3 });
    expect((await process(api, 3)).status).toBe(201);
  });

  it('are those of its own account alone', async () => {
    const api = await startTestApi(withPlan({ pages_per_month: 3 }));
    await process(api, 3);
    const other = await api.call({ url: '/account', key: api.otherKey });
    expect(other.json()).toMatchObject({ month: { pages: 0, pages_left: 3 } });
  });

  it(
    'are given to one of a thousand requests at once where one page is left',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const api = await startTestApi(withPlan({ pages_per_month: 100 }));
      await process(api, 99);
      const answers = await Promise.all(Array.from({ length: 1000 }, () => process(api, 1)));
      const statuses = Map.groupBy(answers, ({ status }) => status);
      expect([statuses.get(201)?.length, statuses.get(402)?.length]).toEqual([1, 999]);
      expect(await monthOf(api)).toMatchObject({ pages: 100, pages_left: 0, credits: 2500 });
    },
  );
});

describe('Credits of a month', () => {
  it('are 25 for each sub-document; what would be above the limit is refused, with its pages given back', async () => {
    const api = await startTestApi(withPlan({ credits_per_month: 100 }));
    expect((await process(api, 3)).status).toBe(201);
    expect(codeOf(await process(api, 2))).toEqual([402, 'credit_limit_reached']);
    expect(await monthOf(api)).toMatchObject({ pages: 3, credits: 75, credits_left: 25 });
    expect((await process(api, 2, { parameters: { mode: 'none' } })).status).toBe(201);
    expect(codeOf(await process(api, 1))).toEqual([402, 'credit_limit_reached']);
    expect(await monthOf(api)).toMatchObject({ pages: 5, credits: 100, credits_left: 0 });
  });
});

describe('A document', () => {
  it('is refused with 413 where it has more pages, or more bytes, than the plan allows', async () => {
    const api = await startTestApi(withPlan({ max_pages: 2, max_document_bytes: 400 }));
    expect((await process(api, 2)).status).toBe(201);
    expect(codeOf(await process(api, 3))).toEqual([413, 'too_many_pages']);
    const announce = await api.call({
      method: 'POST',
      url: '/uploads',
      headers: { 'Content-Type': 'application/json' },
      body: '{"file_name":"a.pdf","content_type":"application/pdf","size":401}',
    });
    expect(codeOf(announce)).toEqual([413, 'document_too_large']);
    expect(await monthOf(api)).toMatchObject({ pages: 2 });
  });
});
