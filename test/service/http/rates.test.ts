/** Rates of a plan, through the API. */
import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { withPlan } from '../../fakes/plans.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';

const FREE = { work_per_second: 10, work_per_minute: 100, work_per_hour: 1000, reads_per_second: 100 };
const upload = (api: TestApi, key?: string) =>
  api.call({
    method: 'POST',
    url: '/uploads',
    headers: { 'Content-Type': 'application/json' },
    body: '{"file_name":"a.pdf","content_type":"application/pdf","size":9}',
    ...(key === undefined ? {} : { key }),
  });
const read = (api: TestApi) => api.call({ url: '/account' });
const startOf = async (api: TestApi, ms: number): Promise<void> => {
  await api.service.clock.sleep(ms - (api.service.clock.now().getTime() % ms));
};
const limitsOf = ({ headers }: Answer) => [headers['ratelimit'], headers['ratelimit-policy']];

describe('A rate', () => {
  it('is told with every answer that counts, and its end with 429 and Retry-After', async () => {
    const api = await startTestApi(withPlan(FREE));
    await startOf(api, 3_600_000);
    const first = await upload(api);
    expect([first.status, ...limitsOf(first)]).toEqual([
      201,
      '"second";r=9;t=1, "minute";r=99;t=60, "hour";r=999;t=3600',
      '"second";q=10;w=1, "minute";q=100;w=60, "hour";q=1000;w=3600',
    ]);
    for (let count = 1; count < 10; count += 1) expect((await upload(api)).status).toBe(201);
    const refused = await upload(api);
    expect([refused.status, refused.json<Problem>().code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    expect(refused.headers['ratelimit']).toBe('"second";r=0;t=1, "minute";r=90;t=60, "hour";r=990;t=3600');
    await api.service.clock.sleep(1000);
    expect((await upload(api)).status).toBe(201);
  });

  it('waits for the longest of its full windows', async () => {
    const api = await startTestApi(withPlan({ work_per_second: 2, work_per_minute: 3 }));
    await startOf(api, 60_000);
    for (let count = 0; count < 2; count += 1) await upload(api);
    expect((await upload(api)).headers['retry-after']).toBe('1');
    await api.service.clock.sleep(1000);
    await upload(api);
    const refused = await upload(api);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '59']);
  });

  it('counts reads apart from work, also those that are refused for another reason', async () => {
    const api = await startTestApi(withPlan({ ...FREE, reads_per_second: 2 }));
    await startOf(api, 1000);
    const unknown = await api.call({ url: `/processing/results/${GENERIC_WORKFLOW_ID}` });
    expect([unknown.status, ...limitsOf(unknown)]).toEqual([403, '"second";r=1;t=1', '"second";q=2;w=1']);
    expect((await read(api)).status).toBe(200);
    expect((await read(api)).status).toBe(429);
    expect((await upload(api)).status).toBe(201);
  });

  it('counts feedback, the import of a model and an export of the account as work', async () => {
    const api = await startTestApi(withPlan({ ...FREE, work_per_second: 3 }));
    const unknown = '99999999-0000-4000-8000-000000000009';
    await startOf(api, 1000);
    for (const url of [`/processing/feedback/${unknown}`, `/workflows/${unknown}/models`, '/account/export'])
      expect(limitsOf(await api.call({ method: 'POST', url }))[1]).toContain('"hour"');
    expect((await upload(api)).status).toBe(429);
  });

  it('is that of an account: another one is not slowed, and needs no credentials where none are needed', async () => {
    const api = await startTestApi(withPlan({ ...FREE, work_per_second: 1, reads_per_second: 1 }));
    await startOf(api, 1000);
    await upload(api);
    expect((await upload(api)).status).toBe(429);
    expect((await upload(api, api.otherKey)).status).toBe(201);
    for (let count = 0; count < 3; count += 1) expect((await api.call({ url: '/health', key: null })).status).toBe(200);
  });

  it('lets through exactly as many of a thousand requests at once', { tags: 'slow' }, async () => {
    const api = await startTestApi(withPlan(FREE));
    await startOf(api, 1000);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => upload(api)));
    expect(Map.groupBy(answers, ({ status }) => status).get(201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 429)).toBe(true);
  });

  it('costs the table nothing above it: a full window is refused without a read of the counters', async () => {
    const api = await startTestApi(withPlan({ ...FREE, work_per_second: 1 }));
    await startOf(api, 1000);
    await upload(api);
    await upload(api);
    const get = api.service.table.get.bind(api.service.table);
    const readKeys: string[] = [];
    api.service.table.get = (key) => {
      readKeys.push(key.pk);
      return get(key);
    };
    expect((await upload(api)).status).toBe(429);
    expect(readKeys.filter((pk) => pk.endsWith('#ACTIVITY'))).toEqual([]);
  });

  it('is not limited on one machine by default, and then no answer speaks of it', async () => {
    const api = await startTestApi();
    const answers = await Promise.all(Array.from({ length: 200 }, () => upload(api)));
    expect(answers.every(({ status, headers }) => status === 201 && headers['ratelimit'] === undefined)).toBe(true);
  });
});
