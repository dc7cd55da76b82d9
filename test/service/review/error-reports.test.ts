/** Error reports, the older interface of feedback on extracted values. */
import { describe, expect, it } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { JSON_TYPE, startWithSample } from '../harness/process-sample.ts';
import type { Sample } from '../harness/process-sample.ts';
import type { ApiCall } from '../harness/test-api.ts';

const FIELDS = [{ field: 'invoice.number', correct_value: '4711' }];

/** As the operator does. */
const configure = async ({ api }: Sample): Promise<void> => {
  await api.service.table.write([{ update: accountKey(api.accountId), set: { error_reports: true } }]);
};

const startConfigured = async (): Promise<Sample> => {
  const sample = await startWithSample();
  await configure(sample);
  return sample;
};

const report = (sample: Sample, more: Readonly<Record<string, unknown>> = {}, call: Partial<ApiCall> = {}) =>
  sample.api.call({
    method: 'POST',
    url: '/processing/error-reports/extractions',
    body: JSON.stringify({ processing_id: sample.id, ...more }),
    ...call,
    headers: { ...JSON_TYPE, ...call.headers },
  });

const list = async ({ api }: Sample, more: Partial<ApiCall> = {}) =>
  api.call({ url: '/processing/error-reports', ...more });

describe('An error report', () => {
  it('is kept for the owner, and does not change the extractions', async () => {
    const sample = await startConfigured();
    const before = (await sample.get('/extractions')).text();
    const answer = await report(sample, { description: 'Wrong number', incorrect_fields: FIELDS });
    expect(answer.status).toBe(201);
    expect((await list(sample)).json()).toEqual({
      items: [
        {
          error_report_id: answer.json()['error_report_id'],
          processing_id: sample.id,
          processing_result: 'extractions',
          description: 'Wrong number',
          incorrect_fields: FIELDS,
          created_at: sample.api.service.clock.now().toISOString(),
          created_by: 'test',
        },
      ],
      next: null,
    });
    expect((await sample.get('/extractions')).text()).toBe(before);
  });

  it('needs neither a description nor fields', async () => {
    expect((await report(await startConfigured())).status).toBe(201);
  });

  it('takes a description and fields that are null for absent ones', async () => {
    const sample = await startConfigured();
    expect((await report(sample, { description: null, incorrect_fields: null })).status).toBe(201);
    expect((await list(sample)).json()['items']).toMatchObject([{ description: null, incorrect_fields: [] }]);
  });

  it('of an account that is not configured is refused', async () => {
    const answer = await report(await startWithSample());
    expect([answer.status, answer.json()['code']]).toEqual([403, 'error_reports_not_configured']);
  });

  it('is accepted with the same Idempotency-Key once its account is configured', async () => {
    const sample = await startWithSample();
    const headers = { 'Idempotency-Key': 'e-1' };
    expect((await report(sample, {}, { headers })).status).toBe(403);
    await configure(sample);
    const answer = await report(sample, {}, { headers });
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it.each(['ocr', 'document-splitting', 'x'])('about %s is refused', async (result) => {
    const sample = await startConfigured();
    const answer = await report(sample, {}, { url: `/processing/error-reports/${result}` });
    expect(answer.status).toBe(422);
    expect(answer.json<{ errors: { loc: string[] }[] }>().errors[0]?.loc).toEqual(['path', 'processing_result']);
  });

  it.each([
    ['no processing_id', { processing_id: undefined }],
    ['a field without a value', { incorrect_fields: [{ field: 'x' }] }],
    ['a value that is not text', { incorrect_fields: [{ field: 'x', correct_value: 1 }] }],
    ['fields that are no list', { incorrect_fields: 'x' }],
    ['an unknown member', { expected_class: 'x' }],
    ['a description that is not well-formed', { description: 'a\ud800' }],
    ['a field that is not well-formed', { incorrect_fields: [{ field: 'a\ud800', correct_value: 'x' }] }],
    ['a value that is not well-formed', { incorrect_fields: [{ field: 'x', correct_value: 'a\ud800' }] }],
  ])('with %s is refused', async (_, more) => {
    const sample = await startConfigured();
    expect((await report(sample, more)).status).toBe(422);
    expect((await list(sample)).json()).toMatchObject({ items: [] });
  });

  it('about a foreign or unknown result is refused', async () => {
    const sample = await startConfigured();
    expect((await report(sample, { processing_id: sample.api.service.ids.uuid() })).status).toBe(403);
  });

  it('is made once with an idempotency key', async () => {
    const sample = await startConfigured();
    const headers = { 'Idempotency-Key': 'e-1' };
    const first = await report(sample, {}, { headers });
    expect((await report(sample, {}, { headers })).json()).toEqual(first.json());
    expect((await list(sample)).json<{ items: unknown[] }>().items).toHaveLength(1);
  });

  it('is listed for owners only, and in pages', async () => {
    const sample = await startConfigured();
    for (const description of ['first', 'second']) {
      await report(sample, { description });
      await sample.api.service.clock.sleep(1000);
    }
    const member = await addKey(sample.api.service, sample.api.accountId, 'member');
    expect((await list(sample, { key: member })).status).toBe(403);
    const page = (await list(sample, { url: '/processing/error-reports?limit=1' })).json<{ next: string }>();
    expect(page).toMatchObject({ items: [{ description: 'second' }] });
    const rest = await list(sample, { url: `/processing/error-reports?limit=1&cursor=${page.next}` });
    expect(rest.json()).toMatchObject({ items: [{ description: 'first' }] });
  });

  it('is deleted with its result', async () => {
    const sample = await startConfigured();
    await report(sample, { description: 'Geheimnotiz' });
    await sample.get('', { method: 'DELETE' });
    expect(JSON.stringify(sample.api.service.table.everything())).not.toContain('Geheim');
  });
});
