import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import { startTestApi } from '../service/test-api.ts';
import { resumeUnfinished } from '../../lambdas/resume-unfinished.ts';

const createUpload = { method: 'POST', url: '/uploads', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ file_name: 'a.pdf', content_type: 'application/pdf', size: 10 }) };

/** An upload that nobody sent and whose time is over. */
const startWithForgottenUpload = async () => {
  const api = await startTestApi();
  await api.call(createUpload);
  await api.service.clock.sleep(48 * 3_600_000);
  return api.service;
};

describe('The sweep', () => {
  it('says what it found', async () => {
    const service = await startWithForgottenUpload();
    expect(await resumeUnfinished(service)()).toEqual({ started: 0, announced: 0, deleted_requests: 0, deleted_uploads: 1 });
    expect(await resumeUnfinished(service)()).toEqual({ started: 0, announced: 0, deleted_requests: 0, deleted_uploads: 0 });
  });

  it('deletes what has expired also where nothing can be taken up, and then says so', async () => {
    const service = await startWithForgottenUpload();
    const query: typeof service.table.query = (asked) => asked.pk === 'OPEN_PROCESSINGS' ? Promise.reject(new TemporarilyUnavailableError('The index is busy.')) : service.table.query(asked);
    const busy = { ...service, table: { get: (key: Parameters<typeof service.table.get>[0]) => service.table.get(key), write: (operations: Parameters<typeof service.table.write>[0]) => service.table.write(operations), query } };
    await expect(resumeUnfinished(busy)()).rejects.toThrow('The index is busy.');
    expect(await resumeUnfinished(service)()).toMatchObject({ deleted_uploads: 0 });
  });
});
